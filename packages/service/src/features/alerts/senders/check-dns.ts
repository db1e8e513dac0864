import { isDeepStrictEqual } from "node:util";
import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { MailSettings } from "../../../platform/messaging/mail/create-mail-sender.ts";
import type { Dns } from "../../../platform/network/dns.ts";
import { getSenderAddress } from "../../stores/settings/sender-address.ts";
import type { Store } from "../../stores/store.ts";
import { noSenderAddress } from "../errors.ts";
import { announceSenderChange } from "./announce-sender-change.ts";
import { domainOf, recordNameOf } from "./dkim-key.ts";
import { checkMailDns } from "./dns/check-mail-dns.ts";
import type { CheckedRecord } from "./dns/record.ts";
import { findOwnProvider } from "./find-own-provider.ts";
import { mailRouteOf } from "./mail-route.ts";
import { findDkimKeys, markKeySeen, upsertCheck } from "./sql.ts";

/** Asks DNS about the records of the store's sender, and keeps what it says unless the sender or its keys have changed
 *  meanwhile. A signing key whose record is there signs from now on. No transaction is open while DNS is asked. */
export async function checkDns(
  { db, dns, mail }: { readonly db: Db; readonly dns: Dns; readonly mail: MailSettings | undefined },
  store: Store,
): Promise<CheckedRecord[]> {
  const read = (tx: StoreTx) => readSender(tx, store);
  const checked = await db.inStore(store.id, read);
  if (!checked) throw noSenderAddress();
  const { address, own, keys } = checked;
  const records = await checkMailDns(dns, mailRouteOf(address, own, keys, mail));
  const right = new Set(records.filter(({ state }) => state === "ok").map(({ name }) => name));
  const seen = keys.filter((key) => !key.seenAt && right.has(recordNameOf(key)));
  await db.inStore(store.id, async (tx) => {
    if (!isDeepStrictEqual(await read(tx), checked)) return;
    await upsertCheck(tx, records);
    for (const key of seen) await markKeySeen(tx, key);
    if (seen.length > 0) await announceSenderChange(tx);
  });
  return records;
}

/** What is checked. Whoever changes it waits until this transaction ends. */
async function readSender(tx: StoreTx, store: Store) {
  const sender = await getSenderAddress(tx);
  return (
    sender && {
      address: sender.address,
      own: await findOwnProvider(tx, store, "email"),
      keys: await findDkimKeys(tx, domainOf(sender.address)),
    }
  );
}
