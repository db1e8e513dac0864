import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { checkStore } from "../../hosted/src/check-store.ts";
import { type PageProblem, renderConnectPage } from "../../hosted/src/connect-page.ts";
import type { OpenApp } from "../../hosted/src/open-app.ts";
import { sendPage } from "../../hosted/src/server.ts";
import { SET_UP, UNINSTALL } from "./bigcommerce-platform.ts";
import type { BigCommerceConfig } from "./config.ts";
import { locationsOf, readLocations, writeLocations } from "./locations.ts";
import { shopOfContext } from "./shop-name.ts";
import { type Claims, readSignedJwt } from "./signatures.ts";

const VISIT_MS = 60 * 60_000;
const TIMEOUT_MS = 15_000;
const LOCATIONS_TEXT_MAX = 2_000;
/** The app's pages are shown in a frame of the control panel. */
const CONTROL_PANEL = "https://*.mybigcommerce.com https://*.bigcommerce.com";
const EXPIRED = "This page is more than an hour old. Please open the app from BigCommerce's control panel again.";
const NOT_SIGNED = "Please open the app from BigCommerce's control panel.";

/** The pages that a merchant opens in BigCommerce's control panel: installation, the app's page, and its end. */
export function merchantRoutes(
  { server, installations, requests, tickets, clock, log }: OpenApp,
  { config }: { config: BigCommerceConfig },
) {
  const queryOf = (request: FastifyRequest) => new URL(request.url, config.appUrl).searchParams;
  const refuse = (reply: FastifyReply, status: number, message: string) => reply.code(status).send({ message });
  const readVisit = (request: FastifyRequest): { shop: string; claims: Claims } | undefined => {
    const jwt = queryOf(request).get("signed_payload_jwt") ?? "";
    const claims = readSignedJwt(jwt, { clientId: config.clientId, secrets: config.clientSecrets, now: clock() });
    const shop = shopOfContext(claims?.["sub"]);
    return claims && claims["iss"] === "bc" && shop ? { shop, claims } : undefined;
  };

  async function showPage(request: FastifyRequest, reply: FastifyReply, shop: string, problem?: PageProblem) {
    const installed = await installations.find(shop);
    return sendPage(
      reply,
      (nonce) =>
        renderConnectPage(
          {
            shop,
            language: request.headers["accept-language"] ?? "en",
            ticket: tickets.issue("visit", shop, VISIT_MS),
            pid: installed?.store?.pid,
            hasIdentitySecret: installed?.store?.identitySecret !== undefined,
            scopes: ["catalog", "orders"],
            locations: installed && writeLocations(locationsOf(installed)),
            ...(problem ? { problem } : {}),
            requests: [],
          },
          nonce,
        ),
      { frameAncestors: CONTROL_PANEL },
    );
  }

  /** Exchanging the code proves that BigCommerce sent the merchant: only it hands codes out, and a code works once. */
  server.get("/auth", async (request, reply) => {
    const query = queryOf(request);
    const [code, context, scope] = [query.get("code"), query.get("context"), query.get("scope")];
    if (!code || !shopOfContext(context)) return refuse(reply, 400, "Please install the app from BigCommerce.");
    const given = await exchangeCode(config, { code, context, scope });
    const shop = shopOfContext(given?.context);
    if (!given || !shop) {
      log.warn({ context }, "BigCommerce did not take the code of an installation");
      return refuse(reply, 401, "BigCommerce did not confirm the installation. Please install the app again.");
    }
    await installations.install(
      shop,
      JSON.stringify({ accessToken: given.access_token, scope: given.scope }),
      new Date(clock()),
    );
    return showPage(request, reply, shop);
  });

  server.get("/load", async (request, reply) => {
    const visit = readVisit(request);
    if (!visit || !(await installations.find(visit.shop))) return refuse(reply, 401, NOT_SIGNED);
    return showPage(request, reply, visit.shop);
  });

  /** The owner removes the app. The JWT alone does not prove it: that of /load, which the browser's history keeps, looks the same.
   *  So nothing is removed before BigCommerce has confirmed that the app is gone. */
  server.get("/uninstall", async (request, reply) => {
    const visit = readVisit(request);
    const issued = Number(visit?.claims["iat"]);
    if (!visit || !Number.isSafeInteger(issued)) return refuse(reply, 401, NOT_SIGNED);
    const { shop } = visit;
    const now = new Date(clock());
    if (await installations.find(shop, { removed: true }))
      await requests.add({
        shop,
        kind: UNINSTALL,
        source: `${issued}`,
        detail: `${issued}`,
        receivedAt: now,
        dueAt: now,
      });
    return { ok: true };
  });

  const readForm = (request: FastifyRequest) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    return { form, shop: tickets.read("visit", form.get("ticket") ?? "") };
  };

  server.post("/connect", async (request, reply) => {
    const { form, shop } = readForm(request);
    const installed = shop && (await installations.find(shop));
    if (!installed) return refuse(reply, 401, EXPIRED);
    const store = await checkStore(config.keepsakeUrl, form, installed.store);
    if (typeof store === "string") return showPage(request, reply, shop, store);
    const now = new Date(clock());
    await installations.connect(shop, store, now);
    const source = randomBytes(16).toString("hex");
    await requests.add({ shop, kind: SET_UP, source, detail: "", receivedAt: now, dueAt: now });
    return showPage(request, reply, shop);
  });

  server.post("/locations", async (request, reply) => {
    const { form, shop } = readForm(request);
    if (!shop || !(await installations.find(shop))) return refuse(reply, 401, EXPIRED);
    const locations = readLocations((form.get("locations") ?? "").slice(0, LOCATIONS_TEXT_MAX));
    if (!locations) return showPage(request, reply, shop, "locations");
    await installations.changeSettings(shop, { locations });
    await installations.reconcileNow(shop, new Date(clock()));
    return showPage(request, reply, shop);
  });
}

type Given = { readonly access_token: string; readonly scope: string; readonly context: string };

async function exchangeCode(
  { loginUrl, appUrl, clientId, clientSecrets }: BigCommerceConfig,
  sent: { code: string; context: string | null; scope: string | null },
): Promise<Given | undefined> {
  const response = await fetch(`${loginUrl}/oauth2/token`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({
      ...sent,
      client_id: clientId,
      client_secret: clientSecrets[0],
      grant_type: "authorization_code",
      redirect_uri: `${appUrl}/auth`,
    }),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) return undefined;
  const given = (await response.json()) as Partial<Given>;
  return given.access_token && given.context ? (given as Given) : undefined;
}
