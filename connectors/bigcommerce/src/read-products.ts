import type { Shop } from "../../hosted/src/installations.ts";
import type { ReadVariant } from "../../hosted/src/platform.ts";
import type { Api } from "./api.ts";
import { locationsOf } from "./locations.ts";
import type { InventoryItem, Product, StoreInfo } from "./products.ts";
import { toInventory, toVariants } from "./to-variants.ts";

const PRODUCTS_PER_PAGE = 50;
const IDS_PER_CALL = 200;
const READ_MAX = 500;
const STORE_KEPT_MS = 60 * 60_000;
const STORES_MAX = 1_000;

type Page<T> = { readonly data: readonly T[] };
export type Catalogue = ReturnType<typeof createCatalogue>;

/** Reads products, with the stock of each location, and remembers a shop's currency and address for an hour. */
export function createCatalogue({ api, clock }: { api: Api; clock: () => number }) {
  const stores = new Map<string, { readonly info: StoreInfo; readonly until: number }>();

  async function storeOf(shop: Shop): Promise<StoreInfo> {
    const known = stores.get(shop.shop);
    if (known && known.until > clock()) return known.info;
    const info = await api.get<StoreInfo>(shop, "v2/store");
    if (!info) throw new Error(`BigCommerce said nothing about ${shop.shop}`);
    stores.delete(shop.shop);
    stores.set(shop.shop, { info, until: clock() + STORE_KEPT_MS });
    const [oldest] = stores.keys();
    if (stores.size > STORES_MAX && oldest !== undefined) stores.delete(oldest);
    return info;
  }

  /** One page of products. The smallest number comes first, so that what is created meanwhile is met, too. */
  async function findProducts(shop: Shop, condition: string): Promise<readonly Product[]> {
    const page = await api.get<Page<Product>>(
      shop,
      `v3/catalog/products?${condition}&include=variants,primary_image&sort=id&direction=asc&limit=${PRODUCTS_PER_PAGE}`,
    );
    return page?.data ?? [];
  }

  async function readStock(shop: Shop, products: readonly Product[]): Promise<ReadVariant[]> {
    const info = await storeOf(shop);
    const tracked = products
      .filter(({ inventory_tracking }) => inventory_tracking !== "none")
      .flatMap(({ variants }) => variants.map(({ id }) => id));
    const items: InventoryItem[] = [];
    for (let index = 0; index < tracked.length; index += IDS_PER_CALL) {
      const ids = tracked.slice(index, index + IDS_PER_CALL).join(",");
      const page = await api.get<Page<InventoryItem>>(shop, `v3/inventory/items?variant_id:in=${ids}&limit=1000`);
      items.push(...(page?.data ?? []));
    }
    const inventory = toInventory(items, locationsOf(shop));
    return products.flatMap((product) => toVariants(product, inventory, info));
  }

  return {
    /** The products with these numbers, as far as they exist. */
    async read(shop: Shop, productIds: readonly string[]): Promise<ReadVariant[]> {
      const read: ReadVariant[] = [];
      for (let index = 0; index < productIds.length; index += PRODUCTS_PER_PAGE) {
        const ids = productIds.slice(index, index + PRODUCTS_PER_PAGE).join(",");
        read.push(...(await readStock(shop, await findProducts(shop, `id:in=${ids}`))));
      }
      return read;
    },

    async *readAll(shop: Shop, signal: AbortSignal): AsyncGenerator<ReadVariant[]> {
      for (let last = 0; ; ) {
        signal.throwIfAborted();
        const products = await findProducts(shop, `id:greater=${last}`);
        const read = await readStock(shop, products);
        for (let index = 0; index < read.length; index += READ_MAX) yield read.slice(index, index + READ_MAX);
        if (products.length < PRODUCTS_PER_PAGE) return;
        last = products.at(-1)?.id ?? last;
      }
    },

    /** Which of these products have no options, so that their orders name the product itself. */
    async findSimple(shop: Shop, productIds: readonly number[]): Promise<ReadonlySet<number>> {
      const simple = new Set<number>();
      for (let index = 0; index < productIds.length; index += IDS_PER_CALL) {
        const ids = productIds.slice(index, index + IDS_PER_CALL).join(",");
        const page = await api.get<Page<Pick<Product, "id" | "base_variant_id">>>(
          shop,
          `v3/catalog/products?id:in=${ids}&include_fields=base_variant_id&limit=${IDS_PER_CALL}`,
        );
        for (const { id, base_variant_id } of page?.data ?? []) if (base_variant_id !== null) simple.add(id);
      }
      return simple;
    },
  };
}
