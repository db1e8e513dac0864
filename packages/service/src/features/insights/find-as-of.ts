import type { StoreTx } from "../../platform/db/db.ts";
import { findReadUntil } from "../../platform/outbox/find-read-until.ts";
import { ROLL_UP } from "./rollups/counters.ts";

/** Up to when the figures of the store are counted; null when nothing is counted yet. */
export const findAsOf = (tx: StoreTx): Promise<Date | null> => findReadUntil(tx, ROLL_UP);
