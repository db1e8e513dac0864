import type { Db } from "../../../platform/db/db.ts";
import type { MailSettings } from "../../../platform/messaging/mail/create-mail-sender.ts";
import type { Dns } from "../../../platform/network/dns.ts";
import { getSettings } from "../../stores/settings/get-settings.ts";
import type { Store } from "../../stores/store.ts";
import { noSenderAddress } from "../errors.ts";
import { announceSenderChange } from "./announce-sender-change.ts";
import { domainOf, recordNameOf } from "./dkim-key.ts";
import { checkMailDns } from "./dns/check-mail-dns.ts";
import type { CheckedRecord } from "./dns/record.ts";
import { findOwnProvider } from "./find-own-provider.ts";
import { mailRouteOf } from "./mail-route.ts";
import { findDkimKeys, markKeySeen, upsertCheck } from "./sql.ts";

/** Asks DNS about the records of the store's sender, and keeps what it says. A signing key whose record is there signs from
 *  now on. No transaction is open meanwhile. */
export async function checkDns(
  { db, dns, mail }: { readonly db: Db; readonly dns: Dns; readonly mail: MailSettings | undefined },
  store: Store,
): Promise<CheckedRecord[]> {
  const { sender, own, keys } = await db.inStore(store.id, async (tx) => {
    const { sender: found } = await getSettings(tx);
    if (!found) throw noSenderAddress();
    return {
      sender: found,
      own: await findOwnProvider(tx, store, "email"),
      keys: await findDkimKeys(tx, domainOf(found.address)),
    };
  });
  const records = await checkMailDns(dns, mailRouteOf(sender.address, own, keys, mail));
  const right = new Set(records.filter(({ state }) => state === "ok").map(({ name }) => name));
  const seen = keys.filter((key) => !key.seenAt && right.has(recordNameOf(key)));
  await db.inStore(store.id, async (tx) => {
    await upsertCheck(tx, records);
    for (const key of seen) await markKeySeen(tx, key);
    if (seen.length > 0) await announceSenderChange(tx);
  });
  return records;
}
