import type { Http } from "../../../platform/http/server.ts";
import { getVariantId } from "../../catalog/variants/get-variant-id.ts";
import { readVariantName } from "../../catalog/variants/wire.ts";
import { callerOf } from "../../stores/access/require-scope.ts";
import { toAddress } from "../../subscriptions/address.ts";
import { noOneWaits } from "../errors.ts";
import { planByMerchant } from "../planning/make-plans.ts";
import { type AlertRouteDeps, keyedCall } from "../route-deps.ts";
import { answer, readSubscription, SubscriptionIn } from "../wire.ts";
import { controlPlan, type PlanCommand } from "./control-plan.ts";
import { explainPlans, explainSubscription } from "./explain.ts";
import { rehearse } from "./rehearse.ts";
import * as wire from "./wire.ts";

/** What the audit log calls each command. */
const PAST: Readonly<Record<PlanCommand, string>> = {
  pause: "plan.paused",
  resume: "plan.resumed",
  cancel: "plan.cancelled",
};

/** The calls by which the merchant's server and dashboard start, pause, resume, cancel, rehearse and explain alerts. */
export function planRoutes(http: Http, deps: AlertRouteDeps) {
  const { db, variants, requireScope, change } = deps;

  for (const record of wire.PLAN_RECORDS) http.addSchema(record);
  http.post("/storeadmin/v3/alerts/send", {
    ...requireScope("alerts", { stepUp: true }),
    schema: {
      ...keyedCall,
      summary: "Send an alert to everyone who waits under a topic",
      description:
        "For topics that no stock change starts, such as comingsoon. The store's policy decides who is notified, and in which order.",
      body: wire.SendIn,
      response: answer(wire.PlannedOut),
    },
    handler: async (request) => {
      const { topic } = request.body;
      const { platformId, market } = readVariantName(request.body);
      const variantId = await getVariantId(variants, callerOf(request).store, { platformId, market });
      return change(
        request,
        { action: "alert.started", details: { variant: platformId, ...(market === null ? {} : { market }), topic } },
        async (tx, store) => {
          const plan = await planByMerchant(tx, store, { variantId, topic });
          if (!plan) throw noOneWaits();
          return { message: "The alert is planned", plan };
        },
      );
    },
  });

  http.post("/storeadmin/v3/alerts/plans", {
    ...requireScope("alerts"),
    schema: {
      ...keyedCall,
      summary: "List the plans of a variant",
      description:
        "The last 20 plans: the policy, the stock counted before each wave, how many people were selected, and how the deliveries ended.",
      body: wire.PlansIn,
      response: answer(wire.PlansOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const variantId = await getVariantId(variants, store, readVariantName(request.body));
      const plans = await db.inStore(store.id, (tx) => explainPlans(tx, variantId, request.body.topic));
      return { plans: plans.map(wire.planRecord) };
    },
  });

  const control = (path: string, command: PlanCommand, summary: string) =>
    http.post(`/storeadmin/v3/alerts/${path}`, {
      ...requireScope("alerts", { stepUp: command === "resume" }),
      schema: { ...keyedCall, summary, body: wire.ControlIn, response: answer(wire.PlanStateOut) },
      handler: (request) =>
        change(request, { action: PAST[command], details: { plan: request.body.plan } }, async (tx) =>
          wire.planStateRecord(await controlPlan(tx, wire.readPlanId(request.body), command)),
        ),
    });
  control("hold", "pause", "Pause a plan: no one else is notified until you resume it");
  control("resume", "resume", "Resume a paused plan");
  control("cancel", "cancel", "Cancel a plan: people who were not notified keep their place");

  http.post("/storeadmin/v3/alerts/rehearse", {
    ...requireScope("alerts"),
    schema: {
      ...keyedCall,
      summary: "Preview who would be notified if this many units came now",
      description:
        "Makes the same selection as a restock, with the store's policy or one that you try. Nothing is sent and nothing changes.",
      body: wire.RehearseIn,
      response: answer(wire.RehearsalOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const { variant, ...wanted } = wire.readRehearsal(request.body);
      const variantId = await getVariantId(variants, store, variant);
      return wire.rehearsalRecord(await db.inStore(store.id, (tx) => rehearse(tx, store, { variantId, ...wanted })));
    },
  });

  http.post("/storeadmin/v3/alerts/explain", {
    ...requireScope("alerts"),
    schema: {
      ...keyedCall,
      summary: "Explain why a shopper was notified or not",
      description:
        "State, place in line and every change of one subscription, with the plans of its variant and topic.",
      body: SubscriptionIn,
      response: answer(wire.ExplanationOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const { variant, topic, medium, address: given } = readSubscription(request.body);
      const address = toAddress(medium, given);
      const variantId = await getVariantId(variants, store, variant);
      return wire.explanationRecord(
        await db.inStore(store.id, (tx) => explainSubscription(tx, { address, variantId, topic })),
      );
    },
  });
}
