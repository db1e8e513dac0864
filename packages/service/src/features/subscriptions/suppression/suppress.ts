import type { StoreTx } from "../../../platform/db/db.ts";
import { countSuppressed, endOfAddress, insertSuppression } from "./sql.ts";

/** Stops all messages to this address and ends its open subscriptions. Returns how many ended. */
export async function suppress(
  tx: StoreTx,
  addressHash: string,
  { reason, state = "undeliverable" }: { reason: string; state?: "undeliverable" | "unsubscribed" },
): Promise<number> {
  await insertSuppression(tx, addressHash, reason.slice(0, 40));
  return endOfAddress(tx, addressHash, { state, reason });
}

/** The stored reason of the suppression. `countComplaints` finds the rows by this text, so it must not change. */
export const COMPLAINT = "complaint";

export const countComplaints = (tx: StoreTx, days: number) => countSuppressed(tx, COMPLAINT, days);
