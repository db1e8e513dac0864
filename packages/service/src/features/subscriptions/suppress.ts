import type { StoreTx } from "../../platform/db.ts";
import { endOfAddress, insertSuppression } from "./sql.ts";
import { STATES } from "./state.ts";

/** Nothing is sent to this address any more, and whoever waited there is out of the line. Answers how many did. */
export async function suppress(
  tx: StoreTx,
  addressHash: string,
  { reason, state = "undeliverable" }: { reason: string; state?: "undeliverable" | "unsubscribed" },
): Promise<number> {
  await insertSuppression(tx, addressHash, reason.slice(0, 40));
  return endOfAddress(tx, addressHash, { state: STATES[state], reason });
}
