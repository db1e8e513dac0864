import type { HotDb } from "../../../platform/db/db.ts";
import { findLinesWithPeople, type Line } from "./sql.ts";

/** Those of these lines that someone waits in, of many stores. */
export const findLines = (hot: HotDb, lines: readonly Line[]): Promise<Line[]> => findLinesWithPeople(hot, lines);
