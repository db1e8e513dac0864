import type { StoreTx } from "../../../platform/db/db.ts";
import { countBefore, type LineBefore } from "./sql.ts";

/** Longer lines are not counted to their end. */
export const COUNTED_MAX = 20_000;

/** How many people of each line joined it up to a place and still wait, in the order given: at most `COUNTED_MAX` each. */
export const countJoinedBefore = async (tx: StoreTx, lines: readonly LineBefore[]): Promise<readonly number[]> =>
  lines.length === 0 ? [] : (await countBefore(tx, lines, COUNTED_MAX)).map(({ people }) => people);
