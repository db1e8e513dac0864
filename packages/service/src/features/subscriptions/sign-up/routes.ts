import type { StoreTx } from "../../../platform/db/db.ts";
import type { WithIdempotencyKey } from "../../../platform/http/idempotency-key.ts";
import type { Limits } from "../../../platform/http/limits.ts";
import { enforce } from "../../../platform/http/rate-limit.ts";
import { sendJson } from "../../../platform/http/send-json.ts";
import type { Http } from "../../../platform/http/server.ts";
import { AnyRecord, failures } from "../../../platform/http/wire.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import { callerOf, type RequireKey } from "../../stores/keys/require-key.ts";
import { alertRules } from "../../stores/settings/settings.ts";
import { BY_SHOPPER, FOR_ADDRESS } from "../limits.ts";
import { shopperCall } from "../wire.ts";
import { type SignUpRequest, type SubscribeDeps, type SubscribeOptions, subscribe } from "./subscribe.ts";
import { BrowserCreateIn, CreateIn, createdRecord, readSignUp } from "./wire.ts";

/** For the shop's server, with its key. The server is trusted to have the shopper's consent. */
export function signUpAdminRoutes(
  http: Http,
  {
    requireKey,
    withIdempotencyKey,
    ...deps
  }: SubscribeDeps & { requireKey: RequireKey; withIdempotencyKey: WithIdempotencyKey },
) {
  http.post("/storeadmin/bispa/subscriptions/create", {
    ...requireKey("subscriptions"),
    schema: {
      ...shopperCall,
      security: [{ storeKey: [] }],
      summary: "Subscribe a shopper to alerts",
      description:
        "Works for any stock level and any topic. A repeated sign-up of the same address, variant and topic keeps its place in line.",
      body: CreateIn,
      response: { 200: AnyRecord, ...failures },
    },
    handler: async (request, reply) => {
      const { store, keyId } = callerOf(request);
      const needsConfirmation = alertRules(store.settings).doubleOptIn;
      const signUp: SignUpRequest = { ...readSignUp(request.body), source: "store-server", needsConfirmation };
      return sendJson(
        reply,
        await withIdempotencyKey(request, { storeId: store.id, credential: keyId }, async (tx) =>
          createdRecord(signUp, await subscribe(deps, store, signUp, { tx })),
        ),
      );
    },
  });
}

/** For browsers, as a shopper. */
export function signUpRoutes(
  http: Http,
  deps: SubscribeDeps & {
    readonly shoppers: ShopperSessions;
    readonly limits: Limits;
    readonly withIdempotencyKey: WithIdempotencyKey;
  },
) {
  const { shoppers, limits, withIdempotencyKey } = deps;

  /** An account keeps its row. A guest may be merged into an account at any moment, so `ensureRow` locks the row. */
  const ownerOf = (shopper: Shopper): SubscribeOptions =>
    shopper.email !== null && shopper.id !== undefined
      ? { shopperId: shopper.id }
      : { ensureShopper: (tx: StoreTx) => shoppers.ensureRow(tx, shopper) };

  http.post("/api/v3/subscriptions/create", {
    schema: {
      ...shopperCall,
      summary: "Subscribe to alerts",
      description:
        "If the store requires confirmation (the default), the shopper first gets a mail and confirms with its link.",
      body: BrowserCreateIn,
      response: { 200: AnyRecord, ...failures },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identify(request, reply);
      const { store } = shopper;
      const needsConfirmation = alertRules(store.settings).browserDoubleOptIn;
      const signUp: SignUpRequest = { ...readSignUp(request.body), source: "browser", needsConfirmation };
      await enforce(limits, BY_SHOPPER, `${store.id}:${shopper.regid}`, reply);
      await enforce(limits, FOR_ADDRESS, deps.hashAddress(signUp.address, store.id), reply);
      return sendJson(
        reply,
        await withIdempotencyKey(request, { storeId: store.id, credential: shopper.regid }, async (tx) =>
          createdRecord(signUp, await subscribe(deps, store, signUp, { ...ownerOf(shopper), tx })),
        ),
      );
    },
  });
}
