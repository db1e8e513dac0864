import type { FastifyReply } from "fastify";
import { FailureRef } from "../../../platform/http/failure.ts";
import type { WithIdempotencyKey } from "../../../platform/http/idempotency-key.ts";
import type { Http } from "../../../platform/http/server.ts";
import { callerOf, type RequireKey } from "../../stores/keys/require-key.ts";
import { alertRules } from "../../stores/settings/settings.ts";
import { productRecord } from "./product-record.ts";
import { type SignUpRequest, type SubscribeDeps, type Subscribed, subscribe } from "./subscribe.ts";
import * as wire from "./wire.ts";

export const refusals = { "4xx": FailureRef, "5xx": FailureRef };
export const formOrJson = ["application/x-www-form-urlencoded", "application/json"];

/** For the shop's server, with its key. It is trusted with consent. */
export function subscriptionAdminRoutes(
  http: Http,
  {
    requireKey,
    withIdempotencyKey,
    ...parts
  }: SubscribeDeps & { requireKey: RequireKey; withIdempotencyKey: WithIdempotencyKey },
) {
  http.post("/storeadmin/bispa/subscriptions/create", {
    ...requireKey("subscriptions"),
    schema: {
      tags: ["Alerts"],
      security: [{ storeKey: [] }],
      consumes: formOrJson,
      summary: "Subscribe somebody to alerts",
      description:
        "Stock and topics are not checked. The same person, variant and topic again keeps its place in line.",
      body: wire.CreateIn,
      response: { 200: wire.AnyOut, ...refusals },
    },
    handler: async (request, reply) => {
      const { store, keyId } = callerOf(request);
      const toConfirm = alertRules(store.settings).doubleOptIn;
      const wish: SignUpRequest = { ...wire.readSignUp(request.body), source: "store-server", toConfirm };
      return sendJson(
        reply,
        await withIdempotencyKey(request, { storeId: store.id, credential: keyId }, async (tx) =>
          createdAnswer(wish, await subscribe(parts, store, wish, { tx })),
        ),
      );
    },
  });
}

/** The same whether the address gets a mail or not: strangers learn nothing of it. */
export const createdAnswer = ({ toConfirm, topics }: SignUpRequest, subscribed: readonly Subscribed[]) =>
  JSON.stringify({
    message: toConfirm ? "Almost there: the link in the mail confirms it" : "Subscribed",
    products: subscribed.map(({ variant, sent }) => productRecord(variant, sent)),
    topics,
  });

/** Records are JSON text already: they are sent as they are. */
export function sendJson(reply: FastifyReply, json: string | Buffer) {
  reply.type("application/json; charset=utf-8").serializer(String);
  return json;
}
