import type { OpenApp } from "../../hosted/src/open-app.ts";
import type { ShopifyConfig } from "./config.ts";
import { gidOf } from "./ids.ts";
import type { FinishedOperations } from "./read-in-bulk.ts";
import { REQUESTS } from "./shopify-platform.ts";
import { isShopName, isSignedWebhook } from "./signatures.ts";

type Payload = {
  readonly id?: number | string;
  readonly inventory_item_id?: number | string;
  readonly admin_graphql_api_id?: string;
  readonly customer?: { readonly email?: string | null; readonly phone?: string | null };
  readonly data_request?: { readonly id?: number };
};

const product = ({ id }: Payload) => (id === undefined ? undefined : gidOf("Product", id));
const order = ({ id }: Payload) => (id === undefined ? undefined : gidOf("Order", id));
const item = ({ inventory_item_id, id = inventory_item_id }: Payload) =>
  id === undefined ? undefined : gidOf("InventoryItem", id);

/** What each topic names. Nothing else of a payload is believed: it is as old as its first delivery. */
const HINTS: Readonly<Record<string, (payload: Payload) => string | undefined>> = {
  "products/create": product,
  "products/update": product,
  "products/delete": product,
  "inventory_levels/update": item,
  "inventory_levels/disconnect": item,
  "inventory_items/update": item,
  "orders/create": order,
  "orders/updated": order,
  "orders/cancelled": order,
};

/** Shopify's webhooks. Those about stock are only remembered here, so the answer never waits for Shopify or Keepsake. */
export function webhookRoutes(
  { server, app, installations, requests, clock, log }: OpenApp,
  { config, finished }: { config: Pick<ShopifyConfig, "clientSecrets">; finished: FinishedOperations },
) {
  server.post("/webhooks", async (request, reply) => {
    const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    const header = (name: string) => String(request.headers[`x-shopify-${name}`] ?? "");
    if (!isSignedWebhook(body, header("hmac-sha256"), config.clientSecrets))
      return reply.code(401).send({ message: "The signature is wrong." });
    const [shop, topic] = [header("shop-domain"), header("topic")];
    const payload = readJson(body);
    if (!isShopName(shop) || !payload) return reply.code(400).send({ message: "This is no webhook of Shopify." });
    const triggeredAt = Date.parse(header("triggered-at")) || clock();

    const hint = HINTS[topic]?.(payload);
    if (hint) app.hint(shop, [hint], triggeredAt);
    else if (topic === "bulk_operations/finish") finished.finished(payload.admin_graphql_api_id ?? "");
    else if (topic === "app/uninstalled") await installations.uninstall(shop, new Date(triggeredAt));
    else await keepRequest(shop, topic, payload, header("webhook-id"));
    return reply.code(200).send({ ok: true });
  });

  /** The topics about privacy. An error here answers 503, and Shopify delivers again. */
  async function keepRequest(shop: string, topic: string, payload: Payload, webhookId: string) {
    const now = new Date(clock());
    const { email, phone } = payload.customer ?? {};
    const customer = { ...(email ? { email } : {}), ...(phone ? { phone } : {}) };
    const isNamed = Object.keys(customer).length > 0;
    const stored = { shop, receivedAt: now, detail: JSON.stringify(customer) };
    if (topic === "customers/redact" && isNamed)
      await requests.add({ ...stored, kind: REQUESTS.eraseCustomer, source: webhookId, dueAt: now });
    else if (topic === "customers/data_request" && isNamed) {
      const source = String(payload.data_request?.id ?? webhookId);
      await requests.add({ ...stored, kind: REQUESTS.customerData, source, dueAt: undefined });
    } else if (topic === "shop/redact")
      await requests.add({ ...stored, kind: REQUESTS.forgetShop, source: webhookId, dueAt: now });
    else log.info({ shop, topic }, "A webhook needed no action");
  }
}

function readJson(body: Buffer): Payload | undefined {
  try {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
