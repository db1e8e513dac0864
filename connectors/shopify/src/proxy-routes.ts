import { signIdentityToken } from "../../hosted/src/identity-token.ts";
import type { OpenApp } from "../../hosted/src/open-app.ts";
import type { ShopifyConfig } from "./config.ts";
import type { Customers } from "./customers.ts";
import { isFresh, isShopName, isSignedProxyQuery } from "./signatures.ts";

/** What the shop's pages fetch as /apps/keepsake/token, through Shopify's proxy: a token of the customer who is logged in. */
export function proxyRoutes(
  { server, installations, clock, log }: OpenApp,
  { config, customers }: { config: Pick<ShopifyConfig, "clientSecrets" | "appUrl">; customers: Customers },
) {
  server.get("/proxy/token", async (request, reply) => {
    const query = new URL(request.url, config.appUrl).searchParams;
    const shopName = query.get("shop") ?? "";
    reply.header("cache-control", "no-store").type("text/plain; charset=utf-8");
    if (!isSignedProxyQuery(query, config.clientSecrets) || !isFresh(query, clock()) || !isShopName(shopName))
      return reply.code(401).send("");
    const customerId = query.get("logged_in_customer_id") ?? "";
    if (!/^\d+$/.test(customerId)) return "";
    const shop = await installations.find(shopName);
    if (!shop?.store?.identitySecret) return "";
    try {
      const email = await customers.findEmail(shop, customerId);
      return email === undefined ? "" : signIdentityToken(email, shop.store.identitySecret, clock());
    } catch (error) {
      // The page then treats the customer as logged out, and a guest keeps what they saved.
      log.warn({ shop: shopName, err: error }, "No token for a customer");
      return reply.code(503).send("");
    }
  });
}
