import type { FastifyRequest } from "fastify";
import type { Db, StoreTx } from "../../../platform/db/db.ts";
import { FailureRef } from "../../../platform/http/failure.ts";
import type { WithIdempotencyKey } from "../../../platform/http/idempotency-key.ts";
import type { Http } from "../../../platform/http/server.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { readPlatformId } from "../../../platform/text/platform-id.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { callerOf, type RequireKey } from "../../stores/keys/require-key.ts";
import type { Store } from "../../stores/store.ts";
import { toAddress } from "../../subscriptions/address.ts";
import { historyRecord } from "../../subscriptions/line/wire.ts";
import { nobodyWaits, unknownVariant } from "../errors.ts";
import { markBought } from "../offers/mark-bought.ts";
import { type Command, controlPlan } from "./control-plan.ts";
import { explainPlans, explainSubscription } from "./explain.ts";
import { planByHand } from "./plan-alerts.ts";
import { BACK_IN_STOCK } from "./policy.ts";
import { rehearse } from "./rehearse.ts";
import { AnyOut, ControlIn, PlansIn, planRecord, RehearseIn, SendIn, SomebodyIn } from "./wire.ts";

const keyedCall = {
  tags: ["Alerts"],
  security: [{ storeKey: [] }],
  consumes: ["application/json", "application/x-www-form-urlencoded"],
};
const answers = { 200: AnyOut, "4xx": FailureRef, "5xx": FailureRef };

/** For the merchant's server and dashboard: begin, hold, resume, cancel, rehearse and explain alerts. */
export function alertRoutes(
  http: Http,
  parts: {
    readonly db: Db;
    readonly variants: VariantCache;
    readonly requireKey: RequireKey;
    readonly withIdempotencyKey: WithIdempotencyKey;
  },
) {
  const { db, variants, requireKey, withIdempotencyKey } = parts;

  async function variantOf(store: Store, epi: unknown) {
    const [variant] = await variants.findByPlatformIds(store.id, [readPlatformId("epi", epi).text], { create: false });
    if (!variant) throw unknownVariant();
    return variant.id;
  }
  const write = <T>(request: FastifyRequest, effect: (tx: StoreTx, store: Store) => Promise<T>) => {
    const { store, keyId } = callerOf(request);
    return withIdempotencyKey(request, { storeId: store.id, credential: keyId }, (tx) =>
      tx ? effect(tx, store) : db.inStore(store.id, (inside) => effect(inside, store)),
    );
  };

  http.post("/storeadmin/v3/alerts/send", {
    ...requireKey("alerts"),
    schema: {
      ...keyedCall,
      summary: "Tell those who wait under a topic",
      description:
        "For topics that no stock begins, such as comingsoon: everybody who waits hears, as the store's policy says.",
      body: SendIn,
      response: answers,
    },
    handler: async (request) => {
      const variantId = await variantOf(callerOf(request).store, request.body.epi);
      return write(request, async (tx, store) => {
        const plan = await planByHand(tx, store, { variantId, topic: request.body.topic });
        if (!plan) throw nobodyWaits();
        return { message: "The plan is made", plan };
      });
    },
  });

  http.post("/storeadmin/v3/alerts/plans", {
    ...requireKey("alerts"),
    schema: {
      ...keyedCall,
      summary: "What was decided for a variant, and what came of it",
      description: "The last 20 plans: policy, what was counted before each wave, who was told.",
      body: PlansIn,
      response: answers,
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const variantId = await variantOf(store, request.body.epi);
      const stories = await db.inStore(store.id, (tx) => explainPlans(tx, variantId, request.body.topic));
      return { plans: stories.map(planRecord) };
    },
  });

  const control = (command: Command, summary: string) =>
    http.post(`/storeadmin/v3/alerts/${command}`, {
      ...requireKey("alerts"),
      schema: { ...keyedCall, summary, body: ControlIn, response: answers },
      handler: (request) =>
        write(request, async (tx) => {
          const plan = await controlPlan(tx, request.body.plan as PlanId, command);
          return { plan: plan.id, state: plan.state };
        }),
    });
  control("hold", "Hold a plan: nobody more is told for now");
  control("resume", "Go on with a plan that was held");
  control("cancel", "End a plan; whoever was not told keeps their place");

  http.post("/storeadmin/v3/alerts/rehearse", {
    ...requireKey("alerts"),
    schema: {
      ...keyedCall,
      summary: "Who would hear if so many came now",
      description: "The same choice as a restock makes. Nothing is sent and nothing changes.",
      body: RehearseIn,
      response: answers,
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const { epi, units, topic = BACK_IN_STOCK } = request.body;
      const variantId = await variantOf(store, epi);
      return db.inStore(store.id, (tx) => rehearse(tx, store, { variantId, topic, units: Number(units) }));
    },
  });

  http.post("/storeadmin/v3/alerts/explain", {
    ...requireKey("alerts"),
    schema: {
      ...keyedCall,
      summary: "Why somebody was told, or was not",
      description: "State, place in line and every change of one subscription, with the plans it took part in.",
      body: SomebodyIn,
      response: answers,
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const { epi, topic = BACK_IN_STOCK, medium, mediumvalue } = request.body;
      const who = { address: toAddress(medium, mediumvalue), variantId: await variantOf(store, epi), topic };
      const { subscription, because, plans } = await db.inStore(store.id, (tx) => explainSubscription(tx, who));
      return { because, subscription: subscription ? historyRecord(subscription) : null, plans: plans.map(planRecord) };
    },
  });

  http.post("/storeadmin/v3/alerts/bought", {
    ...requireKey("alerts"),
    schema: {
      ...keyedCall,
      summary: "Somebody bought what they waited for",
      description:
        "Ends their wait, and what is held for them. Report the stock that is left by inventory/set, before or within a minute. Repeating it changes nothing.",
      body: SomebodyIn,
      response: answers,
    },
    handler: async (request) => {
      const { epi, topic = BACK_IN_STOCK, medium, mediumvalue } = request.body;
      const variantId = await variantOf(callerOf(request).store, epi);
      const who = { address: toAddress(medium, mediumvalue), variantId, topic };
      return write(request, async (tx) => {
        const changed = await markBought(tx, who);
        return { message: changed ? "Marked as bought" : "There was nothing to change", changed };
      });
    },
  });
}
