import type { StoreTx } from "../../../platform/db/db.ts";
import type { ContactId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { mediumName } from "../address.ts";
import type { ClientProduct } from "../client-product.ts";
import { STATES, stateName } from "../state.ts";
import { findRecipients } from "./sql.ts";

/** A waiting subscription, with the address that gets its alert. */
export type Recipient = {
  readonly id: SubscriptionId;
  readonly contactId: ContactId;
  readonly variantId: VariantId;
  readonly topic: string;
  readonly quantity: number;
  readonly extras: string | null;
  /** The URL that the shop's server sent at sign-up, for products that are not in the catalogue. A URL from a browser is
   *  never put into a mail. */
  readonly productUrl: string | null;
  readonly medium: "email" | "sms";
  readonly value: string;
  readonly addressHash: string;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
};
type SkippedRecipient = { readonly id: SubscriptionId; readonly reason: string };

/** Selects, right before sending, the subscriptions that still wait. Each of the others gets a reason. */
export async function selectRecipients(
  tx: StoreTx,
  ids: readonly SubscriptionId[],
): Promise<{ recipients: Recipient[]; skipped: SkippedRecipient[] }> {
  const rows = await findRecipients(tx, ids);
  const recipients: Recipient[] = [];
  const skipped: SkippedRecipient[] = [];
  for (const { state, isSuppressed, medium, clientProduct, ...rest } of rows) {
    if (isSuppressed) skipped.push({ id: rest.id, reason: "the address is suppressed" });
    else if (state !== STATES.waiting) skipped.push({ id: rest.id, reason: `not waiting: ${stateName(state)}` });
    else recipients.push({ ...rest, productUrl: trustedUrl(clientProduct), medium: mediumName(medium) });
  }
  const found = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!found.has(id)) skipped.push({ id, reason: "the subscription does not exist" });
  return { recipients, skipped };
}

const trustedUrl = (clientProduct: ClientProduct | null) =>
  clientProduct?.by === "store-server" ? clientProduct.url : null;

/** For the page of an offer: the URL that the shop's server sent at sign-up, and the shopper's time zone. */
export async function findPageDetails(
  tx: StoreTx,
  id: SubscriptionId,
): Promise<{ readonly productUrl: string | null; readonly timeZone: string | null }> {
  const [row] = await findRecipients(tx, [id]);
  return { productUrl: trustedUrl(row?.clientProduct ?? null), timeZone: row?.timeZone ?? null };
}
