import { randomUUID } from "node:crypto";
import type { Db, StoreTx } from "../../platform/db.ts";
import type { PlanId, SubscriptionId, VariantId } from "../../platform/ids.ts";
import type { OutboxEvent, OutboxReader } from "../../platform/outbox/relay.ts";
import type { Directory } from "../stores/directory.ts";
import { alertRules } from "../stores/settings.ts";
import type { Store } from "../stores/store.ts";
import { withdrawOffers } from "./end-offers.ts";
import { type AlertPolicy, BACK_IN_STOCK, LOW_STOCK, PRICE_DROP, policyOf } from "./policy.ts";
import { insertPlan, nextNumber, reopenPlan } from "./sql.ts";

type Planning = { readonly db: Db; readonly directory: Directory };

/** Turns what happened to a variant into plans. What is told twice makes one plan: its number is the plan's. */
export const planRestocks = (parts: Planning, wake: () => void): OutboxReader => ({
  name: "plan-alerts",
  async handle(_tx, events) {
    for (const event of events) {
      const topic = TOPICS[event.subject];
      if (topic) await plan(parts, event, topic);
      else if (event.subject === "stock.added") await lookAgain(parts, event);
      else if (LEFT.has(event.subject)) await freeHolds(parts, event);
      else continue;
      wake();
    }
  },
});

const TOPICS: Readonly<Record<string, string>> = {
  "stock.restocked": BACK_IN_STOCK,
  "stock.ran-low": LOW_STOCK,
  "price.dropped": PRICE_DROP,
};

/** Whoever leaves, or cannot be written to any more, needs nothing held. */
const LEFT = new Set(["alert.unsubscribed", "alert.failed"]);
const freeHolds = ({ db }: Planning, { storeId, payload }: OutboxEvent) =>
  db.inStore(storeId, (tx) => withdrawOffers(tx, payload["subscriptionIds"] as readonly SubscriptionId[]));

type Told = { readonly variantId: VariantId; readonly number: number };
type Drop = Told & Required<AlertPolicy>["price"];

async function plan({ db, directory }: Planning, { storeId, payload }: OutboxEvent, topic: string) {
  const { variantId, number, currency, from, to } = payload as unknown as Drop;
  const store = await directory.storeById(storeId);
  const policy = {
    ...policyOf(store, topic),
    // Of what runs low or got cheaper everybody hears: nothing came that would have to be shared out.
    ...(topic === BACK_IN_STOCK ? {} : { audience: "all" as const }),
    ...(topic === PRICE_DROP ? { price: { currency, from, to } } : {}),
  };
  await db.inStore(storeId, (tx) => makePlan(tx, store, { variantId, topic, number, policy }));
}

const lookAgain = ({ db }: Planning, { storeId, payload }: OutboxEvent) => {
  const { variantId, number } = payload as unknown as Told;
  return db.inStore(storeId, (tx) => reopenPlan(tx, variantId, BACK_IN_STOCK, number));
};

/** Tells everybody who waits for a variant under a topic, as the merchant says so: stock is not asked. */
export async function planByHand(
  tx: StoreTx,
  store: Store,
  { variantId, topic }: { variantId: VariantId; topic: string },
): Promise<PlanId | undefined> {
  const number = await nextNumber(tx, variantId, topic);
  return makePlan(tx, store, { variantId, topic, number, policy: policyOf(store, topic) });
}

async function makePlan(
  tx: StoreTx,
  store: Store,
  made: { variantId: VariantId; topic: string; number: number; policy: AlertPolicy },
): Promise<PlanId | undefined> {
  const [inserted] = await insertPlan(tx, {
    ...made,
    seed: randomUUID(),
    state: alertRules(store.settings).hold ? "held" : "open",
  });
  tx.ringAfterCommit();
  return inserted?.id;
}
