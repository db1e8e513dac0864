import type { StoreTx } from "../../db/db.ts";
import { fragmentWith } from "../../db/fragment.ts";
import type { ShopperId } from "../../ids.ts";
import { mailboxOf } from "../../text/email.ts";

type Recipient = { readonly medium: "email" | "sms"; readonly value: string };
type Correspondent = {
  readonly addresses: readonly Recipient[];
  readonly shopperIds: readonly ShopperId[];
  /** Of the messages to these addresses, only those from before this time. */
  readonly until?: Date | undefined;
};

/** A subquery of the ids of the mails and text messages to these addresses, and of those that these shoppers caused. */
const idsOf = (tx: StoreTx, { addresses, shopperIds, until }: Correspondent) => fragmentWith`
  select m.id
  from unnest(${addresses.map(({ value }) => mailboxOf(value))}::text[], ${addresses.map(({ value }) => value)}::text[]) as sought (mailbox, value)
  join mails m on m.store_id = ${tx.storeId} and m.mailbox = sought.mailbox and m.to_email = sought.value
    and m.created_at < ${until ?? "infinity"}::timestamptz
  union
  select id from mails where store_id = ${tx.storeId} and shopper_id = any(${shopperIds}::bigint[])`;

/** Deletes a page of the queued and sent messages to these addresses or from these shoppers. Returns how many. */
export async function forgetMails(tx: StoreTx, person: Correspondent, limit: number): Promise<number> {
  const gone = await tx<{ done: boolean }>`
    delete from mails where store_id = ${tx.storeId} and id = any(array(${idsOf(tx, person)} limit ${limit}))
    returning true as done`;
  return gone.length;
}

/** A page of these messages, in the order of their ids. */
export const selectMails = (tx: StoreTx, person: Correspondent, after: string, limit: number) => tx<{
  key: string;
  record: object;
}>`
  select id as key, to_jsonb(m) - 'store_id' - 'slot' as record from mails m
  where store_id = ${tx.storeId} and id > ${after}::bigint and id = any(array(${idsOf(tx, person)}))
  order by m.id limit ${limit}`;

/** A page of the addresses of the store's messages, in order, for a search by hash. */
export const findRecipients = (tx: StoreTx, after: string, limit: number) => tx<{
  id: string;
  medium: "email" | "sms";
  value: string;
}>`
  select id, medium, to_email as value from mails where store_id = ${tx.storeId} and id > ${after}::bigint
  order by mails.id limit ${limit}`;
