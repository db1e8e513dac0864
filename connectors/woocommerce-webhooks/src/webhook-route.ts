import { createHmac } from "node:crypto";
import type { OpenApp } from "../../hosted/src/open-app.ts";
import { isEqual } from "../../hosted/src/tickets.ts";
import { shopOf, type WooCommerceConfig } from "./config.ts";

type Payload = {
  readonly id?: number;
  readonly parent_id?: number;
  readonly date_modified_gmt?: string;
  readonly line_items?: readonly { readonly product_id?: number }[];
};

export const productHint = (id: number | string) => `product:${id}`;
export const orderHint = (id: number | string) => `order:${id}`;

/** WooCommerce's webhooks. Each is sent once, and seven failures in a row switch it off, so the answer never waits. */
export function webhookRoute({ server, app, clock }: OpenApp, { config }: { config: WooCommerceConfig }) {
  server.post("/webhooks", async (request, reply) => {
    // When a webhook is created, WooCommerce sends `webhook_id=…` without a signature, and wants a 200.
    if (request.body instanceof URLSearchParams) return reply.code(200).send({ ok: true });
    const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    if (!isSigned(body, String(request.headers["x-wc-webhook-signature"] ?? ""), config.webhookSecrets))
      return reply.code(401).send({ message: "The signature is wrong." });
    const payload = readJson(body);
    const hints = hintsOf(String(request.headers["x-wc-webhook-resource"] ?? ""), payload);
    const changedAt = Date.parse(`${payload?.date_modified_gmt}Z`) || clock();
    app.hint(shopOf(config), hints, Math.min(changedAt, clock()));
    return reply.code(200).send({ ok: true });
  });
}

/** What the webhook names. Its quantities are not believed: webhooks overtake each other. */
function hintsOf(resource: string, payload: Payload | undefined): string[] {
  const { id, parent_id, line_items = [] } = payload ?? {};
  if (!isId(id)) return [];
  // A variation is named with its product; one that was deleted comes alone.
  if (resource === "product") return isId(parent_id) ? [productHint(parent_id)] : [productHint(id)];
  if (resource !== "order") return [];
  return [
    orderHint(id),
    ...line_items.flatMap(({ product_id }) => (isId(product_id) ? [productHint(product_id)] : [])),
  ];
}

const isId = (id: unknown): id is number => typeof id === "number" && Number.isSafeInteger(id) && id > 0;

/** Every secret is tried, so that the time does not tell which one it was. */
const isSigned = (body: Buffer, signature: string, secrets: readonly string[]) =>
  secrets
    .map((secret) =>
      isEqual(Buffer.from(createHmac("sha256", secret).update(body).digest("base64")), Buffer.from(signature)),
    )
    .includes(true);

function readJson(body: Buffer): Payload | undefined {
  try {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
