/** Where Keepsake is, and what it is told about this shop. */
export interface KeepsakeOptions {
  /** Where Keepsake is, such as https://keepsake.example. */
  readonly url: string;
  /** Of the store. */
  readonly pid: string;
  /** An API key with the scopes `catalog` and `orders`, and `alerts` for reservations. */
  readonly key: string;
  /** The page of a product in the storefront. */
  readonly productUrl: (product: { slug: string; productId: string; variantId: string }) => string;
  /** Markets of the store in Keepsake, by their names: the channel whose prices count there, and its pages. */
  readonly markets?: Readonly<
    Record<string, { readonly channel: string; readonly productUrl?: KeepsakeOptions["productUrl"] }>
  >;
  /** The address of a picture. Without it, pictures are sent if the asset storage names them by a full URL. */
  readonly imageUrl?: (preview: string) => string;
  /** The page of the storefront that claims an accepted offer. Without it, nothing is reserved. */
  readonly claimUrl?: (claim: { offer: string }) => string;
  /** Address of this shop's administration, which Keepsake's dashboard shows. */
  readonly shop?: string;
  /** When everything is compared, as a cron expression. Every 15 minutes unless said otherwise. */
  readonly reconcile?: string;
  /** How often accepted offers are looked for. Every 3 seconds unless said otherwise. */
  readonly pollSeconds?: number;
}

export const KEEPSAKE_OPTIONS = Symbol("KEEPSAKE_OPTIONS");
export const LOGGER_CONTEXT = "Keepsake";
