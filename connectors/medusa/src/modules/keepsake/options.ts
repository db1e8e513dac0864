import { MedusaError } from "@medusajs/framework/utils";

/** Where Keepsake is, and what it is told about this shop. */
export interface KeepsakeOptions {
  /** Where Keepsake is, such as https://keepsake.example. */
  readonly url: string;
  /** Of the store. */
  readonly pid: string;
  /** An API key with the scopes `catalog` and `orders`, and `alerts` for reservations. */
  readonly key: string;
  /** The page of a product in the storefront. */
  readonly productUrl: (product: { handle: string; productId: string; variantId: string }) => string;
  /** Prices of this region are reported. Without it, the base prices in the shop's default currency. */
  readonly regionId?: string;
  /** Markets of the store in Keepsake, by their names: the region whose prices count there, and its pages. */
  readonly markets?: Readonly<
    Record<string, { readonly regionId: string; readonly productUrl?: KeepsakeOptions["productUrl"] }>
  >;
  /** The page of the storefront that claims an accepted offer. Without it, nothing is reserved. */
  readonly claimUrl?: (claim: { offer: string }) => string;
  /** Address of this shop's administration, which Keepsake's dashboard shows. */
  readonly shop?: string;
}

export function readOptions(options: Partial<KeepsakeOptions> | undefined): KeepsakeOptions {
  for (const name of ["url", "pid", "key", "productUrl"] as const)
    if (!options?.[name])
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        `medusa-plugin-keepsake: the option ${name} is missing in medusa-config`,
      );
  for (const [name, market] of Object.entries(options?.markets ?? {}))
    if (!market.regionId)
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        `medusa-plugin-keepsake: the regionId of the market ${name} is missing in medusa-config`,
      );
  return options as KeepsakeOptions;
}
