import type { Shop } from "../../hosted/src/installations.ts";
import type { Reading } from "../../hosted/src/platform.ts";
import type { Reservations } from "../../hosted/src/reservations.ts";
import type { AdminApi, Document } from "./admin-api.ts";
import { numberOf, typeOf } from "./ids.ts";
import { readOrdersById } from "./read-orders.ts";
import { readVariants } from "./read-variants.ts";

const ITEMS_PER_QUERY = 100;
const VARIANTS_PER_PAGE = 250;
/** A product has at most 2,048 variants. */
const PAGES_MAX = 10;

type Ids = { readonly nodes: readonly { readonly id: string }[] };
const ITEMS_QUERY: Document<{ nodes: readonly ({ variants: Ids } | null)[] }, { ids: string[] }> = {
  name: "items",
  text: `query Items($ids: [ID!]!) { nodes(ids: $ids) { ... on InventoryItem { id variants(first: 5) { nodes { id } } } } }`,
};
type ProductOut = {
  readonly product: {
    readonly variants: Ids & { readonly pageInfo: { hasNextPage: boolean; endCursor: string | null } };
  } | null;
};
const PRODUCT_QUERY: Document<ProductOut, { id: string; first: number; after: string | null }> = {
  name: "product",
  text: `query Product($id: ID!, $first: Int!, $after: String) { product(id: $id) {
    variants(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }`,
};

type Deps = { readonly api: AdminApi; readonly reservations: Reservations; readonly clock: () => number };

/** Reads what the hints name. A hint is a global id of a variant, an inventory item, a product or an order. */
export async function readHints(deps: Deps, shop: Shop, hints: readonly string[]): Promise<Reading> {
  const named = Map.groupBy(hints, typeOf);
  const numbers = new Set((named.get("ProductVariant") ?? []).map(numberOf));
  for (const id of await findVariantsOfItems(deps.api, shop, named.get("InventoryItem") ?? [])) numbers.add(id);
  const products = named.get("Product") ?? [];
  for (const product of products)
    for (const id of await findVariantsOfProduct(deps.api, shop, product)) numbers.add(id);

  const { variants, unsettled, gone } = await readVariants(deps, shop, [...numbers]);
  return {
    variants: variants.filter(({ variant }) => !unsettled.has(String(variant.epi))),
    unsettledVariants: [...unsettled],
    orders: await readOrdersById(deps.api, shop, named.get("Order") ?? []),
    goneVariants: gone,
    wholeProducts: products.map(numberOf),
  };
}

async function findVariantsOfItems(api: AdminApi, shop: Shop, items: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let index = 0; index < items.length; index += ITEMS_PER_QUERY) {
    const { nodes } = await api.query(shop, ITEMS_QUERY, { ids: items.slice(index, index + ITEMS_PER_QUERY) });
    // A deleted item leads nowhere. Its product's webhook, or the reconcile, tells what became of the variant.
    found.push(...nodes.flatMap((node) => node?.variants.nodes.map(({ id }) => numberOf(id)) ?? []));
  }
  return found;
}

async function findVariantsOfProduct(api: AdminApi, shop: Shop, id: string): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { product }: ProductOut = await api.query(shop, PRODUCT_QUERY, {
      id,
      first: VARIANTS_PER_PAGE,
      after,
    });
    if (!product) break;
    found.push(...product.variants.nodes.map((node) => numberOf(node.id)));
    if (!product.variants.pageInfo.hasNextPage) break;
    after = product.variants.pageInfo.endCursor;
  }
  return found;
}
