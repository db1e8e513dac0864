import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { StoreTx } from "../../../platform/db/db.ts";
import { newIds } from "../../../platform/db/new-ids.ts";
import type { ContactId } from "../../../platform/ids.ts";
import { ensureVariants } from "../../catalog/moving/ensure-variants.ts";
import type { HashAddress } from "../address.ts";
import { HAPPENINGS } from "../line/happenings.ts";
import { findByHash, wasErasedSince } from "./find-erased.ts";
import type {
  ContactSubscription,
  MovedConsent,
  MovedContact,
  OwnedSubscription,
  PlacedSubscription,
} from "./moved-subscription.ts";
import {
  findContacts,
  insertConsents,
  insertContacts,
  insertSubscriptions,
  lockSubscriptions,
  type NewSubscription,
  type Stored,
} from "./sql.ts";

export type ImportedSubscriptions = {
  readonly added: number;
  /** Those who waited here already and now have the earlier place of the file. */
  readonly earlier: number;
  /** Those of `added` who would wait, but are suppressed. */
  readonly suppressed: number;
  /** The places of people who were erased here. */
  readonly erased: readonly number[];
};

/** Stores subscriptions of another installation or service, with the places of those who wait. Nothing is sent: nobody is asked
 *  to confirm, and nobody is notified. */
export async function importSubscriptions(
  tx: StoreTx,
  hashAddress: HashAddress,
  subscriptions: readonly OwnedSubscription[],
  known: Parameters<typeof ensureVariants>[2],
): Promise<ImportedSubscriptions> {
  const hashes = subscriptions.map(({ contact }) => hashAddress(contact.address, tx.storeId));
  const suppressions = await findByHash(tx, hashes);
  const isErased = (place: number) =>
    wasErasedSince(suppressions.get(hashes[place] ?? ""), subscriptions[place]?.signedUpAt ?? null);
  const erased = [...subscriptions.keys()].filter(isErased);

  const contacts = new Map<string, MovedContact & { readonly addressHash: string }>();
  const platformIds = subscriptions.flatMap(({ platformId }, place) => (isErased(place) ? [] : platformId));
  const variants = await ensureVariants(tx, platformIds, known);
  const placed = new Map<string, PlacedSubscription>();
  for (const [place, one] of subscriptions.entries()) {
    const addressHash = hashes[place] ?? "";
    const variant = variants.get(one.platformId);
    if (!variant || isErased(place)) continue;
    const createdAt = one.contact.createdAt ?? one.signedUpAt;
    if (!contacts.has(addressHash)) contacts.set(addressHash, { ...one.contact, createdAt, addressHash });
    const key = `${addressHash} ${variant.id} ${one.topic}`;
    const before = placed.get(key);
    placed.set(
      key,
      before
        ? firstOf(before, one)
        : { ...one, variantId: variant.id, addressHash, isSuppressed: suppressions.has(addressHash) },
    );
  }
  if (placed.size === 0) return { added: 0, earlier: 0, suppressed: 0, erased };

  const { ids, isNew } = await ensureContacts(tx, [...contacts.values()]);
  const found = [...placed.values()].flatMap((row): ContactSubscription[] => {
    const contactId = ids.get(row.addressHash);
    return contactId === undefined ? [] : [{ ...row, contactId }];
  });
  // People of the same moment are in line by these ids, so all are taken in the order of the file.
  const newOnes = await newIds(tx, found.length);
  const rows = found.map((row, index): NewSubscription => ({ ...row, id: newOnes[index] ?? "" }));
  const [fresh, others] = [
    rows.filter(({ addressHash }) => isNew(addressHash)),
    rows.filter(({ addressHash }) => !isNew(addressHash)),
  ];
  const first = await storeSome(tx, fresh, true);
  const second = await storeSome(tx, others, false);
  const stored = { added: first.added + second.added, earlier: first.earlier + second.earlier };
  const suppressed = rows.filter(({ isSuppressed, state }) => isSuppressed && state === "waiting").length;
  return { ...stored, suppressed: Math.min(suppressed, stored.added), erased };
}

/** The file has a person twice for one variant and topic: the first row counts, with the earlier time if both wait. */
const firstOf = (before: PlacedSubscription, repeated: OwnedSubscription): PlacedSubscription =>
  before.state === "waiting" &&
  repeated.state === "waiting" &&
  Date.parse(repeated.signedUpAt) < Date.parse(before.signedUpAt)
    ? { ...before, signedUpAt: repeated.signedUpAt }
    : before;

async function storeSome(tx: StoreTx, rows: readonly NewSubscription[], areNew: boolean): Promise<Stored> {
  if (rows.length === 0) return { added: 0, earlier: 0 };
  if (!areNew) await lockSubscriptions(tx, rows);
  const stored = await insertSubscriptions(tx, rows, { reason: HAPPENINGS.say("imported", {}), areNew });
  const consents = rows.flatMap(({ id, consents: given, addressHash }) =>
    given.map((consent) => ({
      ...consent,
      subscriptionId: id,
      addressHash,
      textVersion: versionOf(consent),
    })),
  );
  if (consents.length > 0) await insertConsents(tx, consents, stored.added === rows.length);
  return stored;
}

/** The same version as a sign-up with this text has. Few texts are shown to many people. */
function versionOf({ wording, language }: MovedConsent): string | null {
  if (wording === "") return null;
  const text = `${language ?? ""}\n${wording}`;
  const known = versions.get(text);
  if (known) return known;
  const version = hash("sha256", text)
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  versions.set(text, version);
  return version;
}
const versions = new LRUCache<string, string>({ max: 500 });

type NewContact = MovedContact & { readonly addressHash: string };

/** The ids of contacts, by the hashes of their addresses. Those that the store does not know are stored. */
async function ensureContacts(tx: StoreTx, contacts: readonly NewContact[]) {
  const ids = await newIds(tx, contacts.length);
  const withIds = contacts.map((contact, index) => ({ ...contact, id: ids[index] ?? "" }));
  const added = await insertContacts(tx, withIds);
  const own = new Map(withIds.map(({ addressHash, id }) => [addressHash, id as ContactId]));
  if (added === contacts.length) return { added, ids: own, isNew: () => true };
  const found = await findContacts(
    tx,
    contacts.map(({ address }) => address),
  );
  const byAddress = new Map(found.map(({ id, medium, value }) => [`${medium} ${value}`, id]));
  const stored = new Map<string, ContactId>();
  for (const { address, addressHash } of contacts) {
    const id = byAddress.get(`${address.medium} ${address.value}`);
    if (id !== undefined) stored.set(addressHash, id);
  }
  return { added, ids: stored, isNew: (addressHash: string) => stored.get(addressHash) === own.get(addressHash) };
}

/** Stores contacts that the store does not know. Returns how many are new, and the places of people who were erased here. */
export async function importContacts(
  tx: StoreTx,
  hashAddress: HashAddress,
  contacts: readonly MovedContact[],
): Promise<{ readonly added: number; readonly erased: readonly number[] }> {
  const hashes = contacts.map(({ address }) => hashAddress(address, tx.storeId));
  const suppressions = await findByHash(tx, hashes);
  const isErased = (place: number) =>
    wasErasedSince(suppressions.get(hashes[place] ?? ""), contacts[place]?.createdAt ?? null);
  const erased = [...contacts.keys()].filter(isErased);
  const kept = new Map<string, MovedContact & { readonly addressHash: string }>();
  for (const [place, contact] of contacts.entries()) {
    const addressHash = hashes[place] ?? "";
    if (!isErased(place) && !kept.has(addressHash)) kept.set(addressHash, { ...contact, addressHash });
  }
  return { added: kept.size === 0 ? 0 : (await ensureContacts(tx, [...kept.values()])).added, erased };
}
