import { UNTRACKED } from "../../client/src/keepsake.ts";
import type { ReadVariant } from "../../hosted/src/platform.ts";
import type { Api } from "./api.ts";
import { readPages } from "./read-pages.ts";

/** A product or a variation, as far as the program reads it. */
export type Product = {
  readonly id: number;
  readonly parent_id?: number;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly permalink: string;
  readonly sku: string;
  readonly price: string;
  readonly regular_price: string;
  /** `parent`: the variation sells the units of its product. */
  readonly manage_stock: boolean | "parent";
  readonly stock_quantity: number | null;
  readonly stock_status: "instock" | "outofstock" | "onbackorder";
  readonly images?: readonly { readonly src: string }[];
  readonly image?: { readonly src: string } | null;
  readonly attributes: readonly { readonly option?: string }[];
};

const IDS_PER_CALL = 100;
const READ_MAX = 500;

/** Reads products with their variations. */
export function createCatalogue(api: Api) {
  let currency: Promise<string> | undefined;

  function currencyOfShop(): Promise<string> {
    currency ??= api.get<{ code: string }>("data/currencies/current").then(
      ({ code }) => code,
      (error: unknown) => {
        currency = undefined;
        throw error;
      },
    );
    return currency;
  }

  async function withVariations(product: Product): Promise<ReadVariant[]> {
    const code = await currencyOfShop();
    const read = [toVariant(product, product, code)];
    if (product.type !== "variable") return read;
    for await (const page of readPages<Product>(api, `products/${product.id}/variations`))
      read.push(...page.map((variation) => toVariant(variation, product, code)));
    return read;
  }

  return {
    async read(productIds: readonly string[]): Promise<{ variants: ReadVariant[]; missing: string[] }> {
      const variants: ReadVariant[] = [];
      const missing = new Set(productIds);
      for (let index = 0; index < productIds.length; index += IDS_PER_CALL) {
        const include = productIds.slice(index, index + IDS_PER_CALL).join(",");
        for await (const page of readPages<Product>(api, `products?include=${include}`))
          for (const product of page) {
            missing.delete(String(product.id));
            variants.push(...(await withVariations(product)));
          }
      }
      return { variants, missing: [...missing] };
    },

    async *readAll(signal: AbortSignal): AsyncGenerator<ReadVariant[]> {
      for await (const page of readPages<Product>(api, "products")) {
        signal.throwIfAborted();
        const read: ReadVariant[] = [];
        for (const product of page) read.push(...(await withVariations(product)));
        for (let index = 0; index < read.length; index += READ_MAX) yield read.slice(index, index + READ_MAX);
      }
    },
  };
}

function toVariant(one: Product, product: Product, currency: string): ReadVariant {
  const isVariation = one.id !== product.id;
  const [price, regular] = [amount(one.price), amount(one.regular_price)];
  const isSold = one.status === "publish" && product.status === "publish";
  const image = isVariation ? (one.image?.src ?? product.images?.[0]?.src) : product.images?.[0]?.src;
  return {
    variant: {
      epi: String(one.id),
      empi: String(product.id),
      dt: product.name,
      vi: isVariation ? one.attributes.map(({ option }) => option ?? "").join(", ") : null,
      sku: one.sku,
      du: product.permalink,
      uri: isVariation ? one.permalink : null,
      iu: image ?? null,
      pr: price,
      compareAtPrice: regular !== null && price !== null && regular > price ? regular : null,
      currency,
    },
    levels: [{ location: "", quantity: isSold ? quantityOf(one, product) : 0 }],
  };
}

/** Units that the shop would first have to order (backorders) are not there. */
function quantityOf(one: Product, product: Product): number {
  if (one.stock_status === "outofstock") return 0;
  const quantity = one.manage_stock === "parent" ? product.stock_quantity : one.stock_quantity;
  if (one.manage_stock) return Math.max(0, Math.floor(quantity ?? 0));
  return one.stock_status === "onbackorder" ? 0 : UNTRACKED;
}

const amount = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : null);
