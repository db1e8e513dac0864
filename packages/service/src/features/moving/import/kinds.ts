import { LRUCache } from "lru-cache";
import type { StoreTx } from "../../../platform/db/db.ts";
import { addPrices, addStock, addVariants } from "../../catalog/moving/add-variants.ts";
import type { KnownVariant } from "../../catalog/moving/moved-variant.ts";
import { importItems } from "../../lists/moving/import-items.ts";
import { importLists, type ListOutcome } from "../../lists/moving/import-lists.ts";
import type { OwnedList } from "../../lists/moving/moved-list.ts";
import { ensureOwners } from "../../shoppers/moving/ensure-owners.ts";
import { findNamedOwners } from "../../shoppers/moving/find-named-owners.ts";
import type { MovedOwner } from "../../shoppers/moving/moved-owner.ts";
import type { Store } from "../../stores/store.ts";
import { EMAIL, type HashAddress } from "../../subscriptions/address.ts";
import { findErased } from "../../subscriptions/moving/find-erased.ts";
import { importContacts, importSubscriptions } from "../../subscriptions/moving/import-subscriptions.ts";
import { importSuppressions } from "../../subscriptions/moving/import-suppressions.ts";
import type { OwnedSubscription } from "../../subscriptions/moving/moved-subscription.ts";
import {
  PRICE_FIELDS,
  readPrice,
  readStock,
  readVariant,
  STOCK_FIELDS,
  VARIANT_FIELDS,
} from "../records/catalogue-records.ts";
import { CONTACT_FIELDS, readContact } from "../records/contact-record.ts";
import type { Fields } from "../records/fields.ts";
import { ITEM_FIELDS, type ItemRow, readItem } from "../records/item-record.ts";
import { LIST_FIELDS, type ListRow, readList } from "../records/list-record.ts";
import { getOwner } from "../records/owner.ts";
import { readSubscription, SUBSCRIPTION_FIELDS, type SubscriptionRow } from "../records/subscription-record.ts";
import { readSuppression, SUPPRESSION_FIELDS } from "../records/suppression-record.ts";
import type { Reason } from "../refused.ts";

/** What became of a page of rows. `changed`: what was stored other than the file says, and how often. */
export type Outcome = {
  readonly imported: number;
  readonly changed?: Readonly<Partial<Record<Change, number>>>;
  /** The places of rows that are not stored, from 0. */
  readonly refused?: readonly { readonly place: number; readonly reason: Reason }[];
};

export const CHANGES = {
  suppressed: "are stored and never notified, because their address is suppressed",
  earlier: "waited here already, and have the earlier place of the file now",
  renamed: "got another list id, because another store of this installation has theirs",
  "name-cut": "had a name of more than 50 characters, which was cut",
  "hash-only": "are known only as a hash of the installation that they come from, and protect nobody here",
} as const;
export type Change = keyof typeof CHANGES;

export type PageDeps = {
  readonly store: Store;
  readonly hashAddress: HashAddress;
  /** The variants of earlier pages. */
  readonly known: Parameters<typeof importItems>[2];
};

export type Kind = {
  readonly name: KindName;
  readonly fields: readonly string[];
  /** Reads one row. Throws Refused. */
  readonly read: (store: Store, fields: Fields) => unknown;
  readonly add: (tx: StoreTx, deps: PageDeps, rows: readonly never[]) => Promise<Outcome>;
};

const VARIANTS_KNOWN = 50_000;
export const createKnownVariants = () => new LRUCache<string, KnownVariant>({ max: VARIANTS_KNOWN });

const kind = <Row>(
  fields: readonly string[],
  read: (store: Store, fields: Fields) => Row,
  add: (tx: StoreTx, deps: PageDeps, rows: readonly Row[]) => Promise<Outcome>,
) => ({ fields, read, add });

const KINDS = {
  suppressions: kind(
    SUPPRESSION_FIELDS,
    (_, fields) => readSuppression(fields),
    async (tx, { hashAddress }, rows) => ({
      imported: await importSuppressions(tx, hashAddress, rows),
      changed: { "hash-only": rows.filter(({ address }) => address === null).length },
    }),
  ),
  variants: kind(VARIANT_FIELDS, readVariant, async (tx, _, rows) => ({
    imported: await addVariants(tx, [...new Map(rows.map((row) => [row.platformId, row])).values()]),
  })),
  prices: kind(PRICE_FIELDS, readPrice, async (tx, { known }, rows) => ({
    imported: await addPrices(tx, rows, known),
  })),
  stock: kind(STOCK_FIELDS, readStock, async (tx, { known }, rows) => ({
    imported: await addStock(tx, [...new Map(rows.map((row) => [row.platformId, row])).values()], known),
  })),
  shoppers: kind(
    ["email", "uuid", "regid", "createdAt"],
    (store, fields) => getOwner(store, fields, fields.time("createdAt")),
    async (tx, { hashAddress }, rows) => {
      const found = await ensureKnownOwners(tx, hashAddress, rows);
      const refused = found.flatMap((one, place) => (one === "erased" ? [{ place, reason: one }] : []));
      const added = new Set(found.flatMap((one) => (one !== "erased" && one.isNew ? one.id : [])));
      return { imported: added.size, refused };
    },
  ),
  contacts: kind(
    CONTACT_FIELDS,
    (_, fields) => readContact(fields, fields.time("createdAt")),
    async (tx, { hashAddress }, rows) => {
      const { added, erased } = await importContacts(tx, hashAddress, rows);
      return { imported: added, refused: erased.map((place) => ({ place, reason: "erased" as const })) };
    },
  ),
  lists: kind(LIST_FIELDS, readList, addLists),
  items: kind(ITEM_FIELDS, readItem, addItems),
  subscriptions: kind(SUBSCRIPTION_FIELDS, readSubscription, addSubscriptions),
};
export type KindName = keyof typeof KINDS;

/** In the order in which a whole store is imported: what others refer to comes first, and suppressions before all. */
export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[];

export const kindOf = (name: KindName): Kind => ({ name, ...KINDS[name] });

const REFUSED_LISTS: Partial<Record<ListOutcome, Reason>> = {
  "of-another": "of-another",
  "second-save-for-later": "second-save-for-later",
  "unknown-target": "unknown-target",
};

async function findErasedOwners(tx: StoreTx, hashAddress: HashAddress, owners: readonly (MovedOwner | null)[]) {
  const addresses = owners.flatMap((owner) => (owner && addressOf(owner)) ?? []);
  const wasErased = await findErased(tx, hashAddress, addresses);
  return (owner: MovedOwner) => {
    const address = addressOf(owner);
    return address !== undefined && wasErased(address, owner.createdAt);
  };
}

const ensureKnownOwners = async (tx: StoreTx, hashAddress: HashAddress, owners: readonly MovedOwner[]) =>
  ensureOwners(tx, owners, await findErasedOwners(tx, hashAddress, owners));

const addressOf = ({ email }: MovedOwner) => (email === null ? undefined : ({ medium: EMAIL, value: email } as const));

async function addLists(tx: StoreTx, { hashAddress }: PageDeps, rows: readonly ListRow[]): Promise<Outcome> {
  const owners = await ensureKnownOwners(
    tx,
    hashAddress,
    rows.map(({ owner }) => owner),
  );
  const refused: { place: number; reason: Reason }[] = [];
  const places: number[] = [];
  const lists: OwnedList[] = [];
  for (const [place, { list }] of rows.entries()) {
    const found = owners[place] ?? "erased";
    if (found === "erased") refused.push({ place, reason: "erased" });
    else {
      places.push(place);
      lists.push({ ...list, shopperId: found.id });
    }
  }
  const outcomes = await importLists(tx, lists);
  let [imported, renamed, cut] = [0, 0, 0];
  for (const [index, outcome] of outcomes.entries()) {
    const place = places[index] ?? 0;
    const reason = REFUSED_LISTS[outcome];
    if (reason) refused.push({ place, reason });
    if (outcome === "renamed") renamed += 1;
    if (outcome !== "new" && outcome !== "renamed") continue;
    imported += 1;
    if (rows[place]?.isNameCut) cut += 1;
  }
  return { imported, changed: { renamed, "name-cut": cut }, refused };
}

async function addItems(tx: StoreTx, { hashAddress, known }: PageDeps, rows: readonly ItemRow[]): Promise<Outcome> {
  const named = rows.map(({ owner }) => owner);
  const found = await findNamedOwners(tx, named, await findErasedOwners(tx, hashAddress, named));
  const refused: { place: number; reason: Reason }[] = [];
  const places: number[] = [];
  const owners: Exclude<(typeof found)[number], "erased">[] = [];
  for (const [place, owner] of found.entries()) {
    if (owner === "erased") refused.push({ place, reason: "erased" });
    else {
      places.push(place);
      owners.push(owner);
    }
  }
  const items = places.flatMap((place) => rows[place]?.item ?? []);
  const { added, withoutList, ofAnother } = await importItems(tx, { items, owners }, known);
  for (const index of withoutList) refused.push({ place: places[index] ?? 0, reason: "unknown-list" });
  for (const index of ofAnother) refused.push({ place: places[index] ?? 0, reason: "of-another" });
  return { imported: added, refused };
}

async function addSubscriptions(
  tx: StoreTx,
  { hashAddress, known }: PageDeps,
  rows: readonly SubscriptionRow[],
): Promise<Outcome> {
  const owned = rows.filter(({ owner }) => owner !== null);
  const addresses = owned.map(({ subscription }) => subscription.contact.address);
  const wasErased = await findErased(tx, hashAddress, addresses);
  // A row that is refused below must not bring an account.
  const kept = owned.filter(({ subscription: { contact, signedUpAt } }) => !wasErased(contact.address, signedUpAt));
  const owners = await ensureKnownOwners(
    tx,
    hashAddress,
    kept.flatMap(({ owner }) => owner ?? []),
  );
  const ownerOf = new Map(kept.map((row, index) => [row, owners[index]]));
  const subscriptions = rows.map((row): OwnedSubscription => {
    const found = ownerOf.get(row);
    return { ...row.subscription, shopperId: found && found !== "erased" ? found.id : null };
  });
  const { added, earlier, suppressed, erased } = await importSubscriptions(tx, hashAddress, subscriptions, known);
  return {
    imported: added,
    changed: { earlier, suppressed },
    refused: erased.map((place) => ({ place, reason: "erased" as const })),
  };
}
