import type { ShopperId, StoreId, VariantId } from "../../../platform/ids.ts";
import type { PublicListId } from "../list.ts";

/** Bits of `items.flags`. The first two record that the client sent an id as a number. */
export const PLATFORM_ID_IS_NUMBER = 1;
export const PRODUCT_ID_IS_NUMBER = 2;
export const VARIANT_NOT_CHOSEN = 4;
/** The item has details that its record always needs: what the shopper wrote, or a custom item. */
export const HAS_DETAILS = 8;
export const QUANTITY_CHOSEN = 16;

/** The fields of the client's description. A record needs one only where the catalogue has no value for it. */
export const CLIENT_FIELDS = {
  productId: 32,
  url: 64,
  title: 128,
  imageUrl: 256,
  price: 512,
  sku: 1_024,
} as const satisfies Record<keyof ClientProduct, number>;
export const ANY_CLIENT_FIELD = 32 | 64 | 128 | 256 | 512 | 1_024;

/** The optional data of an item, stored as JSON: what the shopper wrote, and how the client described the product. */
export type Details = {
  readonly note?: string | null;
  /** JSON text, as the client wrote it. */
  readonly properties?: string;
  readonly labels?: readonly string[];
  readonly clientProduct?: ClientProduct;
  readonly custom?: Custom;
};

/** The client's description of the product, kept as long as the item exists. It is shown only on this shopper's item, and
 *  only where the catalogue has no value. */
export type ClientProduct = {
  readonly productId?: string;
  readonly url?: string;
  readonly title?: string;
  readonly imageUrl?: string;
  readonly price?: number;
  readonly sku?: string;
};

/** An item that is in no catalogue, such as a pen with an engraving. */
export type Custom = {
  /** An update that does not change the title has none. */
  readonly title?: string;
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

/** An item of a request, with the platform's id as text. */
export type SentItem = {
  readonly platformId: string;
  /** Null when the request has none. */
  readonly quantity: number | null;
  readonly flags: number;
  /** The bits of `flags` that the request sets. An update does not change the others. */
  readonly flagsGiven: number;
  readonly details: Details | null;
  readonly isCustom: boolean;
};

/** An item to store. If it is already on the list, a null quantity or null details leave the stored ones unchanged. */
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

/** The result of an addition. Only `stored` stored something. `no-room`: with these items the list could exceed its limit.
 *  `locked`: another transaction has locked the list. */
export type AddOutcome = {
  readonly state: "no-list" | "no-room" | "locked" | "stored";
  readonly items: readonly Item[];
};
