import type { Clock } from "../../../platform/clock.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import type { WithIdempotencyKey } from "../../../platform/http/idempotency-key.ts";
import type { Limits } from "../../../platform/http/limits.ts";
import { enforce, enforceByIp } from "../../../platform/http/rate-limit.ts";
import { sendJson } from "../../../platform/http/send-json.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import { limitUnknown } from "../../catalog/variants/limit-unknown.ts";
import { requireProof } from "../../shoppers/proof-of-work.ts";
import { type Shopper, type ShopperSessions, shopperAsRequester } from "../../shoppers/shopper.ts";
import { callerOf, type RequireScope, requesterOf } from "../../stores/access/require-scope.ts";
import { alertRules, limitOf } from "../../stores/settings/settings.ts";
import { EMAIL } from "../address.ts";
import type { HashIp } from "../hash-ip.ts";
import { inEvenTime } from "../in-even-time.ts";
import { BY_SHOPPER, FOR_ADDRESS } from "../limits.ts";
import { ProductOut, shopperCall } from "../wire.ts";
import { type SignUpRequest, type SubscribeDeps, type SubscribeOptions, subscribe } from "./subscribe.ts";
import { BrowserCreateIn, CreatedOut, CreateIn, createdRecord, readConsent, readSignUp } from "./wire.ts";

/** For the shop's server, with its key. The server is trusted to have the shopper's consent. */
export function signUpAdminRoutes(
  http: Http,
  {
    requireScope,
    withIdempotencyKey,
    ...deps
  }: SubscribeDeps & {
    readonly hashIp: HashIp;
    readonly requireScope: RequireScope;
    readonly withIdempotencyKey: WithIdempotencyKey;
  },
) {
  http.addSchema(ProductOut);
  http.post("/storeadmin/bispa/subscriptions/create", {
    ...requireScope("subscriptions"),
    schema: {
      ...shopperCall,
      security: [{ storeKey: [] }],
      summary: "Subscribe a shopper to alerts",
      description:
        "Works for any stock level and any topic. A repeated sign-up of the same address, variant and topic keeps its place in line.",
      body: CreateIn,
      response: { 200: CreatedOut, ...failures },
    },
    handler: async (request, reply) => {
      const { store } = callerOf(request);
      const needsConfirmation = alertRules(store.settings).doubleOptIn;
      const { ip, ...consent } = readConsent(request.body);
      const signUp: SignUpRequest = {
        ...readSignUp(request.body, store.settings),
        ...consent,
        ipHash: ip === undefined ? null : deps.hashIp(ip, store.id),
        proof: "shop",
        needsConfirmation,
      };
      const about = () => deps.hashAddress(signUp.address, store.id);
      return sendJson(
        reply,
        await withIdempotencyKey(request, { ...requesterOf(request), about }, async (tx) =>
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
    readonly hashIp: HashIp;
    readonly shoppers: ShopperSessions;
    readonly limits: Limits;
    readonly clock: Clock;
    readonly withIdempotencyKey: WithIdempotencyKey;
  },
) {
  const { shoppers, limits, withIdempotencyKey } = deps;

  /** An account keeps its row. A guest may be merged into an account at any moment, so `ensureRow` locks the row. */
  const ownerOf = (shopper: Shopper): SubscribeOptions =>
    shopper.email !== null && shopper.id !== undefined
      ? { shopperId: shopper.id }
      : { ensureShopper: (tx: StoreTx) => shoppers.ensureRow(tx, shopper) };

  http.addSchema(ProductOut);
  http.post("/api/v3/subscriptions/create", {
    schema: {
      ...shopperCall,
      summary: "Subscribe to alerts",
      description:
        "If the store requires confirmation (the default), the shopper first gets a mail or a text message and confirms with its link; until then the sign-up changes nothing. An account that signs up its own address needs no confirmation. Confirmations are limited: 60 mails and 10 text messages an hour from one IP address, and a number a day from one store (a setting). The answer does not depend on whether the address is known.",
      body: BrowserCreateIn,
      response: { 200: CreatedOut, ...failures },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identifyToWrite(request, reply);
      const { store } = shopper;
      const sent = readSignUp(request.body, store.settings);
      // The shop has vouched for the address of an account.
      const isOwnAddress = sent.address.medium === EMAIL && sent.address.value === shopper.email;
      const needsConfirmation = !isOwnAddress && alertRules(store.settings).browserDoubleOptIn;
      const proof = isOwnAddress ? "shop" : "none";
      if (!isOwnAddress) await requireProof(deps, store, { request });
      const evidence = { source: "browser", consentedAt: null, ipHash: deps.hashIp(request.ip, store.id) } as const;
      const signUp: SignUpRequest = { ...sent, ...evidence, proof, needsConfirmation };
      await enforce(limits, BY_SHOPPER, `${store.id}:${shopper.regid}`, reply);
      if (needsConfirmation) {
        const name = sent.address.medium === EMAIL ? "confirmations" : "textConfirmations";
        await enforceByIp(limits, limitOf(store.settings, name), { request, reply, scope: store.id });
      }
      await enforce(limits, FOR_ADDRESS, deps.hashAddress(signUp.address, store.id), reply);
      const limit = limitUnknown(limits, store, { request, reply });
      const created = withIdempotencyKey(request, shopperAsRequester(shopper), async (tx) =>
        createdRecord(signUp, await subscribe(deps, store, signUp, { ...ownerOf(shopper), limit, tx })),
      );
      return sendJson(reply, await (isOwnAddress ? created : inEvenTime(store.settings, created)));
    },
  });
}
