import type { StoreTx } from "../../../platform/db/db.ts";
import { pauseOpenPlans } from "./sql.ts";

/** Pauses the plans of the store that still have waves to come. */
export async function pausePlans(tx: StoreTx, reason: string): Promise<void> {
  await pauseOpenPlans(tx, reason);
}
