import type { StoreTx } from "../../../platform/db/db.ts";
import { countTrouble, type HoldTrouble } from "./sql.ts";

/** Connectors ask every few seconds what there is to do. */
const LATE_SECONDS = 3_600;

/** What connectors should have reserved or released long ago. */
export const findHoldTrouble = (tx: StoreTx): Promise<HoldTrouble> => countTrouble(tx, LATE_SECONDS);
