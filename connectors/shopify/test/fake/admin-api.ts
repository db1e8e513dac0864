import { randomBytes } from "node:crypto";
import {
  buildSchema,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  Kind,
  parse,
  type SelectionSetNode,
  type ValueNode,
  validate,
} from "graphql";
import { gidOf, numberOf, typeOf } from "../../src/ids.ts";
import { SCHEMA } from "./schema.ts";
import type { Customer, Draft, FakeShop, Order, Product, Variant } from "./shop.ts";

type Args = Record<string, unknown>;
export type Bulk = {
  id: string;
  status: string;
  objectCount: string;
  errorCode: null;
  url: string | null;
  file: string;
};
type BulkStart = (lines: readonly object[]) => Bulk;

const schema: GraphQLSchema = buildSchema(SCHEMA);
const QUERY_MAX = 1_000;

/** Executes queries as Shopify does: against its schema, with a cost for what a query could return. */
export function createFakeAdminApi({
  shop,
  shopUrl,
  bulks,
  startBulk,
  bucket,
}: {
  shop: FakeShop;
  shopUrl: () => string;
  bulks: ReadonlyMap<string, Bulk>;
  startBulk: BulkStart;
  bucket: { readonly max: number; readonly perSecond: number };
}) {
  let points = bucket.max;
  let at = performance.now();

  const page = <T>(all: readonly T[], { first = all.length, after }: { first?: number; after?: string }) => {
    const begin = after ? Number(after) : 0;
    const nodes = all.slice(begin, begin + first);
    const end = begin + nodes.length;
    return {
      nodes,
      edges: nodes.map((node) => ({ node })),
      pageInfo: { hasNextPage: end < all.length, endCursor: `${end}` },
    };
  };
  const toProduct = (product: Product) => ({
    __typename: "Product",
    ...product,
    vendor: "Tarn",
    tags: [],
    onlineStoreUrl: product.status === "ACTIVE" ? `${shopUrl()}/products/${product.handle}` : null,
    featuredMedia: { __typename: "MediaImage", preview: { image: { url: `${shopUrl()}/cdn/${product.handle}.jpg` } } },
    variants: (args: Args) =>
      page(
        product.variantIds.map((id) => toVariant(shop.needVariant(id))),
        args,
      ),
  });
  const toVariant = (variant: Variant): object => ({
    __typename: "ProductVariant",
    ...variant,
    sku: `SKU-${numberOf(variant.id)}`,
    compareAtPrice: null,
    // As in a shop whose market for the United States has prices of its own.
    contextualPricing: ({ context: { country } }: { context: { country: string } }) => ({
      price: {
        amount: country === "US" ? `${Number(variant.price) + 20}.0` : variant.price,
        currencyCode: country === "US" ? "USD" : "EUR",
      },
      compareAtPrice: null,
    }),
    product: () => toProduct(shop.products.get(variant.productId) as Product),
    inventoryItem: () => toItem(variant),
  });
  const toItem = (variant: Variant) => ({
    __typename: "InventoryItem",
    id: variant.itemId,
    tracked: variant.tracked,
    variants: (args: Args) => page([toVariant(variant)], args),
    inventoryLevels: (args: Args) =>
      page(
        [...variant.levels].map(([location, level]) => ({
          id: `gid://shopify/InventoryLevel/${numberOf(location)}?inventory_item_id=${numberOf(variant.itemId)}`,
          location: { id: location, name: location, fulfillsOnlineOrders: !shop.retailLocations.has(location) },
          quantities: ({ names }: { names: string[] }) =>
            names.map((name) => ({ id: name, name, quantity: level[name as "available" | "reserved"] })),
        })),
        args,
      ),
  });
  const toOrder = (order: Order) => ({
    __typename: "Order",
    id: order.id,
    email: order.email,
    currencyCode: "EUR",
    processedAt: new Date(order.at).toISOString(),
    cancelledAt: order.cancelledAt === undefined ? null : new Date(order.cancelledAt).toISOString(),
    lineItems: (args: Args) =>
      page(
        order.lines.map(({ variantId, quantity, price }, index) => ({
          id: gidOf("LineItem", index),
          quantity,
          currentQuantity: quantity,
          variant: shop.variants.has(variantId) ? toVariant(shop.needVariant(variantId)) : null,
          discountedUnitPriceSet: { shopMoney: { amount: price, currencyCode: "EUR" } },
        })),
        args,
      ),
  });
  const toDraft = ({ id, status, tags, until, hasInvoice }: Draft) => ({
    __typename: "DraftOrder",
    id,
    status,
    tags,
    invoiceUrl: hasInvoice ? `${shopUrl()}/invoices/${numberOf(id)}` : null,
    reserveInventoryUntil: until === undefined ? null : new Date(until).toISOString(),
  });
  const toCustomer = ({ id, email, verifiedEmail, state }: Customer) => ({
    __typename: "Customer",
    id,
    verifiedEmail,
    state,
    defaultEmailAddress: { emailAddress: email },
  });
  const give = <T, O>(found: T | undefined, to: (one: T) => O) => (found === undefined ? null : to(found));
  const findItem = (id: string) => [...shop.variants.values()].find(({ itemId }) => itemId === id);
  const find: Readonly<Record<string, (id: string) => object | null>> = {
    Product: (id) => give(shop.products.get(id), toProduct),
    ProductVariant: (id) => give(shop.variants.get(id), toVariant),
    InventoryItem: (id) => give(findItem(id), toItem),
    Order: (id) => give(shop.orders.get(id), toOrder),
    DraftOrder: (id) => give(shop.drafts.get(id), toDraft),
    Customer: (id) => give(shop.customers.get(id), toCustomer),
    BulkOperation: (id) => bulks.get(id) ?? null,
  };
  const node = ({ id }: { id: string }) => find[typeOf(id)]?.(id) ?? null;

  const root = {
    shop: { id: gidOf("Shop", 1), currencyCode: "EUR", primaryDomain: () => ({ url: shopUrl() }) },
    node,
    nodes: ({ ids }: { ids: string[] }) => ids.map((id) => node({ id })),
    product: node,
    inventoryItem: node,
    order: node,
    draftOrder: node,
    customer: node,
    bulkOperation: node,
    productVariants: (args: Args) => page([...shop.variants.values()].map(toVariant), args),
    orders: ({ query = "", ...args }: { query?: string } & Args) => {
      const since = Date.parse(/updated_at:>='([^']+)'/.exec(query)?.[1] ?? "") || 0;
      const found = [...shop.orders.values()].filter(({ updatedAt }) => updatedAt >= since);
      return page(found.map(toOrder), args);
    },
    draftOrders: ({ query = "", ...args }: { query?: string } & Args) => {
      const tag = /tag:'([^']+)'/.exec(query)?.[1] ?? "";
      return page([...shop.drafts.values()].filter(({ tags }) => tags.includes(tag)).map(toDraft), args);
    },
    currentAppInstallation: { id: gidOf("AppInstallation", 1) },
    bulkOperationRunQuery: ({ query }: { query: string }) => {
      const document = parse(query);
      const errors = validate(schema, document);
      if (errors[0]) return { bulkOperation: null, userErrors: [{ message: errors[0].message }] };
      const { data } = execute({ schema, document, rootValue: root }) as ExecutionResult;
      const [connection] = Object.values(data ?? {}) as [Connection];
      return { bulkOperation: startBulk(toLines(connection)), userErrors: [] };
    },
    bulkOperationCancel: ({ id }: { id: string }) => ({ bulkOperation: bulks.get(id) ?? null, userErrors: [] }),
    draftOrderCreate: ({ input }: { input: DraftInput }) => {
      const tooLong = input.tags?.find((tag) => tag.length > 40);
      if (tooLong) return { draftOrder: null, userErrors: [{ message: "Tags may have 40 characters" }] };
      const until = input.reserveInventoryUntil ? Date.parse(input.reserveInventoryUntil) : undefined;
      return { draftOrder: toDraft(shop.createDraft(input.lineItems ?? [], input.tags ?? [], until)), userErrors: [] };
    },
    draftOrderDelete: ({ input: { id } }: { input: { id: string } }) => {
      const refuse = (message: string) => ({ deletedId: null, userErrors: [{ message }] });
      if (shop.draftFaults.refusedDeletions > 0) {
        shop.draftFaults.refusedDeletions -= 1;
        return refuse("Draft order is being processed");
      }
      return shop.deleteDraft(id) ? { deletedId: id, userErrors: [] } : refuse("Draft order does not exist");
    },
    metafieldsSet: ({ metafields }: { metafields: { namespace: string; key: string; value: string }[] }) => {
      for (const { namespace, key, value } of metafields) shop.metafields.set(`${namespace}.${key}`, value);
      return { metafields: [], userErrors: [] };
    },
  };

  const status = () => ({
    maximumAvailable: bucket.max,
    currentlyAvailable: Math.floor(points),
    restoreRate: bucket.perSecond,
  });
  return (body: { query: string; variables?: Args }): object => {
    const now = performance.now();
    points = Math.min(bucket.max, points + ((now - at) / 1_000) * bucket.perSecond);
    at = now;
    const document = parse(body.query);
    const variables = body.variables ?? {};
    const errors = validate(schema, document);
    if (errors.length > 0)
      return { errors: errors.map(({ message }) => ({ message, extensions: { code: "undefinedField" } })) };
    const requested = requestedCost(document, variables);
    const cost = { requestedQueryCost: requested, actualQueryCost: null as number | null, throttleStatus: status() };
    if (requested > QUERY_MAX)
      return {
        errors: [
          { message: `Query cost is ${requested}, which exceeds 1000`, extensions: { code: "MAX_COST_EXCEEDED" } },
        ],
      };
    if (requested > points)
      return { errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }], extensions: { cost } };
    const result = execute({ schema, document, rootValue: root, variableValues: variables }) as ExecutionResult;
    const actual = Math.min(requested, countObjects(result.data));
    points -= actual;
    return { ...result, extensions: { cost: { ...cost, actualQueryCost: actual, throttleStatus: status() } } };
  };
}

type DraftInput = {
  lineItems?: { variantId: string; quantity: number }[];
  tags?: string[];
  reserveInventoryUntil?: string;
};
type Connection = { edges: { node: Record<string, unknown> & { id: string } }[] };

/** The lines of a bulk operation's file: a nested connection becomes lines of its own that name their parent. */
function toLines({ edges }: Connection, parent?: string): object[] {
  return edges.flatMap(({ node }) => {
    const nested: Connection[] = [];
    const strip = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
          if (typeof one === "object" && one !== null && "edges" in one) {
            nested.push(one as Connection);
            return [];
          }
          return [[name, strip(one)]];
        }),
      );
    };
    const line = strip(node) as object;
    return [parent ? { ...line, __parentId: parent } : line, ...nested.flatMap((one) => toLines(one, node.id))];
  });
}

/** One point for an object, and for a connection as many times its content as it may return. */
function requestedCost(document: DocumentNode, variables: Args): number {
  const numberFrom = (value: ValueNode): number | undefined => {
    if (value.kind === Kind.INT) return Number(value.value);
    if (value.kind !== Kind.VARIABLE) return undefined;
    const given = variables[value.name.value];
    return Array.isArray(given) ? given.length : typeof given === "number" ? given : undefined;
  };
  const ofSet = (set: SelectionSetNode | undefined): number =>
    (set?.selections ?? []).reduce((sum, selection) => {
      if (selection.kind !== Kind.FIELD) return sum + ("selectionSet" in selection ? ofSet(selection.selectionSet) : 0);
      if (!selection.selectionSet) return sum;
      const sizes = (selection.arguments ?? [])
        .filter(({ name }) => name.value === "first" || name.value === "ids")
        .map(({ value }) => numberFrom(value) ?? 1);
      const isWrapper = ["nodes", "edges", "pageInfo"].includes(selection.name.value) && sizes.length === 0;
      const inside = ofSet(selection.selectionSet);
      return (
        sum + (isWrapper ? Math.max(1, inside) : sizes.length > 0 ? (sizes[0] ?? 1) * Math.max(1, inside) : 1 + inside)
      );
    }, 0);
  return document.definitions.reduce((sum, one) => sum + ("selectionSet" in one ? ofSet(one.selectionSet) : 0), 0);
}

function countObjects(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value).reduce((sum: number, one) => sum + countObjects(one), 0);
  return Array.isArray(value) ? inside : 1 + inside;
}

export const newBulkId = () => gidOf("BulkOperation", BigInt(`0x${randomBytes(6).toString("hex")}`).toString());
