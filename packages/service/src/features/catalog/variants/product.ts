/** Product data of a variant, as the store's server sent it. */
export type Product = {
  readonly brand?: string;
  readonly title?: string;
  readonly sku?: string;
  readonly url?: string;
  /** The page of this variant, where the shop has one. */
  readonly variantUrl?: string;
  readonly imageUrl?: string;
  readonly price?: number;
  readonly stock?: number;
  /** Size, colour and so on, such as "Brown / 42". */
  readonly variantTitle?: string;
  readonly compareAtPrice?: number;
  readonly currency?: string;
  readonly tags?: readonly string[];
};
