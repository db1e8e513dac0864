import type { MarketOfVariant } from "keepsake-connector";
import type { KeepsakeOptions } from "./options";

export interface MarketPrices {
  readonly name: string;
  readonly productUrl: KeepsakeOptions["productUrl"] | undefined;
  /** By the id of the variant. */
  readonly prices: ReadonlyMap<string, { readonly pr: number; readonly currency: string }>;
}

/** What differs in each market. Null removes what was sent before: a variant that is not in the market's channel, and a market
 *  without pages of its own, have the price and the page of the default channel. */
export const toMarkets = (
  variantId: string,
  page: Parameters<KeepsakeOptions["productUrl"]>[0],
  markets: readonly MarketPrices[],
): Record<string, MarketOfVariant> =>
  Object.fromEntries(
    markets.map(({ name, productUrl, prices }) => [
      name,
      { ...(prices.get(variantId) ?? { pr: null }), du: productUrl?.(page) ?? null },
    ]),
  );
