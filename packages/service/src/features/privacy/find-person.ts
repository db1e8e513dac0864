import type { StoreTx } from "../../platform/db/db.ts";
import type { ContactId } from "../../platform/ids.ts";
import type { Email } from "../../platform/text/email.ts";
import { findShoppersByRegid } from "../shoppers/privacy/find-shoppers.ts";
import type { Person, PersonAddress } from "../shoppers/privacy/person.ts";
import { accountRegid, type Regid } from "../shoppers/regid.ts";
import type { Store } from "../stores/store.ts";
import { type Address, EMAIL, type HashAddress, MEDIA, mediumName, SMS } from "../subscriptions/address.ts";
import {
  findAddressesOfShoppers,
  findContactsByHash,
  findUnconfirmedOfShoppers,
} from "../subscriptions/privacy/find-addresses.ts";

/** How a caller names a person. Several names are taken for the same person. `person`: the address of the person with an id. */
export type NamedPerson = {
  readonly email?: Email;
  readonly phone?: string;
  readonly regid?: Regid;
  readonly person?: Address;
};

/** How the person was named, for the audit log: never the name itself. */
export const namesOf = (person: NamedPerson) => ({ by: Object.keys(person) });

/** What is known of a person before the tables are asked. The erasure log knows only hashes of addresses. */
export type SoughtPerson = {
  readonly addresses: readonly Address[];
  readonly hashes: readonly string[];
  readonly regids: readonly Regid[];
};

export function toSought(store: Store, { email, phone, regid, person }: NamedPerson): SoughtPerson {
  const addresses = [
    ...(email === undefined ? [] : [{ medium: EMAIL, value: email } as const]),
    ...(phone === undefined ? [] : [{ medium: SMS, value: phone } as const]),
    ...(person === undefined ? [] : [person]),
  ];
  const accounts = addresses.filter(({ medium }) => medium === EMAIL);
  return {
    addresses,
    hashes: [],
    regids: [
      ...accounts.map(({ value }) => accountRegid(store, value as Email)),
      ...(regid === undefined ? [] : [regid]),
    ],
  };
}

export type FoundPerson = Person & {
  readonly shoppers: Awaited<ReturnType<typeof findShoppersByRegid>>;
  readonly contactIds: readonly ContactId[];
};

/** Finds everything that leads to a person: their account, the guests that are part of it, the account's address, and the
 *  addresses that nobody else has signed up. */
export async function findPerson(
  tx: StoreTx,
  hashAddress: HashAddress,
  { addresses: named, hashes: known, regids }: SoughtPerson,
  { lock }: { readonly lock: boolean },
): Promise<FoundPerson> {
  const shoppers = await findShoppersByRegid(tx, regids, { lock });
  const shopperIds = shoppers.map(({ id }) => id);
  const emails = shoppers.flatMap(({ email }) => (email === null ? [] : [{ medium: EMAIL, value: email } as const]));
  const signedUp = await findAddressesOfShoppers(tx, shopperIds);
  const toPersonAddress = ({ medium, value }: Address): PersonAddress => ({
    medium: mediumName(medium),
    value,
    hash: hashAddress({ medium, value }, tx.storeId),
  });
  const byHash = new Map([...named, ...emails, ...signedUp].map(toPersonAddress).map((one) => [one.hash, one]));
  const hashes = [...new Set([...byHash.keys(), ...known])];
  const contacts = await findContactsByHash(tx, hashes);
  for (const { medium, value } of contacts) {
    const address = toPersonAddress({ medium: MEDIA[medium], value });
    byHash.set(address.hash, address);
  }
  return {
    shoppers,
    shopperIds,
    hashes,
    addresses: [...byHash.values()],
    regids: [...new Set([...regids, ...shoppers.map(({ regid }) => regid)])],
    unconfirmed: await findUnconfirmedOfShoppers(tx, shopperIds),
    contactIds: contacts.map(({ id }) => id),
  };
}
