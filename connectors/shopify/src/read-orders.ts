import type { Order } from "../../client/src/keepsake.ts";
import type { Shop } from "../../hosted/src/installations.ts";
import type { AdminApi, Document } from "./admin-api.ts";
import { numberOf } from "./ids.ts";

/** An order with 40 lines costs up to 200 points, and a query may cost 1,000. */
const ORDERS_PER_QUERY = 4;
const PAGES_MAX = 25_000;
/** Keepsake takes 200 lines of an order. */
const MORE_LINES = 150;

type Lines = {
  readonly nodes: readonly {
    readonly currentQuantity: number;
    readonly variant: { readonly id: string } | null;
    readonly discountedUnitPriceSet: { readonly shopMoney: { readonly amount: string } };
  }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};
type OrderNode = {
  readonly id: string;
  readonly email: string | null;
  readonly currencyCode: string;
  readonly processedAt: string;
  readonly cancelledAt: string | null;
  readonly lineItems: Lines;
};

const LINE_FIELDS = `nodes { currentQuantity variant { id } discountedUnitPriceSet { shopMoney { amount } } }
  pageInfo { hasNextPage endCursor }`;
const ORDER_FIELDS = `id email currencyCode processedAt cancelledAt lineItems(first: 40) { ${LINE_FIELDS} }`;

const ORDERS_BY_ID: Document<{ nodes: readonly (OrderNode | null)[] }, { ids: string[] }> = {
  name: "ordersById",
  text: `query OrdersById($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { ${ORDER_FIELDS} } } }`,
};
const ORDERS_SINCE: Document<
  { orders: { nodes: readonly OrderNode[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } },
  { query: string; first: number; after: string | null }
> = {
  name: "ordersSince",
  text: `query OrdersSince($query: String!, $first: Int!, $after: String) {
    orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
      nodes { ${ORDER_FIELDS} } pageInfo { hasNextPage endCursor } } }`,
};
const MORE_LINES_QUERY: Document<
  { order: { lineItems: Lines } | null },
  { id: string; first: number; after: string | null }
> = {
  name: "orderLines",
  text: `query OrderLines($id: ID!, $first: Int!, $after: String) {
      order(id: $id) { lineItems(first: $first, after: $after) { ${LINE_FIELDS} } } }`,
};

export async function readOrdersById(api: AdminApi, shop: Shop, ids: readonly string[]): Promise<Order[]> {
  const orders: Order[] = [];
  for (let index = 0; index < ids.length; index += ORDERS_PER_QUERY) {
    const { nodes } = await api.query(shop, ORDERS_BY_ID, { ids: ids.slice(index, index + ORDERS_PER_QUERY) });
    for (const node of nodes) if (node) orders.push(await toOrder(api, shop, node));
  }
  return orders;
}

export async function* readOrdersSince(api: AdminApi, shop: Shop, since: Date): AsyncGenerator<Order[]> {
  const query = `updated_at:>='${since.toISOString()}'`;
  let after: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { orders }: { orders: { nodes: readonly OrderNode[]; pageInfo: Lines["pageInfo"] } } = await api.query(
      shop,
      ORDERS_SINCE,
      { query, first: ORDERS_PER_QUERY, after },
    );
    const page: Order[] = [];
    for (const node of orders.nodes) page.push(await toOrder(api, shop, node));
    if (page.length > 0) yield page;
    if (!orders.pageInfo.hasNextPage) return;
    after = orders.pageInfo.endCursor;
  }
  // Without an error, the newest orders would never be read.
  throw new Error(`More than ${PAGES_MAX * ORDERS_PER_QUERY} orders changed since ${since.toISOString()}.`);
}

async function toOrder(api: AdminApi, shop: Shop, node: OrderNode): Promise<Order> {
  const { pageInfo } = node.lineItems;
  const more = pageInfo.hasNextPage
    ? ((await api.query(shop, MORE_LINES_QUERY, { id: node.id, first: MORE_LINES, after: pageInfo.endCursor })).order
        ?.lineItems.nodes ?? [])
    : [];
  return {
    id: numberOf(node.id),
    currency: node.currencyCode,
    ...(node.email ? { email: node.email } : {}),
    occurredAt: node.processedAt,
    cancelled: node.cancelledAt !== null,
    lines: [...node.lineItems.nodes, ...more].flatMap(({ variant, currentQuantity, discountedUnitPriceSet }) =>
      variant && currentQuantity > 0
        ? [{ epi: numberOf(variant.id), quantity: currentQuantity, price: discountedUnitPriceSet.shopMoney.amount }]
        : [],
    ),
  };
}
