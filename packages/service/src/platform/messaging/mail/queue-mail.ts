import type { StoreTx } from "../../db/db.ts";
import { fragmentWith } from "../../db/fragment.ts";
import type { ShopperId } from "../../ids.ts";
import { mailboxOf } from "../../text/email.ts";
import type { Mail } from "./mail.ts";

/** After so many attempts a message is given up. */
export const TRIES = 8;

/** Queues a mail in the transaction that causes it; a worker sends it. */
export async function queueMail(
  tx: StoreTx,
  {
    shopperId,
    kind,
    mail,
    unsubscribeUrl = null,
  }: {
    shopperId: ShopperId | null;
    kind: string;
    mail: Mail;
    /** Ends mails of this kind with one POST, for the header List-Unsubscribe. */
    unsubscribeUrl?: string | null;
  },
) {
  await tx`
    insert into mails (id, store_id, shopper_id, kind, to_email, mailbox, subject, text_body, html_body, unsubscribe_url)
    values (new_id(${tx.storeId}), ${tx.storeId}, ${shopperId}, ${kind}, ${mail.to}, ${mailboxOf(mail.to)}, ${mail.subject}, ${mail.text}, ${mail.html}, ${unsubscribeUrl})`;
  tx.wakeAfterCommit("mails");
}

/** Queues a text message in the transaction that causes it; a worker sends it. */
export async function queueText(
  tx: StoreTx,
  { shopperId = null, kind, to, text }: { shopperId?: ShopperId | null; kind: string; to: string; text: string },
) {
  await tx`
    insert into mails (id, store_id, shopper_id, kind, medium, to_email, mailbox, subject, text_body, html_body)
    values (new_id(${tx.storeId}), ${tx.storeId}, ${shopperId}, ${kind}, 'sms', ${to}, ${to}, '', ${text}, '')`;
  tx.wakeAfterCommit("mails");
}

const DAY_MINUTES = 1_440;

/** Counts the mails of this kind to a mailbox in the last minutes. Concurrent calls wait for each other. */
export async function countMailsTo(
  tx: StoreTx,
  { to, kind, minutes = DAY_MINUTES }: { to: string; kind: string; minutes?: number },
): Promise<number> {
  const mailbox = mailboxOf(to);
  await tx`select pg_advisory_xact_lock(hashtextextended('mails:' || ${kind}::text || ':' || ${mailbox}::text, ${tx.storeId}))`;
  const [counted] = await tx<{ count: number }>`
    select count(*)::int as count from mails
    where store_id = ${tx.storeId} and mailbox = ${mailbox} and kind = ${kind} and created_at > now() - make_interval(mins => ${minutes})`;
  return counted?.count ?? 0;
}

/** Counts the mails of this kind in the last 24 hours: of the store, from this shopper, and to this mailbox. Locks the
 *  store's mails of this kind until the transaction ends, so that concurrent calls cannot exceed the limits together. */
export async function countMailsToday(
  tx: StoreTx,
  { shopperId, to, kind }: { shopperId: ShopperId; to: string; kind: string },
) {
  await tx`select pg_advisory_xact_lock(hashtextextended('mails:' || ${kind}::text || ':' || ${tx.storeId}::text, 0))`;
  const today = fragmentWith`store_id = ${tx.storeId} and kind = ${kind} and created_at > now() - interval '1 day'`;
  const [counted] = await tx<{ ofStore: number; byShopper: number; toMailbox: number }>`
    select
      (select count(*)::int from mails where ${today}) as "ofStore",
      (select count(*)::int from mails where ${today} and shopper_id = ${shopperId}) as "byShopper",
      (select count(*)::int from mails where ${today} and mailbox = ${mailboxOf(to)}) as "toMailbox"`;
  return counted ?? { ofStore: 0, byShopper: 0, toMailbox: 0 };
}

/** Makes the store's messages due now that wait for another attempt, after something about its sender has changed. One that is
 *  being sent has no problem recorded, and a text message that may have been sent has no next time: they stay as they are. */
export async function retryMailsNow(tx: StoreTx) {
  await tx`
    update mails set due_at = now()
    where store_id = ${tx.storeId} and sent_at is null and attempts < ${TRIES} and due_at > now() and due_at < 'infinity' and problem is not null`;
  tx.wakeAfterCommit("mails");
}
