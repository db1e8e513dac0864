import type { StoreTx } from "../../../platform/db/db.ts";
import { findSettings } from "./sql.ts";

/** The store's settings as they are stored now. Those of a cached store may be four seconds old. */
export const getSettings = async (tx: StoreTx) => (await findSettings(tx)).settings;
