import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { API_VERSION } from "../../src/admin-api.ts";
import { numberOf } from "../../src/ids.ts";
import { type Bulk, createFakeAdminApi, newBulkId } from "./admin-api.ts";
import { createShop } from "./shop.ts";
import { createWebhooks } from "./webhooks.ts";

export const SHOP_NAME = "tarn.myshopify.com";
export const CLIENT_ID = "the-client-id";

const TOKEN_SECONDS = 3_600;

/** How the Admin API misbehaves: parts of one, and a pause before each answer. */
export type ApiFaults = {
  readonly unavailable: number;
  readonly tooMany: number;
  readonly slowMs: number;
  /** What contains this text is carried out, and the connection breaks before the answer. */
  readonly lostAnswer: string | undefined;
};
const NO_API_FAULTS: ApiFaults = { unavailable: 0, tooMany: 0, slowMs: 0, lostAnswer: undefined };

/** The topics that the shipped shopify.app.toml declares: Shopify sends no others. */
function declaredTopics(): ReadonlySet<string> {
  const toml = readFileSync(new URL("../../shopify.app.toml", import.meta.url), "utf8");
  const lists = [...toml.matchAll(/^(?:compliance_)?topics = \[([^\]]*)\]/gm)].map(([, list]) => list ?? "");
  return new Set(lists.flatMap((list) => [...list.matchAll(/"([^"]+)"/g)].map(([, topic]) => topic ?? "")));
}

/** A Shopify with one shop and one app. It speaks the real protocols and misbehaves on request, always in the same way. */
export async function startShopify({
  appUrl,
  clock = Date.now,
  seed = 1,
  bucket = { max: 1_000, perSecond: 500 },
  bulkMs = 50,
  port = 0,
}: {
  appUrl: () => string;
  clock?: () => number;
  seed?: number;
  bucket?: { readonly max: number; readonly perSecond: number };
  bulkMs?: number;
  port?: number;
}) {
  const random = createRandom(seed);
  const secrets = ["the-first-client-secret"];
  let signing = secrets[0] ?? "";
  let apiFaults = NO_API_FAULTS;
  const webhooks = createWebhooks({
    shopName: SHOP_NAME,
    target: () => `${appUrl()}/webhooks`,
    topics: declaredTopics(),
    secret: () => signing,
    clock,
    random,
  });
  const shop = createShop({ announce: webhooks.announce, clock });
  const bulks = new Map<string, Bulk>();
  const codes = new Set<string>();
  const accessTokens = new Map<string, number>();
  const refreshTokens = new Set<string>();
  const calls = { graphql: 0, refreshes: 0, throttled: 0 };

  function startBulk(lines: readonly object[]): Bulk {
    const file = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const bulk: Bulk = { id: newBulkId(), status: "CREATED", objectCount: "0", errorCode: null, url: null, file };
    bulks.set(bulk.id, bulk);
    setTimeout(() => {
      Object.assign(bulk, {
        status: "COMPLETED",
        objectCount: `${lines.length}`,
        url: lines.length > 0 ? `${server.url}/bulk/${numberOf(bulk.id)}.jsonl` : null,
      });
      webhooks.announce("bulk_operations/finish", {
        admin_graphql_api_id: bulk.id,
        status: "completed",
        type: "query",
      });
    }, bulkMs).unref();
    return bulk;
  }
  const executeQuery = createFakeAdminApi({ shop, shopUrl: () => server.url, bulks, startBulk, bucket });

  const sendJson = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

  async function graphql(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request);
    calls.graphql += 1;
    if (apiFaults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, apiFaults.slowMs));
    const token = String(request.headers["x-shopify-access-token"] ?? "");
    if ((accessTokens.get(token) ?? 0) <= clock())
      return sendJson(response, 401, { errors: "[API] Invalid API key or access token" });
    const chance = random();
    if (chance < apiFaults.unavailable) return response.writeHead(503).end("<html>Unavailable</html>");
    if (chance < apiFaults.unavailable + apiFaults.tooMany)
      return sendJson(response, 429, { errors: "Too many requests" }, { "retry-after": "1" });
    shop.passTime();
    const answer = executeQuery(JSON.parse(body) as { query: string });
    if (JSON.stringify(answer).includes('"THROTTLED"')) calls.throttled += 1;
    if (apiFaults.lostAnswer !== undefined && body.includes(apiFaults.lostAnswer)) return response.destroy();
    return sendJson(response, 200, answer);
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse) {
    const form = new URLSearchParams(await text(request));
    if (form.get("client_id") !== CLIENT_ID || !secrets.includes(form.get("client_secret") ?? ""))
      return sendJson(response, 401, { error: "invalid_client" });
    const refresh = form.get("refresh_token") ?? "";
    const isKnown =
      form.get("grant_type") === "refresh_token" ? refreshTokens.delete(refresh) : codes.delete(form.get("code") ?? "");
    if (!isKnown) return sendJson(response, 400, { error: "invalid_request" });
    if (refresh) calls.refreshes += 1;
    const given = { access_token: `shpat_${newSecret()}`, refresh_token: `shprt_${newSecret()}` };
    accessTokens.set(given.access_token, clock() + TOKEN_SECONDS * 1_000);
    refreshTokens.add(given.refresh_token);
    return sendJson(response, 200, {
      ...given,
      scope:
        "read_products,read_inventory,read_locations,read_orders,read_customers,write_draft_orders,write_app_proxy",
      expires_in: TOKEN_SECONDS,
      refresh_token_expires_in: 7_776_000,
    });
  }

  function signQuery(query: Record<string, string>): URLSearchParams {
    const params = new URLSearchParams({ ...query, timestamp: `${Math.floor(clock() / 1_000)}` });
    const message = [...params]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`);
    params.set("hmac", createHmac("sha256", signing).update(message.join("&")).digest("hex"));
    return params;
  }
  function authorize(query: URLSearchParams, response: ServerResponse) {
    const code = newSecret();
    codes.add(code);
    const params = signQuery({ code, shop: SHOP_NAME, state: query.get("state") ?? "", host: "YWRtaW4" });
    response.writeHead(302, { location: `${query.get("redirect_uri")}?${params.toString()}` }).end();
  }

  /** The query with which the app proxy forwards a call of the storefront. */
  function proxyQuery(query: Record<string, string>): string {
    const params: Record<string, string> = {
      ...query,
      shop: SHOP_NAME,
      path_prefix: "/apps/keepsake",
      timestamp: `${Math.floor(clock() / 1_000)}`,
    };
    const message = Object.entries(params)
      .map(([name, value]) => `${name}=${value}`)
      .toSorted()
      .join("");
    const signature = createHmac("sha256", signing).update(message).digest("hex");
    return new URLSearchParams({ ...params, signature }).toString();
  }

  const http = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://shopify.example");
    const route = async () => {
      if (url.pathname === `/admin/api/${API_VERSION}/graphql.json`) return graphql(request, response);
      if (url.pathname === "/admin/oauth/access_token") return giveToken(request, response);
      if (url.pathname === "/admin/oauth/authorize") return authorize(url.searchParams, response);
      if (url.pathname === "/admin/apps/keepsake")
        return response
          .writeHead(302, { location: `${appUrl()}/?${signQuery({ shop: SHOP_NAME, host: "YWRtaW4" }).toString()}` })
          .end();
      if (url.pathname.startsWith("/apps/keepsake/")) {
        const customer = /customer=(\d+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
        const path = url.pathname.slice("/apps/keepsake".length);
        const answer = await fetch(`${appUrl()}/proxy${path}?${proxyQuery({ logged_in_customer_id: customer })}`);
        return response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
      }
      const bulk = bulks.get(`gid://shopify/BulkOperation/${/^\/bulk\/(\d+)\.jsonl$/.exec(url.pathname)?.[1]}`);
      return bulk ? response.writeHead(200).end(bulk.file) : response.writeHead(404).end();
    };
    route().catch((error: unknown) => {
      response.destroy(error as Error);
    });
  });
  await new Promise<void>((resolve) => void http.listen(port, "127.0.0.1", resolve));
  const server = { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };

  return {
    url: server.url,
    ...shop,
    webhooks,
    calls,
    secrets,
    signQuery,
    proxyQuery,
    setApiFaults: (wanted: Partial<ApiFaults>) => void (apiFaults = { ...NO_API_FAULTS, ...wanted }),
    /** Both secrets count until the old one is revoked, and webhooks are signed with the old one until `signWithNewest`. */
    addSecret(secret: string) {
      secrets.unshift(secret);
    },
    signWithNewest() {
      signing = secrets[0] ?? "";
    },
    /** Ends all access tokens, as an hour without a call does. */
    endAccessTokens: () => accessTokens.clear(),
    forgetRefreshTokens: () => refreshTokens.clear(),
    bulkCount: () => bulks.size,
    async close() {
      await webhooks.settle();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

const newSecret = () => randomBytes(16).toString("hex");

/** Numbers from 0 to 1 that are the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
