import type { StoreTx } from "../../../platform/db/db.ts";
import { countSuppressed, deleteSuppression, endOfAddress, insertSuppression } from "../sql.ts";
import { STATES } from "../state.ts";

/** Nothing is sent to this address any more, and whoever waited there is out of the line. Answers how many did. */
export async function suppress(
  tx: StoreTx,
  addressHash: string,
  { reason, state = "undeliverable" }: { reason: string; state?: "undeliverable" | "unsubscribed" },
): Promise<number> {
  await insertSuppression(tx, addressHash, reason.slice(0, 40));
  return endOfAddress(tx, addressHash, { state: STATES[state], reason });
}

export const COMPLAINT = "complaint";
const STOP = "STOP by text message";

/** Whoever answers STOP gets no text message of this store any more. Answers whether that is new. */
export async function stopMessages(tx: StoreTx, addressHash: string): Promise<boolean> {
  const isNew = await insertSuppression(tx, addressHash, STOP);
  await endOfAddress(tx, addressHash, { state: STATES.unsubscribed, reason: STOP });
  return isNew;
}

/** START takes back a STOP, and nothing else: who bounced or complained stays out. */
export const liftStop = (tx: StoreTx, addressHash: string) => deleteSuppression(tx, addressHash, STOP);

export const countComplaints = (tx: StoreTx, days: number) => countSuppressed(tx, COMPLAINT, days);
