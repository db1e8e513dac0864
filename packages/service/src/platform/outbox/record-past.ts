import type { StoreTx, SystemTx } from "../db/db.ts";
import type { OutboxEvent } from "./events.ts";

/** An event of the past. */
export type PastEvent = Pick<OutboxEvent, "subject" | "payload"> & { readonly createdAt: Date };

/** The days, in UTC, whose events the outbox still has, or may have to show. */
export async function findKeptDays(tx: SystemTx): Promise<ReadonlySet<string>> {
  const rows = await tx<{ day: string }>`
    select ((now() at time zone 'UTC')::date - ago)::text as day from generate_series(0, 2) as ago
    union
    select (of_slot.created_at at time zone 'UTC')::date::text from generate_series(0, 7) as slots (slot) cross join lateral (
      select created_at from outbox o where o.slot = slots.slot limit 1
    ) as of_slot`;
  return new Set(rows.map(({ day }) => day));
}

/** Writes events that no reader handles: they count as written by a transaction before all batches. They are kept as long as
 *  the other events of their days. */
export const recordPast = (tx: StoreTx, events: readonly PastEvent[]) => tx`
  insert into outbox (store_id, xid, slot, created_at, subject, payload)
  select ${tx.storeId}::int, '0'::xid8, outbox_slot("createdAt"), "createdAt", subject, payload
  from json_to_recordset(${JSON.stringify(events)}) as past ("createdAt" timestamptz, subject text, payload jsonb)`;
