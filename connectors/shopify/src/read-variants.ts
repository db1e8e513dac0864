import { UNTRACKED } from "../../client/src/keepsake.ts";
import type { Shop } from "../../hosted/src/installations.ts";
import type { Level, ReadVariant } from "../../hosted/src/platform.ts";
import type { Reservation, Reservations } from "../../hosted/src/reservations.ts";
import type { AdminApi, Document } from "./admin-api.ts";
import { gidOf, numberOf } from "./ids.ts";
import { type MarketPrices, type Markets, marketsOf, priceFields, toMarketPrices } from "./markets.ts";

/** A query may cost 1,000 points. A variant with 20 locations costs about 65, and its price in a market 3. */
const POINTS_MAX = 950;
const VARIANT_POINTS = 75;
const MARKET_POINTS = 3;
const LEVELS_PER_QUERY = 100;
const LEVEL_PAGES_MAX = 20;
const DRAFTS_PER_QUERY = 100;

export type LevelNode = {
  /** Units of a location that does not fulfil online orders cannot be bought in the online shop. */
  readonly location: { readonly id: string; readonly fulfillsOnlineOrders: boolean };
  readonly quantities: readonly { readonly name: string; readonly quantity: number }[];
};
export type VariantNode = MarketPrices & {
  readonly id: string;
  readonly title: string;
  readonly sku: string | null;
  readonly price: string;
  readonly compareAtPrice: string | null;
  readonly product: {
    readonly id: string;
    readonly title: string;
    readonly vendor: string;
    readonly handle: string;
    readonly status: string;
    readonly tags: readonly string[];
    readonly onlineStoreUrl: string | null;
    readonly featuredMedia: { readonly preview: { readonly image: { readonly url: string } | null } | null } | null;
  };
  readonly inventoryItem: { readonly id: string; readonly tracked: boolean };
};
export type ShopNode = { readonly currencyCode: string; readonly primaryDomain: { readonly url: string } };
type Page = { readonly hasNextPage: boolean; readonly endCursor: string | null };

export const variantFields = (markets: Markets) => `id title sku price compareAtPrice ${priceFields(markets)}
  product { id title vendor handle status tags onlineStoreUrl featuredMedia { preview { image { url } } } }`;
export const LEVEL_FIELDS = `location { id fulfillsOnlineOrders } quantities(names: ["available", "reserved"]) { name quantity }`;
const SHOP_FIELDS = "currencyCode primaryDomain { url }";

export const SHOP_QUERY: Document<{ shop: ShopNode }, object> = {
  name: "shop",
  text: `query Shop { shop { ${SHOP_FIELDS} } }`,
};

type DraftNode = { readonly id: string; readonly status: string; readonly reserveInventoryUntil: string | null };

type VariantsOut = {
  readonly shop: ShopNode;
  readonly nodes: readonly (
    | (VariantNode & { inventoryItem: { inventoryLevels: { nodes: LevelNode[]; pageInfo: Page } } })
    | null
  )[];
  readonly drafts: readonly (DraftNode | null)[];
};
/** The name says what it costs. */
const variantsQuery = (markets: Markets): Document<VariantsOut, { ids: string[]; drafts: string[] }> => ({
  name: `variants in ${Object.keys(markets).length} markets`,
  text: `query Variants($ids: [ID!]!, $drafts: [ID!]!) {
    shop { ${SHOP_FIELDS} }
    nodes(ids: $ids) { ... on ProductVariant { ${variantFields(markets)}
      inventoryItem { id tracked inventoryLevels(first: 20) { nodes { ${LEVEL_FIELDS} } pageInfo { hasNextPage endCursor } } } } }
    drafts: nodes(ids: $drafts) { ... on DraftOrder { id status reserveInventoryUntil } }
  }`,
});

const MORE_LEVELS_QUERY: Document<
  { inventoryItem: { inventoryLevels: { nodes: LevelNode[]; pageInfo: Page } } | null },
  { id: string; first: number; after: string | null }
> = {
  name: "levels",
  text: `query Levels($id: ID!, $first: Int!, $after: String) { inventoryItem(id: $id) {
    inventoryLevels(first: $first, after: $after) { nodes { ${LEVEL_FIELDS} } pageInfo { hasNextPage endCursor } } } }`,
};

const DRAFTS_QUERY: Document<{ drafts: readonly (DraftNode | null)[] }, { drafts: string[] }> = {
  name: "drafts",
  text: `query Drafts($drafts: [ID!]!) {
    drafts: nodes(ids: $drafts) { ... on DraftOrder { id status reserveInventoryUntil } } }`,
};

type Deps = { readonly api: AdminApi; readonly reservations: Reservations; readonly clock: () => number };

/** A variant as it is sold, with the units that Shopify itself would still sell. */
export type ShopifyVariant = ReadVariant & {
  readonly isTracked: boolean;
  readonly available: number;
};

/** Reads variants by number, their stock, and in the same query the draft orders that hold units for our offers. */
export async function readVariants(
  deps: Deps,
  shop: Shop,
  numbers: readonly string[],
): Promise<{ variants: ShopifyVariant[]; unsettled: Set<string>; gone: string[] }> {
  const variants: ShopifyVariant[] = [];
  const unsettled = new Set<string>();
  const gone: string[] = [];
  const markets = marketsOf(shop);
  const query = variantsQuery(markets);
  const perQuery = Math.floor(POINTS_MAX / (VARIANT_POINTS + MARKET_POINTS * Object.keys(markets).length));
  for (let index = 0; index < numbers.length; index += perQuery) {
    const ids = numbers.slice(index, index + perQuery);
    const reserved = await deps.reservations.findOfVariants(shop.shop, ids);
    const references = reserved.flatMap(({ reference }) => reference ?? []);
    const read = await deps.api.query(shop, query, {
      ids: ids.map((id) => gidOf("ProductVariant", id)),
      drafts: references.slice(0, DRAFTS_PER_QUERY),
    });
    // A draft order that began or ended around the query would count twice or not at all, and look like a restock.
    const reservedAfter = await deps.reservations.findOfVariants(shop.shop, ids);
    for (const id of ids) if (!isSettled(id, reserved, reservedAfter)) unsettled.add(id);
    const drafts = [...read.drafts, ...(await readDrafts(deps, shop, references.slice(DRAFTS_PER_QUERY)))];
    for (const [at, node] of read.nodes.entries()) {
      const id = ids[at] ?? "";
      if (!node) {
        gone.push(id);
        continue;
      }
      const { nodes, pageInfo } = node.inventoryItem.inventoryLevels;
      const levels = [...nodes, ...(await readMoreLevels(deps.api, shop, node.inventoryItem.id, pageInfo))];
      const own = ownUnits(reserved, id, drafts, deps.clock());
      variants.push(toReadVariant(node, levels, { shop: read.shop, markets, own }));
    }
  }
  return { variants, unsettled, gone };
}

/** Whether our reservations of the variant were made before the query and are the same after it. */
function isSettled(id: string, before: readonly Reservation[], after: readonly Reservation[]): boolean {
  const describe = (all: readonly Reservation[]) =>
    all
      .filter(({ variantId }) => variantId === id)
      .map(({ offer, reference }) => `${offer} ${reference ?? "being made"}`)
      .toSorted()
      .join("\n");
  const described = describe(before);
  return described === describe(after) && !described.includes("being made");
}

async function readDrafts({ api }: Deps, shop: Shop, references: readonly string[]) {
  const drafts: (DraftNode | null)[] = [];
  for (let index = 0; index < references.length; index += DRAFTS_PER_QUERY)
    drafts.push(
      ...(await api.query(shop, DRAFTS_QUERY, { drafts: references.slice(index, index + DRAFTS_PER_QUERY) })).drafts,
    );
  return drafts;
}

async function readMoreLevels(api: AdminApi, shop: Shop, itemId: string, first: Page): Promise<LevelNode[]> {
  const levels: LevelNode[] = [];
  let page = first;
  for (let pages = 0; page.hasNextPage && pages < LEVEL_PAGES_MAX; pages += 1) {
    const variables = { id: itemId, first: LEVELS_PER_QUERY, after: page.endCursor };
    const { inventoryItem } = await api.query(shop, MORE_LEVELS_QUERY, variables);
    if (!inventoryItem) break;
    levels.push(...inventoryItem.inventoryLevels.nodes);
    page = inventoryItem.inventoryLevels.pageInfo;
  }
  return levels;
}

/** The units that open draft orders hold for our offers. One that was paid or whose time is over holds nothing. */
function ownUnits(
  reserved: readonly Reservation[],
  variantId: string,
  drafts: readonly (DraftNode | null)[],
  now: number,
): number {
  const holding = new Set(drafts.filter((draft) => draft && isHolding(draft, now)).map((draft) => draft?.id));
  return reserved
    .filter((one) => one.variantId === variantId && one.reference !== undefined && holding.has(one.reference))
    .reduce((sum, { units }) => sum + units, 0);
}

const isHolding = ({ status, reserveInventoryUntil }: DraftNode, now: number) =>
  status !== "COMPLETED" && reserveInventoryUntil !== null && Date.parse(reserveInventoryUntil) > now;

/** How Keepsake sees a variant of Shopify. `own` units are held for our offers: Keepsake counts them as reserved itself. */
export function toReadVariant(
  { id, title, sku, price, compareAtPrice, product, inventoryItem, ...prices }: VariantNode,
  nodes: readonly LevelNode[],
  { shop, markets, own = 0 }: { readonly shop: ShopNode; readonly markets: Markets; readonly own?: number },
): ShopifyVariant {
  const { currencyCode, primaryDomain } = shop;
  const url = product.onlineStoreUrl ?? `${primaryDomain.url}/products/${product.handle}`;
  const epi = numberOf(id);
  return {
    variant: {
      epi,
      empi: numberOf(product.id),
      bt: product.vendor || null,
      dt: product.title,
      vi: title === "Default Title" ? null : title,
      sku: sku || null,
      du: url,
      uri: `${url}?variant=${epi}`,
      iu: product.featuredMedia?.preview?.image?.url ?? null,
      pr: Number(price),
      compareAtPrice: compareAtPrice === null ? null : Number(compareAtPrice),
      currency: currencyCode,
      tags: product.tags,
      ...(Object.keys(markets).length > 0 ? { markets: toMarketPrices(markets, prices) } : {}),
    },
    // A draft or archived product has no page where it could be bought. An unlisted one is bought by its direct link.
    levels:
      product.status !== "ACTIVE" && product.status !== "UNLISTED"
        ? nodes.map(({ location }) => ({ location: numberOf(location.id), quantity: 0 }))
        : inventoryItem.tracked
          ? toLevels(nodes, own)
          : toUntrackedLevels(nodes),
    isTracked: inventoryItem.tracked,
    available: nodes
      .filter(({ location }) => location.fulfillsOnlineOrders)
      .reduce((sum, node) => sum + quantityOf(node, "available"), 0),
  };
}

/** At each location, because a market with locations does not count a level without one. */
const toUntrackedLevels = (nodes: readonly LevelNode[]): Level[] =>
  nodes.length === 0
    ? [{ location: "", quantity: UNTRACKED }]
    : nodes.map(({ location }) => ({
        location: numberOf(location.id),
        quantity: location.fulfillsOnlineOrders ? UNTRACKED : 0,
      }));

/** What the online shop sells at each location. Units that were sold without being there are taken from the other locations: the
 *  online shop sells their sum. Shopify does not say at which location a draft order holds its units, so they count where units
 *  are reserved. */
function toLevels(nodes: readonly LevelNode[], own: number): Level[] {
  let left = own;
  const levels = nodes.map((node) => {
    const added = Math.min(left, Math.max(0, quantityOf(node, "reserved")));
    left -= added;
    const units = node.location.fulfillsOnlineOrders ? quantityOf(node, "available") + added : 0;
    return { location: numberOf(node.location.id), units };
  });
  let sellable = Math.max(
    0,
    levels.reduce((sum, { units }) => sum + units, 0),
  );
  return levels.map(({ location, units }) => {
    const quantity = Math.min(sellable, Math.max(0, units));
    sellable -= quantity;
    return { location, quantity };
  });
}

const quantityOf = ({ quantities }: LevelNode, wanted: string) =>
  quantities.find(({ name }) => name === wanted)?.quantity ?? 0;
