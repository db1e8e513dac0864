import type { StoreTx } from "../../../platform/db/db.ts";
import { maskAddresses } from "../../../platform/text/mask-address.ts";
import { HAPPENINGS } from "../line/happenings.ts";
import { countSuppressed, endOfAddress, insertSuppression } from "./sql.ts";

const REASON_MAX = 40;

/** Stops all messages to this address and ends its open subscriptions. Returns how many ended. */
export async function suppress(
  tx: StoreTx,
  addressHash: string,
  { reason, state = "undeliverable" }: { reason: string; state?: "undeliverable" | "unsubscribed" },
): Promise<number> {
  // It outlives an erasure, and a part of an address that the limit cuts off could not be found and masked later.
  await insertSuppression(tx, addressHash, maskAddresses(reason).slice(0, REASON_MAX));
  return endOfAddress(tx, addressHash, { state, reason });
}

/** The stored reason of the suppression. `countComplaints` finds the rows by this text, so it must not change. */
export const COMPLAINT = HAPPENINGS.say("complained", {});

export const countComplaints = (tx: StoreTx, days: number) => countSuppressed(tx, COMPLAINT, days);
