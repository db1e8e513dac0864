import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, QueryContext } from "@medusajs/framework/utils";
import type { MarketOfVariant, Variant } from "keepsake-connector";
import { KEEPSAKE } from "../modules/keepsake";
import type { KeepsakeOptions } from "../modules/keepsake/options";
import type KeepsakeService from "../modules/keepsake/service";
import { type CalculatedPrice, toPrice } from "./to-price";

interface VariantRow {
  readonly id: string;
  readonly sku: string | null;
  readonly title: string | null;
  readonly thumbnail?: string | null;
  readonly options: readonly { readonly value: string }[] | null;
  readonly product: {
    readonly id: string;
    readonly title: string;
    readonly handle: string;
    readonly thumbnail: string | null;
  } | null;
  readonly calculated_price?: CalculatedPrice | null;
}

/** Reads what Keepsake shows of these variants: titles, picture, page and price, also in markets. */
export async function readCatalog(container: MedusaContainer, variantIds: readonly string[]): Promise<Variant[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { productUrl, regionId } = container.resolve<KeepsakeService>(KEEPSAKE).options;
  const { data } = await query.graph({
    entity: "variant",
    fields: [
      "id",
      "sku",
      "title",
      "thumbnail",
      "options.value",
      "product.id",
      "product.title",
      "product.handle",
      "product.thumbnail",
      "calculated_price.*",
    ],
    filters: { id: [...variantIds] },
    context: { calculated_price: QueryContext(await findPricing(container, regionId)) },
  });
  const markets = await readMarkets(container, variantIds);
  return (data as VariantRow[]).flatMap(({ id, sku, title, thumbnail, options, product, calculated_price: price }) =>
    product
      ? [
          {
            epi: id,
            empi: product.id,
            dt: product.title,
            vi: options?.map(({ value }) => value).join(" / ") || title,
            sku,
            du: productUrl(toPage(product, id)),
            iu: thumbnail ?? product.thumbnail,
            ...toPrice(price),
            ...(markets.length > 0 ? { markets: toMarkets(id, toPage(product, id), markets) } : {}),
          },
        ]
      : [],
  );
}

type Page = Parameters<KeepsakeOptions["productUrl"]>[0];
const toPage = ({ id, handle }: NonNullable<VariantRow["product"]>, variantId: string): Page => ({
  handle,
  productId: id,
  variantId,
});

type MarketPrices = {
  readonly name: string;
  readonly productUrl: KeepsakeOptions["productUrl"] | undefined;
  readonly prices: ReadonlyMap<string, CalculatedPrice | null | undefined>;
};

/** The prices of each market's region. */
async function readMarkets(container: MedusaContainer, variantIds: readonly string[]): Promise<MarketPrices[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { markets = {} } = container.resolve<KeepsakeService>(KEEPSAKE).options;
  const read: MarketPrices[] = [];
  for (const [name, { regionId, productUrl }] of Object.entries(markets)) {
    const { data } = await query.graph({
      entity: "variant",
      fields: ["id", "calculated_price.*"],
      filters: { id: [...variantIds] },
      context: { calculated_price: QueryContext(await findPricing(container, regionId)) },
    });
    const prices = new Map(
      (data as Pick<VariantRow, "id" | "calculated_price">[]).map(({ id, calculated_price: price }) => [id, price]),
    );
    read.push({ name, productUrl, prices });
  }
  return read;
}

const toMarkets = (variantId: string, page: Page, markets: readonly MarketPrices[]): Record<string, MarketOfVariant> =>
  Object.fromEntries(
    markets.map(({ name, productUrl, prices }) => [
      name,
      { ...toPrice(prices.get(variantId)), du: productUrl?.(page) ?? null },
    ]),
  );

async function findPricing(container: MedusaContainer, regionId: string | undefined) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  if (regionId !== undefined) {
    const { data } = await query.graph({ entity: "region", fields: ["currency_code"], filters: { id: regionId } });
    const [region] = data as { currency_code: string }[];
    if (!region) throw new Error(`There is no region ${regionId}. Correct the options of medusa-plugin-keepsake.`);
    return { region_id: regionId, currency_code: region.currency_code };
  }
  const { data } = await query.graph({
    entity: "store",
    fields: ["supported_currencies.currency_code", "supported_currencies.is_default"],
  });
  const [store] = data as { supported_currencies: { currency_code: string; is_default: boolean }[] }[];
  const currency = store?.supported_currencies.find(({ is_default }) => is_default);
  if (!currency) throw new Error("The shop has no default currency. Set one, or the option regionId.");
  return { currency_code: currency.currency_code };
}
