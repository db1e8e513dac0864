import { randomBytes } from "node:crypto";
import { checkStore } from "../../hosted/src/check-store.ts";
import { type PageProblem, renderConnectPage } from "../../hosted/src/connect-page.ts";
import type { OpenApp } from "../../hosted/src/open-app.ts";
import { type Reply, type Request, sendPage } from "../../hosted/src/server.ts";
import type { AdminApi } from "./admin-api.ts";
import type { ShopifyConfig } from "./config.ts";
import { hasCountries, marketsOf, readMarkets, replaceMarkets, writeMarkets } from "./markets.ts";
import { exportCustomer, type NamedCustomer } from "./privacy.ts";
import { NAME, REQUESTS, VERSION } from "./shopify-platform.ts";
import { isFresh, isShopName, isSignedQuery } from "./signatures.ts";
import { AccessEnded, readTokens, type TokenKeeper } from "./tokens.ts";

/** What the app may do in a shop: the same list as in shopify.app.toml. */
export const SCOPES = [
  "read_products",
  "read_inventory",
  "read_locations",
  "read_orders",
  "read_customers",
  "write_draft_orders",
  "write_app_proxy",
];
const STATE_MS = 10 * 60_000;
const VISIT_MS = 60 * 60_000;
const MARKETS_TEXT_MAX = 1_000;

/** The pages that a merchant opens: installation, and the page that connects the shop with a store of Keepsake. */
export function merchantRoutes(
  { server, installations, requests, tickets, clock }: OpenApp,
  { api, config, tokens }: { api: AdminApi; config: ShopifyConfig; tokens: TokenKeeper },
) {
  const secrets = config.clientSecrets;
  // Browsers keep a secure cookie only on https, which an app that is tried on one machine does not have.
  const isSecure = config.appUrl.startsWith("https://");
  const stateCookie = isSecure ? "__Host-keepsake-state" : "keepsake-state";
  const cookieOf = (value: string, seconds: number) =>
    `${stateCookie}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; ${isSecure ? "Secure; " : ""}SameSite=Lax`;
  const queryOf = (request: Request) => new URL(request.url, config.appUrl).searchParams;
  const refuse = (reply: Reply, status: number, message: string) => reply.code(status).send({ message });

  async function showPage(request: Request, reply: Reply, shop: string, problem?: PageProblem) {
    const installed = await installations.find(shop);
    const open = await requests.listOpen(shop, REQUESTS.customerData);
    return sendPage(reply, (nonce) =>
      renderConnectPage(
        {
          shop,
          language: queryOf(request).get("locale") ?? request.headers["accept-language"] ?? "en",
          ticket: tickets.issue("visit", shop, VISIT_MS),
          pid: installed?.store?.pid,
          hasIdentitySecret: installed?.store?.identitySecret !== undefined,
          scopes: ["catalog", "orders", "alerts", "people:export"],
          markets: installed && writeMarkets(marketsOf(installed)),
          ...(problem ? { problem } : {}),
          requests: open.map(({ id, detail, receivedAt }) => ({
            id,
            label: `${(JSON.parse(detail) as NamedCustomer).email ?? "…"}, ${receivedAt.toISOString().slice(0, 10)}`,
          })),
        },
        nonce,
      ),
    );
  }

  function beginInstall(reply: Reply, shop: string) {
    const state = tickets.issue("install", `${shop} ${randomBytes(16).toString("base64url")}`, STATE_MS);
    const query = new URLSearchParams({
      client_id: config.clientId,
      scope: SCOPES.join(","),
      redirect_uri: `${config.appUrl}/auth/callback`,
      state,
    });
    return reply
      .header("set-cookie", cookieOf(state, STATE_MS / 1_000))
      .header("cache-control", "no-store")
      .redirect(`${config.shopUrl(shop)}/admin/oauth/authorize?${query.toString()}`, 302);
  }

  /** Whether the app can still read the shop. */
  async function hasAccess(shop: string): Promise<boolean> {
    const installed = await installations.find(shop);
    if (!installed) return false;
    const granted = new Set(readTokens(installed.tokens).scope.split(","));
    // Shopify leaves out a read scope that a write scope brings along.
    if (!SCOPES.every((scope) => granted.has(scope) || granted.has(scope.replace("read_", "write_")))) return false;
    try {
      await tokens.getAccessToken(installed);
      return true;
    } catch (error) {
      if (error instanceof AccessEnded) return false;
      throw error;
    }
  }

  server.get("/auth", async (request, reply) => {
    const shop = queryOf(request).get("shop") ?? "";
    return isShopName(shop) ? beginInstall(reply, shop) : refuse(reply, 400, "This is no name of a shop.");
  });

  server.get("/auth/callback", async (request, reply) => {
    const query = queryOf(request);
    const [shop, state, code] = [query.get("shop") ?? "", query.get("state") ?? "", query.get("code") ?? ""];
    const cookies = (request.headers.cookie ?? "").split(/;\s*/);
    const isOurs =
      isSignedQuery(query, secrets) &&
      isFresh(query, clock()) &&
      isShopName(shop) &&
      cookies.includes(`${stateCookie}=${state}`) &&
      tickets.read("install", state)?.startsWith(`${shop} `);
    if (!isOurs || !code)
      return refuse(reply, 401, "This installation did not begin here. Please install the app again.");
    const given = await tokens.exchangeCode(shop, code);
    await installations.install(shop, JSON.stringify(given), new Date(clock()));
    return showPage(request, reply.header("set-cookie", cookieOf("", 0)), shop);
  });

  server.get("/", async (request, reply) => {
    const query = queryOf(request);
    const shop = query.get("shop") ?? "";
    if (!isSignedQuery(query, secrets) || !isFresh(query, clock()) || !isShopName(shop))
      return refuse(reply, 401, "Please open the app from the admin of your shop.");
    return (await hasAccess(shop)) ? showPage(request, reply, shop) : beginInstall(reply, shop);
  });

  const readForm = (request: Request) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    return { form, shop: tickets.read("visit", form.get("ticket") ?? "") };
  };
  const EXPIRED = "This page is more than an hour old. Please open the app from the admin of your shop again.";

  server.post("/connect", async (request, reply) => {
    const { form, shop } = readForm(request);
    const installed = shop && (await installations.find(shop));
    if (!installed) return refuse(reply, 401, EXPIRED);
    const store = await checkStore(config.keepsakeUrl, form, installed.store);
    if (typeof store === "string") return showPage(request, reply, shop, store);
    const now = new Date(clock());
    await installations.connect(shop, store, now);
    await requests.add({
      shop,
      kind: REQUESTS.publish,
      source: randomBytes(16).toString("hex"),
      detail: "",
      receivedAt: now,
      dueAt: now,
    });
    return showPage(request, reply, shop);
  });

  server.post("/markets", async (request, reply) => {
    const { form, shop } = readForm(request);
    const installed = shop && (await installations.find(shop));
    if (!installed) return refuse(reply, 401, EXPIRED);
    const markets = readMarkets((form.get("markets") ?? "").slice(0, MARKETS_TEXT_MAX));
    if (!markets || !(await hasCountries(api, installed, markets))) return showPage(request, reply, shop, "markets");
    await installations.changeSettings(shop, { markets: replaceMarkets(marketsOf(installed), markets) });
    await installations.reconcileNow(shop, new Date(clock()));
    return showPage(request, reply, shop);
  });

  server.post("/customer-data", async (request, reply) => {
    const { form, shop } = readForm(request);
    const store = shop && (await installations.find(shop))?.store;
    const open = shop ? await requests.listOpen(shop, REQUESTS.customerData) : [];
    const wanted = open.find(({ id }) => id === form.get("request"));
    if (!store || !wanted) return refuse(reply, 401, EXPIRED);
    const customer = JSON.parse(wanted.detail) as NamedCustomer;
    const file = await exportCustomer({ config, installations, name: NAME, version: VERSION }, store, customer);
    return reply
      .header("content-disposition", 'attachment; filename="customer-data.json"')
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .type("application/json")
      .send(file);
  });
}
