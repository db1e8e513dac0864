import type { StoreTx } from "../../db/db.ts";
import type { ShopperId } from "../../ids.ts";
import type { Mail } from "./mail.ts";

/** Queues a mail in the transaction that causes it; a worker sends it. */
export async function queueMail(
  tx: StoreTx,
  { shopperId, kind, mail }: { shopperId: ShopperId | null; kind: string; mail: Mail },
) {
  await tx`
    insert into mails (id, store_id, shopper_id, kind, to_email, subject, text_body, html_body)
    values (new_id(${tx.storeId}), ${tx.storeId}, ${shopperId}, ${kind}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html})`;
  tx.wakeWorkersAfterCommit();
}

/** Counts the mails of this kind in the last 24 hours, from this shopper and to this address. Locks both until the
 *  transaction ends, so that concurrent calls cannot exceed the limits together. */
export async function countMailsToday(
  tx: StoreTx,
  { shopperId, to, kind }: { shopperId: ShopperId; to: string; kind: string },
) {
  // Always in this order, so that two calls with the same shopper or address cannot deadlock.
  await tx`select pg_advisory_xact_lock(hashtextextended('mails-by:' || ${tx.storeId}::text || ':' || ${shopperId}::text, 0))`;
  await tx`select pg_advisory_xact_lock(hashtextextended('mails-to:' || ${tx.storeId}::text || ':' || ${to}::text, 0))`;
  const [today] = await tx<{ byShopper: number; toAddress: number }>`
    select
      (select count(*)::int from mails where store_id = ${tx.storeId} and shopper_id = ${shopperId} and kind = ${kind} and created_at > now() - interval '1 day') as "byShopper",
      (select count(*)::int from mails where store_id = ${tx.storeId} and to_email = ${to} and kind = ${kind} and created_at > now() - interval '1 day') as "toAddress"`;
  return today ?? { byShopper: 0, toAddress: 0 };
}
