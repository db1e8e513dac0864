import type { VariantId } from "../../../platform/ids.ts";

/** A variant of another installation, or of the catalogue of another service. `product` and `marketProduct` are JSON text. */
export type MovedVariant = {
  /** With the market, if it is one, here and below: `nameOf` divides them. */
  readonly platformId: string;
  readonly productId: string | null;
  readonly product: string | null;
  /** What the shop says of the market alone. */
  readonly marketProduct: string | null;
};
/** Times are texts, which keep their microseconds. */
export type MovedPrice = {
  readonly platformId: string;
  readonly currency: string;
  readonly price: number;
  readonly compareAt: number | null;
  readonly seenAt: string;
};
export type MovedStock = {
  readonly platformId: string;
  readonly quantity: number;
  readonly arrived: number;
  readonly restocks: number;
  readonly isIn: boolean;
  readonly levels: readonly { readonly location: string; readonly quantity: number; readonly at: string }[];
};
export type KnownVariant = { readonly id: VariantId; readonly productId: string | null };
