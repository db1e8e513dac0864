// Runs the app beside a stand-in for Shopify, on this machine alone:
// npm run engines -- npm run try -w keepsake-shopify -- <address of Keepsake>
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { readConfig } from "../../src/config.ts";
import { numberOf } from "../../src/ids.ts";
import { openShopifyApp } from "../../src/open-shopify-app.ts";
import { BERLIN } from "./shop.ts";
import { CLIENT_ID, startShopify } from "./shopify.ts";

const keepsakeUrl = process.argv[2];
if (!keepsakeUrl) throw new Error("Name the address of Keepsake, such as http://127.0.0.1:8080.");
const appUrl = "http://127.0.0.1:9300";

const shopify = await startShopify({ appUrl: () => appUrl, port: 9301 });
for (const [title, stock] of [
  ["Fell Jacket", 0],
  ["Wool Hat", 12],
] as const)
  shopify.addProduct(title, [{ title: "One size", stock: { [BERLIN]: stock } }]);
const app = await openShopifyApp(
  readConfig({
    ...process.env,
    CONNECTOR_SECRET: randomBytes(32).toString("hex"),
    KEEPSAKE_URL: keepsakeUrl,
    APP_URL: appUrl,
    LOG_LEVEL: "warn",
    SHOPIFY_CLIENT_ID: CLIENT_ID,
    SHOPIFY_CLIENT_SECRET: shopify.secrets.join(","),
    SHOPIFY_STAND_IN_URL: shopify.url,
  }),
);
await app.server.listen({ host: "127.0.0.1", port: 9300 });
app.app.start();

process.stdout.write(`
  Open the app, as from Shopify's admin: ${shopify.url}/admin/apps/keepsake
  What the merchant and the shop's customers do, one line each:
    products                    lists the variants with their stock
    stock <variant> <quantity>  counts the stock
    order <variant> <address>   somebody buys one
    drafts                      lists what is held for accepted offers
    quit
`);
const input = createInterface({ input: process.stdin });
for await (const line of input) {
  const [verb = "", variant = "", value = ""] = line.trim().split(/\s+/);
  try {
    if (verb === "quit") break;
    if (verb === "products")
      for (const { id, productId } of shopify.variants.values())
        console.log(`${numberOf(id)}  ${shopify.products.get(productId)?.title}: ${shopify.available(id)}`);
    else if (verb === "stock") shopify.setStock(variant, Number(value));
    else if (verb === "order") shopify.placeOrder(value, variant);
    else if (verb === "drafts") console.log([...shopify.drafts.values()]);
    else console.log("products, stock, order, drafts or quit");
  } catch (error) {
    console.log((error as Error).message);
  }
}
await app.close();
await shopify.close();
