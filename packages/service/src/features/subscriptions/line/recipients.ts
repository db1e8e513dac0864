import type { StoreTx } from "../../../platform/db/db.ts";
import type { ContactId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { mediumName } from "../address.ts";
import type { ClientProduct } from "../client-product.ts";
import type { LineRange, PriceDrop } from "./range.ts";
import { findAmong, findInRange, findProductAndZone, type LineKey, type RecipientRow } from "./sql.ts";

/** Someone who waits, with the address that gets their alert. */
export type Recipient = {
  readonly id: SubscriptionId;
  readonly contactId: ContactId;
  readonly variantId: VariantId;
  readonly topic: string;
  /** When they joined the line, in microseconds. */
  readonly place: string;
  /** Their place or rank, for the order in which they were selected. */
  readonly position: string;
  readonly quantity: number;
  readonly extras: string | null;
  /** The URL that the shop's server sent at sign-up, for products that are not in the catalogue. A URL from a browser is
   *  never put into a mail. */
  readonly productUrl: string | null;
  readonly medium: "email" | "sms";
  readonly value: string;
  readonly addressHash: string;
  /** Nothing is sent to a suppressed address. */
  readonly isSuppressed: boolean;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
};

/** The first people of a part of the line, right before sending. Who left the line is not among them. */
export async function selectRange(
  tx: StoreTx,
  line: LineKey,
  range: LineRange,
  options: { readonly price: PriceDrop | undefined; readonly limit: number },
): Promise<Recipient[]> {
  return (await findInRange(tx, line, range, options)).map((row) => toRecipient(row, line));
}

/** Those of these people who still wait. `joinedUntil` leaves out those who left the line and joined it again later. */
export async function selectRecipients(
  tx: StoreTx,
  ids: readonly SubscriptionId[],
  joinedUntil?: string,
): Promise<Recipient[]> {
  return (await findAmong(tx, ids, joinedUntil)).map((row) => toRecipient(row, row));
}

/** Names each field, because a copy with the rest of the fields is several times slower. */
const toRecipient = (row: RecipientRow, { variantId, topic }: LineKey): Recipient => ({
  id: row.id,
  contactId: row.contactId,
  variantId,
  topic,
  place: row.place,
  position: row.position ?? row.place,
  quantity: row.quantity,
  extras: row.extras,
  productUrl: trustedUrl(row.clientProduct),
  medium: mediumName(row.medium),
  value: row.value,
  addressHash: row.addressHash,
  isSuppressed: row.isSuppressed,
  locale: row.locale,
  currency: row.currency,
  timeZone: row.timeZone,
});

const trustedUrl = (clientProduct: ClientProduct | null) =>
  clientProduct?.by === "store-server" ? clientProduct.url : null;

/** For the links of alerts and offers. `productUrl`: what the shop's server sent at sign-up. Undefined for somebody who was
 *  erased. */
export async function findPageDetails(
  tx: StoreTx,
  id: SubscriptionId,
): Promise<
  { readonly variantId: VariantId; readonly productUrl: string | null; readonly timeZone: string | null } | undefined
> {
  const row = await findProductAndZone(tx, id);
  return row && { variantId: row.variantId, productUrl: trustedUrl(row.clientProduct), timeZone: row.timeZone };
}
