import { Inject, Injectable } from "@nestjs/common";
import {
  ChannelService,
  ConfigService,
  type ID,
  ProductService,
  ProductVariantService,
  type RequestContext,
  RequestContextService,
} from "@vendure/core";
import type { Variant } from "keepsake-connector";
import { KEEPSAKE_OPTIONS, type KeepsakeOptions } from "./options";
import { PublicIds } from "./public-ids";
import { type MarketPrices, toMarkets } from "./to-markets";

/** Reads what Keepsake shows of these variants: titles, picture, page, the price in the context's channel, and those of the
 *  markets. */
@Injectable()
export class CatalogReader {
  private minorUnits: number;

  constructor(
    private variants: ProductVariantService,
    private products: ProductService,
    private channels: ChannelService,
    private contexts: RequestContextService,
    private publicIds: PublicIds,
    @Inject(KEEPSAKE_OPTIONS) private options: KeepsakeOptions,
    { entityOptions }: ConfigService,
  ) {
    this.minorUnits = 10 ** (entityOptions.moneyStrategy?.precision ?? 2);
  }

  async read(ctx: RequestContext, variantIds: readonly ID[]): Promise<Variant[]> {
    const variants = (await this.variants.findByIds(ctx, [...variantIds])).filter(
      ({ deletedAt }) => deletedAt === null,
    );
    if (variants.length === 0) return [];
    const products = await this.products.findByIds(ctx, [...new Set(variants.map(({ productId }) => productId))]);
    const byId = new Map(products.map((product) => [String(product.id), product]));
    const markets = await this.readMarkets(ctx, variantIds);

    return variants.flatMap((variant) => {
      const product = byId.get(String(variant.productId));
      if (!product) return [];
      const [variantId, productId] = [variant.id, product.id].map((id) => this.publicIds.encode(id)) as [
        string,
        string,
      ];
      const page = { slug: product.slug, productId, variantId };
      const preview = (variant.featuredAsset ?? product.featuredAsset)?.preview;
      return {
        epi: variantId,
        empi: productId,
        dt: product.name,
        vi: variant.options.map(({ name }) => name).join(" / ") || null,
        sku: variant.sku,
        du: this.options.productUrl(page),
        iu: preview ? (this.options.imageUrl?.(preview) ?? preview) : null,
        pr: variant.priceWithTax / this.minorUnits,
        currency: variant.currencyCode,
        ...(markets.length > 0 ? { markets: toMarkets(String(variant.id), page, markets) } : {}),
      };
    });
  }

  private async readMarkets(ctx: RequestContext, variantIds: readonly ID[]): Promise<MarketPrices[]> {
    const read: MarketPrices[] = [];
    for (const [name, { channel: code, productUrl }] of Object.entries(this.options.markets ?? {})) {
      const [channel] = (await this.channels.findAll(ctx, { filter: { code: { eq: code } }, take: 1 })).items;
      if (!channel)
        throw new Error(`There is no channel ${code}. Correct the option markets of vendure-plugin-keepsake.`);
      const inChannel = await this.contexts.create({ apiType: "admin", channelOrToken: channel });
      const variants = await this.variants.findByIds(inChannel, [...variantIds]);
      const prices = new Map(
        variants.map(({ id, priceWithTax, currencyCode }) => [
          String(id),
          { pr: priceWithTax / this.minorUnits, currency: currencyCode },
        ]),
      );
      read.push({ name, productUrl, prices });
    }
    return read;
  }
}
