import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Product } from "../src/catalogue.ts";

// A WooCommerce as its source describes it: the REST API that the program reads, and webhooks, which are sent once, with
// an id that is not unique, and are switched off at the seventh failure in a row.

const FAILURES_MAX = 6;
export const CONSUMER = { consumerKey: "ck_test", consumerSecret: "cs_test" };

type Hook = { id: number; topic: string; delivery_url: string; status: string; secret: string; failures: number };
type Order = { id: number; status: string; modifiedAt: number } & Record<string, unknown>;
type Faults = {
  readonly dropped?: number;
  readonly doubled?: number;
  readonly lateMs?: number;
  readonly busy?: number;
};
type Reply = { readonly status?: number; readonly body: unknown; readonly headers?: Record<string, string> };
const NOT_FOUND: Reply = { status: 404, body: { code: "woocommerce_rest_invalid_id" } };

export async function startWooCommerce({ appUrl, clock }: { appUrl: () => string; clock: () => number }) {
  const products = new Map<number, Product>();
  const orders = new Map<number, Order>();
  const hooks = new Map<number, Hook>();
  const sent = { statuses: [] as number[], dropped: 0, pings: [] as number[] };
  const sending = new Set<Promise<void>>();
  const stopped = new AbortController();
  let faults: Faults = {};
  const afterPage = new Map<string, () => void>();
  let number = 10;

  const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
  const post = (hook: Hook, type: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${appUrl()}${new URL(hook.delivery_url).pathname}`, {
      method: "POST",
      body,
      headers: { "content-type": type, ...headers },
      signal: stopped.signal,
    }).then(
      ({ status }) => status,
      () => 0,
    );

  async function deliver(hook: Hook, topic: string, body: string) {
    await sleep(Math.random() * (faults.lateMs ?? 0));
    const [resource = "", event = ""] = topic.split(".");
    const status = await post(hook, "application/json", body, {
      "x-wc-webhook-source": "https://shop.example/",
      "x-wc-webhook-topic": topic,
      "x-wc-webhook-resource": resource,
      "x-wc-webhook-event": event,
      "x-wc-webhook-signature": createHmac("sha256", hook.secret).update(body).digest("base64"),
      "x-wc-webhook-id": String(hook.id),
      // All deliveries of a webhook in one second have the same.
      "x-wc-webhook-delivery-id": createHash("md5")
        .update(`${hook.id}${Math.floor(clock() / 1_000)}`)
        .digest("hex"),
    });
    sent.statuses.push(status);
    if (status >= 200 && status < 303) hook.failures = 0;
    else if (hook.failures >= FAILURES_MAX) hook.status = "disabled";
    else hook.failures += 1;
  }
  function track(work: Promise<void>) {
    sending.add(work);
    void work.then(() => sending.delete(work));
  }
  function emit(topic: string, payload: object) {
    for (const hook of hooks.values()) {
      if (hook.topic !== topic || hook.status !== "active") continue;
      if (Math.random() < (faults.dropped ?? 0)) {
        sent.dropped += 1;
        continue;
      }
      const body = JSON.stringify(payload);
      track(deliver(hook, topic, body));
      if (Math.random() < (faults.doubled ?? 0)) track(deliver(hook, topic, body));
    }
  }

  const isVariation = ({ parent_id }: Product) => (parent_id ?? 0) > 0;
  async function saveHook(id: number, sentHook: Partial<Hook>): Promise<Reply> {
    const known = hooks.get(id);
    const hook = { failures: 0, ...known, ...sentHook, id } as Hook;
    if (hook.status === "active") hook.failures = 0;
    hooks.set(id, hook);
    if (!known) sent.pings.push(await post(hook, "application/x-www-form-urlencoded", `webhook_id=${id}`));
    const { secret: _, ...shown } = hook;
    return { body: shown };
  }

  async function api(
    method: string,
    path: string,
    query: URLSearchParams,
    body: Record<string, unknown>,
  ): Promise<Reply> {
    const perPage = Number(query.get("per_page") ?? 10);
    const begin = Number(query.get("offset") ?? (Number(query.get("page") ?? 1) - 1) * perPage);
    const include = (query.get("include") ?? "").split(",").filter(Boolean).map(Number);
    const page = (all: readonly { readonly id: number }[]): Reply => ({
      body: all
        .filter(({ id }) => include.length === 0 || include.includes(id))
        .toSorted((a, b) => a.id - b.id)
        .slice(begin, begin + perPage),
    });
    const [, resource = "", id = "0", part = ""] = /^([a-z]+)(?:\/(\d+))?(?:\/([a-z]+))?/.exec(path) ?? [];
    if (method === "GET" && path === "data/currencies/current") return { body: { code: "EUR" } };
    if (resource === "webhooks" && method === "POST") return saveHook((number += 1), body);
    if (resource === "webhooks" && method === "PUT")
      return hooks.has(Number(id)) ? saveHook(Number(id), body) : NOT_FOUND;
    if (resource === "webhooks") return page([...hooks.values()]);
    if (resource === "products" && part === "variations")
      return page([...products.values()].filter(({ parent_id }) => parent_id === Number(id)));
    const since = Date.parse(query.get("modified_after") ?? "") || 0;
    const lists: Record<string, () => readonly { readonly id: number }[]> = {
      products: () => [...products.values()].filter((one) => !isVariation(one)),
      orders: () => [...orders.values()].filter(({ modifiedAt }) => modifiedAt >= since),
    };
    const listed = lists[resource];
    if (!listed) return NOT_FOUND;
    const reply = page(listed());
    const work = afterPage.get(resource);
    afterPage.delete(resource);
    work?.();
    return reply;
  }

  async function handle(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const body = await text(request);
    const basic = Buffer.from(`${CONSUMER.consumerKey}:${CONSUMER.consumerSecret}`).toString("base64");
    if (request.headers.authorization !== `Basic ${basic}`) return { status: 401, body: { code: "rest_forbidden" } };
    const luck = Math.random();
    if (luck < (faults.busy ?? 0) / 2) return { status: 429, body: {}, headers: { "retry-after": "1" } };
    if (luck < (faults.busy ?? 0)) return { status: 503, body: {} };
    const path = url.pathname.slice("/wp-json/wc/v3/".length);
    return api(
      request.method ?? "GET",
      path,
      url.searchParams,
      body === "" ? {} : (JSON.parse(body) as Record<string, unknown>),
    );
  }
  const server = createServer((request, response) => {
    void handle(request).then(({ status = 200, body, headers = {} }) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));

  const gmt = (at: number) => new Date(at).toISOString().slice(0, 19);
  const updated = (product: Product) => emit("product.updated", { ...product, date_modified_gmt: gmt(clock()) });
  function addProduct(more: Partial<Product> = {}): Product {
    const id = (number += 1);
    const product: Product = {
      id,
      name: "Jacket",
      type: "simple",
      status: "publish",
      permalink: `https://shop.example/product/${id}/`,
      sku: "",
      price: "39.50",
      regular_price: "49.00",
      manage_stock: true,
      stock_quantity: 0,
      stock_status: "outofstock",
      attributes: [],
      ...more,
    };
    products.set(id, product);
    emit("product.created", product);
    return product;
  }
  function setStock(id: number, quantity: number, { isSaid = true } = {}) {
    const product = products.get(id);
    if (!product) throw new Error(`No product ${id}`);
    const changed: Product = {
      ...product,
      stock_quantity: quantity,
      stock_status: quantity > 0 ? "instock" : "outofstock",
    };
    products.set(id, changed);
    if (isSaid) updated(changed);
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hooks,
    sent,
    addProduct,
    setStock,
    stockOf: (id: number) => products.get(id)?.stock_quantity ?? 0,
    removeProduct(id: number, { isSaid = true } = {}) {
      products.delete(id);
      if (isSaid) emit("product.deleted", { id });
    },
    /** Runs once, after the next page of products or orders was read. */
    afterNextPage: (resource: "products" | "orders", work: () => void) => void afterPage.set(resource, work),
    removeOrder: (id: number) => orders.delete(id),
    /** A paid order. WooCommerce lowers the stock, and says so only with the order. */
    order(email: string, id: number): number {
      setStock(id, (products.get(id)?.stock_quantity ?? 0) - 1, { isSaid: false });
      const parent = products.get(id)?.parent_id;
      const order: Order = {
        id: (number += 1),
        status: "processing",
        modifiedAt: clock(),
        currency: "EUR",
        date_created_gmt: gmt(clock() + 2_000),
        billing: { email },
        line_items: [
          { product_id: parent ?? id, variation_id: parent ? id : 0, quantity: 1, total: "33.19", total_tax: "6.31" },
        ],
      };
      orders.set(order.id, order);
      emit("order.created", order);
      return order.id;
    },
    setFaults: (changed: Faults) => {
      faults = changed;
    },
    async settle() {
      while (sending.size > 0) await Promise.all(sending);
    },
    async close() {
      stopped.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
