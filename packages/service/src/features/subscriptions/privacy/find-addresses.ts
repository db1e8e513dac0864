import type { StoreTx } from "../../../platform/db/db.ts";
import type { ContactId, ShopperId } from "../../../platform/ids.ts";
import type { Alert, Person } from "../../shoppers/privacy/person.ts";
import { type Address, mediumName } from "../address.ts";
import { findAddressesOf, findContacts, findOfPerson, findUnconfirmedOf } from "./sql.ts";

const ADDRESSES_MAX = 1_000;

/** The addresses that only these shoppers have signed up, such as the phone number of an account. An address that somebody
 *  else has signed up, too, may be that person's. */
export const findAddressesOfShoppers = (tx: StoreTx, shopperIds: readonly ShopperId[]): Promise<Address[]> =>
  shopperIds.length === 0 ? Promise.resolve([]) : findAddressesOf(tx, shopperIds, ADDRESSES_MAX);

/** Addresses that only these shoppers asked for, and that are not confirmed: they may be anybody's. */
export const findUnconfirmedOfShoppers = async (
  tx: StoreTx,
  shopperIds: readonly ShopperId[],
): Promise<readonly { readonly medium: "email" | "sms"; readonly value: string }[]> =>
  shopperIds.length === 0
    ? []
    : (await findUnconfirmedOf(tx, shopperIds, ADDRESSES_MAX)).map(({ medium, value }) => ({
        medium: mediumName(medium),
        value,
      }));

/** The contacts with these addresses, which only their hashes name. */
export const findContactsByHash = async (
  tx: StoreTx,
  hashes: readonly string[],
): Promise<readonly { readonly id: ContactId; readonly medium: "email" | "sms"; readonly value: string }[]> =>
  (await findContacts(tx, hashes)).map(({ id, medium, value }) => ({ id, medium: mediumName(medium), value }));

/** They must fit into the sealed person of an erasure. */
const ALERTS_MAX = 10_000;

/** The alerts of a person, or as many as matter: nobody has more of them on their way at one time. */
export const findAlertsOfPerson = async (tx: StoreTx, person: Person): Promise<readonly Alert[]> =>
  (await findOfPerson(tx, person, "0", ALERTS_MAX)).map(({ id, variantId, topic }) => ({ id, variantId, topic }));
