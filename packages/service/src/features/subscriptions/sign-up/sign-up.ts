import type { ShopperId, StoreId, VariantId } from "../../../platform/ids.ts";
import type { PlatformId } from "../../../platform/text/platform-id.ts";
import type { Address, HashAddress, Medium } from "../address.ts";
import type { ClientProduct } from "../client-product.ts";

/** A product of a sign-up, as the client sent it. */
export type SentProduct = {
  readonly platformId: PlatformId;
  readonly productId: PlatformId;
  readonly url: string;
  readonly quantity: number | null;
  /** For `pricedrop`: the price at or below which the shopper wants the alert. */
  readonly target: number | null;
};

/** The address that signs up, its preferences and its consent. */
export type SignUpTerms = {
  readonly address: Address;
  readonly onMailingList: boolean | null;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
  /** The text that the shopper agreed to, as it was shown. */
  readonly consentText: string;
  /** When the shopper agreed, if that was before now. */
  readonly consentedAt: Date | null;
  /** A keyed hash of the IP address that they agreed from, if it is known. */
  readonly ipHash: string | null;
  readonly source: string;
};

/** What the owner of an address agreed to when they confirmed a sign-up, and from which IP address. */
export type Confirmation = { readonly text: string; readonly language: string; readonly ipHash: string | null };

/** Who says that the address belongs to the person who signs up: the shop, the link in a mail, or nobody. Without a proof
 *  a sign-up changes no contact and no subscription of another shopper, open or ended; with a link it can start an ended
 *  one again, and only a sign-up by the shop changes open ones. */
export type Proof = "shop" | "link" | "none";

/** One alert of a sign-up. If the quantity is null, the quantity of an earlier sign-up stays. */
export type WantedAlert = {
  readonly variantId: VariantId;
  readonly topic: string;
  readonly quantity: number | null;
  readonly extras: string | null;
  readonly target: number | null;
  readonly clientProduct: ClientProduct | null;
};

/** A sign-up as the database stores it. */
export type SignUp = {
  readonly storeId: StoreId;
  readonly medium: Medium;
  readonly value: string;
  readonly addressHash: string;
  readonly onMailingList: boolean | null;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
  readonly shopperId: ShopperId | null;
  readonly proof: Proof;
  readonly source: string;
  readonly consentText: string;
  readonly consentedAt: Date | null;
  readonly ipHash: string | null;
  /** With the proof `link`. */
  readonly confirmation: Confirmation | null;
  readonly wanted: readonly WantedAlert[];
};

export const toSignUp = (
  { storeId, shopperId, hashAddress }: { storeId: StoreId; shopperId: ShopperId | null; hashAddress: HashAddress },
  { address, onMailingList, locale, currency, timeZone, source, consentText, consentedAt, ipHash }: SignUpTerms,
  proof: Proof,
  wanted: readonly WantedAlert[],
): SignUp => ({
  storeId,
  ...address,
  addressHash: hashAddress(address, storeId),
  onMailingList,
  locale,
  currency,
  timeZone,
  shopperId,
  proof,
  source,
  consentText,
  consentedAt,
  ipHash,
  confirmation: null,
  wanted,
});
