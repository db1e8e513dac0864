import type { StoreTx } from "../db.ts";

/** Writes an event in the transaction of the change it tells of. Payloads hold ids, never personal data. */
export async function announce(
  tx: StoreTx,
  subject: string,
  payload: Record<string, string | number | null | readonly string[]>,
) {
  await tx`insert into outbox (store_id, subject, payload) values (${tx.storeId}, ${subject}, ${JSON.stringify(payload)})`;
  tx.ringAfterCommit();
}
