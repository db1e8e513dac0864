import type { Db, StoreTx } from "../../../platform/db/db.ts";
import { getSettings } from "../../stores/settings/get-settings.ts";
import { getSenderAddress } from "../../stores/settings/sender-address.ts";
import type { Store } from "../../stores/store.ts";
import { noSenderAddress } from "../errors.ts";
import { type DkimKey, domainOf, makeDkimKey, OLD_KEYS } from "./dkim-key.ts";
import { type DkimRow, deleteCheck, deleteOldKeys, findDkimKeys, insertDkimKey } from "./sql.ts";

const domainOfStore = async (tx: StoreTx) => {
  const { sender } = await getSettings(tx);
  return sender && domainOf(sender.address);
};

/** Makes a signing key for the domain of the new address, or of the store's present one, if it has none. It takes a while, so
 *  that no transaction is open meanwhile. */
export async function makeMissingKey(db: Db, store: Store, address: string | undefined): Promise<DkimRow | undefined> {
  const { domain, known } = await db.inStore(store.id, async (tx) => {
    const of = address === undefined ? await domainOfStore(tx) : domainOf(address);
    return { domain: of, known: of === undefined ? [] : await findDkimKeys(tx, of) };
  });
  return domain === undefined || known.length > 0 ? undefined : makeDkimKey(store, domain);
}

/** A new key for the store's domain. It signs once its record is in DNS; until then the present one does. */
export async function makeNextKey(db: Db, store: Store): Promise<DkimRow> {
  const domain = await db.inStore(store.id, domainOfStore);
  if (domain === undefined) throw noSenderAddress();
  return makeDkimKey(store, domain);
}

/** Stores the new key, and forgets the last check of DNS, which does not have it. If the last new key was never seen in DNS,
 *  that one stays, so that keys do not pile up. */
export async function rotateDkim(tx: StoreTx, key: DkimRow): Promise<DkimKey> {
  await getSenderAddress(tx); // a check that is being stored waits, or we for it
  await deleteOldKeys(tx, key.domain, OLD_KEYS);
  const [newest] = await findDkimKeys(tx, key.domain);
  if (newest && !newest.seenAt) return newest;
  await insertDkimKey(tx, key);
  await deleteCheck(tx);
  return key;
}
