import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Product } from "../../src/products.ts";
import { startWebhooks } from "./webhooks.ts";

// A BigCommerce as its documentation describes it: OAuth, the REST APIs that the app reads, with their rate limit, scripts,
// and webhooks.

export const CLIENT_ID = "the-client-id";
export const HASH = "abc123";
export const SHOP = `store-${HASH}.mybigcommerce.com`;
export const BERLIN = 1;
export const PORTO = 2;
const STORE = { currency: "EUR", secure_url: "https://tarn.example" };
const CODE = "the-code";

type Stock = Map<number, number>;
type NewVariant = { readonly label?: string; readonly stock?: Record<number, number>; readonly disabled?: boolean };
type NewProduct = Partial<Pick<Product, "availability" | "is_visible" | "inventory_tracking" | "inventory_level">>;
type Order = {
  id: number;
  status_id: number;
  currency_code: string;
  date_created: string;
  date_modified: number;
  billing_address: { email: string };
  lines: { product_id: number; variant_id: number; quantity: number; price_inc_tax: string }[];
};
type Faults = { readonly unavailable?: number; readonly tooMany?: number };
type Reply = { readonly status?: number; readonly body?: unknown; readonly headers?: Record<string, string> };

/** `windowMs` and `callsPerWindow` are the rate limit of the shop. */
export async function startBigCommerce({
  appUrl,
  clock,
  windowMs = 500,
  callsPerWindow = 40,
}: {
  appUrl: () => string;
  clock: () => number;
  windowMs?: number;
  callsPerWindow?: number;
}) {
  const products = new Map<number, Product>();
  const stock = new Map<number, Stock>();
  /** How many units beyond its stock the shop takes orders for, at each location. */
  const backorderLimits = new Map<number, number>();
  const orders = new Map<number, Order>();
  const hooks = new Map<number, { id: number; scope: string; destination: string; is_active: boolean }>();
  const scripts = new Map<string, { uuid: string; name: string; html: string }>();
  const secrets = ["the-first-client-secret"];
  const calls = { api: 0, tooMany: 0, installs: 0 };
  const afterOrders: (() => void)[] = [];
  let token = "no token yet";
  let faults: Faults = {};
  let number = 100;
  let window = { endsAt: 0, left: callsPerWindow };

  const signingSecret = () => secrets[0] ?? "";
  const webhooks = startWebhooks({
    hooks,
    clock,
    appUrl,
    producer: `stores/${HASH}`,
    secret: signingSecret,
  });

  function api(method: string, path: string, query: URLSearchParams, body: Record<string, unknown>): Reply {
    const list = (name: string) => (query.get(name) ?? "").split(",").filter(Boolean).map(Number);
    const limit = Number(query.get("limit") ?? 50);
    const page = (all: readonly unknown[]): Reply => ({ body: { data: all.slice(0, limit), meta: {} } });
    const [, resource = "", id = "", part = ""] =
      /^(v\d\/[a-z/]+?)(?:\/(\d+|[0-9a-f-]{36}))?(?:\/(products))?$/.exec(path) ?? [];
    switch (`${method} ${resource}${id ? "/:id" : ""}${part ? `/${part}` : ""}`) {
      case "GET v2/store":
        return { body: STORE };
      case "GET v3/catalog/products": {
        const ids = list("id:in");
        const after = Number(query.get("id:greater") ?? 0);
        const found = [...products.values()].filter(
          (one) => (ids.length === 0 || ids.includes(one.id)) && one.id > after,
        );
        return page(found.toSorted((a, b) => a.id - b.id).map(withLevels));
      }
      case "GET v3/inventory/items":
        return page(
          list("variant_id:in")
            .filter((one) => stock.has(one))
            .map(toItem),
        );
      case "GET v2/orders": {
        const since = Date.parse(query.get("min_date_modified") ?? "");
        const begin = (Number(query.get("page") ?? 1) - 1) * limit;
        const sorted = query.get("sort") === "date_modified:asc" ? "date_modified" : "id";
        const rows = [...orders.values()]
          .filter((order) => order.date_modified >= since && order.id >= Number(query.get("min_id") ?? 0))
          .toSorted((one, other) => one[sorted] - other[sorted])
          .slice(begin, begin + limit);
        const work = afterOrders.splice(0);
        for (const change of work) change();
        return rows.length === 0 ? { status: 204 } : { body: rows.map((row) => ({ ...row, lines: undefined })) };
      }
      case "GET v2/orders/:id": {
        const order = orders.get(Number(id));
        return order
          ? { body: order }
          : { status: 404, body: [{ status: 404, message: "The requested resource was not found." }] };
      }
      case "GET v2/orders/:id/products":
        return { body: orders.get(Number(id))?.lines ?? [] };
      case "GET v3/hooks":
        return page([...hooks.values()]);
      case "POST v3/hooks":
      case "PUT v3/hooks/:id": {
        const hook = {
          ...(body as { scope: string; destination: string; is_active: boolean }),
          id: Number(id) || (number += 1),
        };
        if (!hook.destination.startsWith("https://")) return { status: 422, body: { title: "Bad destination" } };
        hooks.set(hook.id, hook);
        return { body: { data: hook } };
      }
      case "GET v3/content/scripts":
        return page([...scripts.values()]);
      case "POST v3/content/scripts":
      case "PUT v3/content/scripts/:id": {
        const script = { ...(body as { name: string; html: string }), uuid: id || randomUUID() };
        scripts.set(script.uuid, script);
        return { body: { data: script } };
      }
      default:
        return { status: 404, body: { title: `No ${method} ${path}` } };
    }
  }

  const available = (variantId: number) =>
    [...(stock.get(variantId)?.values() ?? [])].reduce((sum, one) => sum + one, 0);
  const withLevels = (product: Product): Product => ({
    ...product,
    inventory_level: product.base_variant_id === null ? product.inventory_level : available(product.base_variant_id),
    variants: product.variants.map((variant) => ({ ...variant, inventory_level: available(variant.id) })),
  });
  const toItem = (variantId: number) => ({
    identity: { variant_id: variantId },
    locations: [...(stock.get(variantId) ?? [])].map(([location_id, total_inventory_onhand]) => ({
      location_id,
      location_enabled: true,
      available_to_sell: total_inventory_onhand + (backorderLimits.get(variantId) ?? 0),
      total_inventory_onhand,
      settings: { safety_stock: 0 },
    })),
  });

  /** Every answer says what is left of the window. A call too many gets 429. */
  function takeCall(): Record<string, string> | undefined {
    const now = Date.now();
    if (now >= window.endsAt) window = { endsAt: now + windowMs, left: callsPerWindow };
    window.left -= 1;
    calls.api += 1;
    if (window.left < 0) calls.tooMany += 1;
    return {
      "x-rate-limit-requests-left": String(Math.max(0, window.left)),
      "x-rate-limit-requests-quota": String(callsPerWindow),
      "x-rate-limit-time-reset-ms": String(window.endsAt - now),
      "x-rate-limit-time-window-ms": String(windowMs),
    };
  }

  async function handle(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const sent = await text(request);
    const body = sent === "" ? {} : (JSON.parse(sent) as Record<string, unknown>);
    if (url.pathname === "/oauth2/token") {
      const isOurs =
        body["client_id"] === CLIENT_ID && secrets.includes(String(body["client_secret"])) && body["code"] === CODE;
      if (!isOurs) return { status: 400, body: { error: "Invalid code" } };
      token = randomUUID();
      calls.installs += 1;
      return { body: { access_token: token, scope: body["scope"], context: body["context"], user: { id: 1 } } };
    }
    const path = url.pathname.slice(`/stores/${HASH}/`.length);
    if (!url.pathname.startsWith(`/stores/${HASH}/`) || request.headers["x-auth-token"] !== token)
      return { status: 401 };
    const headers = takeCall() ?? {};
    if (Number(headers["x-rate-limit-requests-left"]) === 0 || Math.random() < (faults.tooMany ?? 0))
      return { status: 429, headers };
    if (Math.random() < (faults.unavailable ?? 0)) return { status: 503, headers };
    return { headers, ...api(request.method ?? "GET", path, url.searchParams, body) };
  }

  const server = createServer((request, response: ServerResponse) => {
    void handle(request).then(({ status = 200, body, headers = {} }) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(body === undefined ? "" : JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));

  const jwt = (claims: Record<string, unknown>, secret = signingSecret()) => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const now = Math.floor(clock() / 1_000);
    const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ aud: CLIENT_ID, iat: now, nbf: now, exp: now + 900, ...claims })}`;
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  };
  const productOf = (variantId: number) =>
    [...products.values()].find(({ variants }) => variants.some(({ id }) => id === variantId));
  const emit = (scope: string, data: object) => webhooks.emit(scope, data);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secrets,
    backorderLimits,
    hooks,
    scripts,
    calls,
    webhooks,
    available,
    setApiFaults: (changed: Faults) => {
      faults = changed;
    },
    /** The owner removes the app, which ends its token. */
    endToken() {
      token = "no token any more";
    },
    /** The newest secret signs from now on. */
    rotateSecret: (secret: string) => secrets.unshift(secret),
    /** The address to which BigCommerce sends a merchant who installs the app. */
    installQuery: (code = CODE) =>
      new URLSearchParams({ code, scope: "store_v2_products", context: `stores/${HASH}` }).toString(),
    /** What BigCommerce adds to the addresses of the app in its control panel. */
    visit: (claims: Record<string, unknown> = {}, secret?: string) =>
      jwt(
        { iss: "bc", sub: `stores/${HASH}`, user: { id: 1, email: "merchant@tarn.example" }, url: "/", ...claims },
        secret,
      ),
    /** What /customer/current.jwt answers. */
    customer: (email: string, claims: Record<string, unknown> = {}, secret?: string) =>
      jwt(
        {
          iss: "bc/apps",
          sub: HASH,
          store_hash: HASH,
          operation: "current_customer",
          customer: { id: 7, email },
          ...claims,
        },
        secret,
      ),

    /** Without variants it is a product without options, with the stock of its only variant. */
    addProduct(name: string, variants: readonly NewVariant[], more: NewProduct = {}): Product {
      const id = (number += 1);
      const hasOptions = variants.some(({ label }) => label !== undefined);
      const made = variants.map(({ label, stock: levels = {}, disabled = false }) => {
        const variantId = (number += 1);
        stock.set(
          variantId,
          new Map(Object.entries(levels).map(([location, quantity]) => [Number(location), quantity])),
        );
        return {
          id: variantId,
          sku: `sku-${variantId}`,
          price: null,
          calculated_price: 39.5,
          purchasing_disabled: disabled,
          inventory_level: 0,
          option_values: label === undefined ? [] : [{ label }],
        };
      });
      const product: Product = {
        id,
        name,
        sku: `sku-${id}`,
        price: 49,
        calculated_price: 39.5,
        availability: "available",
        is_visible: true,
        inventory_tracking: hasOptions ? "variant" : "product",
        inventory_level: 0,
        custom_url: { url: `/product-${id}/` },
        base_variant_id: hasOptions ? null : (made[0]?.id ?? null),
        variants: made,
        ...more,
      };
      products.set(id, product);
      emit("store/product/created", { type: "product", id });
      return product;
    },
    removeProduct(id: number) {
      products.delete(id);
      emit("store/product/deleted", { type: "product", id });
    },
    setStock(variantId: number, quantity: number, location = BERLIN) {
      stock.get(variantId)?.set(location, quantity);
      const product = productOf(variantId);
      const inventory = { product_id: product?.id, method: "absolute", value: quantity, variant_id: variantId };
      if (product?.base_variant_id === null)
        emit("store/sku/inventory/updated", { type: "sku", id: variantId + 5_000, inventory });
      else emit("store/product/inventory/updated", { type: "product", id: product?.id, inventory });
    },
    /** A shopper buys these variants: their stock falls, and the order is paid. */
    order(email: string, variantIds: readonly number[], status_id = 11): number {
      const id = (number += 1);
      orders.set(id, {
        id,
        status_id,
        currency_code: "EUR",
        date_created: new Date(clock() + 2_000).toUTCString(),
        date_modified: clock(),
        billing_address: { email },
        lines: variantIds.map((variant_id) => ({
          product_id: productOf(variant_id)?.id ?? 0,
          variant_id,
          quantity: 1,
          price_inc_tax: "39.5000",
        })),
      });
      emit("store/order/created", { type: "order", id });
      return id;
    },
    /** Runs once, after the next page of orders was read. */
    afterNextOrders: (work: () => void) => void afterOrders.push(work),
    changeOrder(id: number, status_id: number) {
      const order = orders.get(id);
      if (order) Object.assign(order, { status_id, date_modified: clock() });
      emit("store/order/statusUpdated", { type: "order", id });
    },
    async close() {
      webhooks.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
