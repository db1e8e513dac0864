import type { StoreTx } from "../../../platform/db/db.ts";
import { type Brake, selectBrake } from "./sql.ts";

/** Since when, and why, complaints have stopped the store's alerts. */
export const findBrake = (tx: StoreTx): Promise<Brake | undefined> => selectBrake(tx);
