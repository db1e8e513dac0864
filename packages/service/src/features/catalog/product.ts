/** What the store's server says of a variant, in the public API's own short names. */
export type Product = {
  readonly bt?: string;
  readonly dt?: string;
  readonly sku?: string;
  readonly du?: string;
  readonly uri?: string;
  readonly iu?: string;
  readonly pr?: number;
  readonly stk?: number;
  readonly vi?: string;
  readonly compareAtPrice?: number;
  readonly currency?: string;
  readonly tags?: readonly string[];
};
