import type { OpenApp } from "../../hosted/src/open-app.ts";
import { orderHint, productHint } from "./bigcommerce-platform.ts";
import type { BigCommerceConfig } from "./config.ts";
import { shopOfContext } from "./shop-name.ts";
import { isSignedWebhook } from "./signatures.ts";

type Id = number | string;
type Payload = {
  readonly scope?: string;
  readonly producer?: string;
  readonly created_at?: number;
  readonly data?: {
    readonly type?: string;
    readonly id?: Id;
    readonly inventory?: { readonly product_id?: Id };
    readonly sku?: { readonly product_id?: Id };
  };
};

/** BigCommerce's webhooks. They are only remembered here, so that the answer never waits: after too few answers in two
 *  minutes, BigCommerce sends nothing for three. */
export function webhookRoutes(
  { server, app, installations, clock }: OpenApp,
  { config }: { config: Pick<BigCommerceConfig, "clientSecrets"> },
) {
  server.post("/webhooks", async (request, reply) => {
    const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    const header = (name: string) => String(request.headers[name] ?? "");
    if (!isSignedWebhook(body, header, config.clientSecrets, clock()))
      return reply.code(401).send({ message: "The signature is wrong." });
    const payload = readJson(body);
    const shop = shopOfContext(payload?.producer);
    if (!payload || shop === undefined) return reply.code(400).send({ message: "This is no webhook of BigCommerce." });

    const happenedAt = (payload.created_at ?? 0) * 1_000 || clock();
    if (payload.scope === "store/app/uninstalled") await installations.uninstall(shop, new Date(happenedAt));
    else app.hint(shop, hintsOf(payload), happenedAt);
    return reply.code(200).send({ ok: true });
  });
}

/** What the webhook names. Its numbers are not believed: a retry carries those of two days ago. */
function hintsOf({ data }: Payload): string[] {
  const productId =
    data?.inventory?.product_id ?? data?.sku?.product_id ?? (data?.type === "product" ? data.id : undefined);
  if (isId(productId)) return [productHint(productId)];
  return data?.type === "order" && isId(data.id) ? [orderHint(data.id)] : [];
}

const isId = (id: Id | undefined): id is Id => /^\d{1,15}$/.test(String(id));

function readJson(body: Buffer): Payload | undefined {
  try {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
