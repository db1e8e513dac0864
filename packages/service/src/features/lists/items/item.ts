import type { VariantId } from "../../../platform/ids.ts";

/** Bits of `items.flags`: how the ids were written, and what the row holds beyond its columns. */
export const PLATFORM_ID_IS_NUMBER = 1;
export const PRODUCT_ID_IS_NUMBER = 2;
export const VARIANT_NOT_CHOSEN = 4;
export const HAS_DETAILS = 8;
export const QUANTITY_CHOSEN = 16;

/** What an item holds beyond its columns: the shopper's words, and the product as the client described it where the
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

/** What is to be put on a list. Nothing given for quantity or details leaves what is there. */
export type NewItem = {
  readonly variantId: VariantId;
  readonly productId: string;
  readonly quantity: number | null;
  readonly flags: number;
  /** The bits of `flags` that were given; an update leaves the others. */
  readonly flagsGiven: number;
  readonly details: Details | null;
};
