import type { ShopperId, StoreId, VariantId } from "../../../platform/ids.ts";
import type { PublicListId } from "../list.ts";

/** Bits of `items.flags`: how the client wrote the ids, and what the row holds beyond its columns. */
export const PLATFORM_ID_IS_NUMBER = 1;
export const PRODUCT_ID_IS_NUMBER = 2;
export const VARIANT_NOT_CHOSEN = 4;
export const HAS_DETAILS = 8;
export const QUANTITY_CHOSEN = 16;

/** What an item holds beyond its columns: what the shopper wrote, and the product as the client described it where the
 *  catalogue does not know it. */
export type Details = {
  readonly note?: string | null;
  readonly properties?: unknown;
  readonly labels?: readonly string[];
  readonly clientProduct?: ClientProduct;
  readonly custom?: Custom;
};

/** A product as the client described it, where the catalogue does not know it. Only the shopper's own item shows it. */
export type ClientProduct = {
  readonly productId?: string;
  readonly url?: string;
  readonly title?: string;
  readonly imageUrl?: string;
  readonly price?: number;
  readonly sku?: string;
};

/** An item that is not in any catalogue. */
export type Custom = {
  readonly title: string;
  readonly price?: number;
  readonly url?: string;
  readonly imageUrl?: string;
  readonly sku?: string;
  readonly compareAtPrice?: number;
  readonly platformItemId?: unknown;
  readonly bundle?: readonly object[];
};

export type Item = {
  readonly variantId: VariantId;
  readonly addedAt: number;
  readonly updatedAt: number;
  readonly quantity: number;
  readonly flags: number;
  readonly details: Details | null;
};

/** An item as a request names it, with the platform's ids as text. */
export type SentItem = {
  readonly platformId: string;
  /** Null where the request gave none. */
  readonly quantity: number | null;
  readonly flags: number;
  /** The bits of `flags` that the request gave; an update leaves the others. */
  readonly flagsGiven: number;
  readonly details: Details | null;
  readonly isCustom: boolean;
};

/** An item to write. Where the quantity or the details are null, those of a stored item stay. */
export type NewItem = Pick<SentItem, "quantity" | "flags" | "flagsGiven" | "details"> & {
  readonly variantId: VariantId;
  readonly productId: string;
};

/** Items to add to one list of one shopper. */
export type Addition = {
  readonly storeId: StoreId;
  readonly publicId: PublicListId;
  readonly shopperId: ShopperId;
  readonly itemsMax: number;
  readonly previewItems: number;
  readonly items: readonly NewItem[];
};

/** What became of an addition. `no-room`: with these items the list could exceed its limit, so nothing was stored. */
export type AddOutcome = { readonly state: "no-list" | "no-room" | "stored"; readonly items: readonly Item[] };
