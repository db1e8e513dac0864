import type { VariantId } from "../../../platform/ids.ts";

type OfVariant = { readonly variantId: VariantId };
export type PastPrice = OfVariant & {
  readonly currency: string;
  readonly price: number;
  readonly compareAt: number | null;
  readonly seenAt: string;
};
/** The stock of now, and how it came to be. */
export type PastLevel = OfVariant & {
  readonly quantity: number;
  /** Units that arrived with the last restock and after it. */
  readonly arrived: number;
  readonly restocks: number;
  readonly occurredAt: string;
};
/** A change of the stock in one restock. */
export type PastChange = OfVariant & {
  readonly at: string;
  readonly number: number;
  readonly quantity: number;
  readonly arrived: number;
};
