import { randomUUID } from "node:crypto";
import type { Db, StoreTx } from "../../platform/db.ts";
import type { PlanId, VariantId } from "../../platform/ids.ts";
import type { OutboxEvent, OutboxReader } from "../../platform/outbox/relay.ts";
import type { Directory } from "../stores/directory.ts";
import { alertRules } from "../stores/settings.ts";
import type { Store } from "../stores/store.ts";
import { BACK_IN_STOCK, policyOf } from "./policy.ts";
import { insertPlan, nextNumber, reopenPlan } from "./sql.ts";

type Planning = { readonly db: Db; readonly directory: Directory };

/** Turns restocks into plans. A restock told twice makes one plan: its number is the plan's. */
export const planRestocks = (parts: Planning, wake: () => void): OutboxReader => ({
  name: "plan-alerts",
  async handle(_tx, events) {
    for (const event of events) {
      if (event.subject === "stock.restocked") await planRestock(parts, event);
      else if (event.subject === "stock.added") await lookAgain(parts, event);
      else continue;
      wake();
    }
  },
});

type Told = { readonly variantId: VariantId; readonly number: number };

async function planRestock({ db, directory }: Planning, { storeId, payload }: OutboxEvent) {
  const { variantId, number } = payload as unknown as Told;
  const store = await directory.storeById(storeId);
  await db.inStore(storeId, (tx) => makePlan(tx, store, { variantId, topic: BACK_IN_STOCK, number }));
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
  return makePlan(tx, store, { variantId, topic, number: await nextNumber(tx, variantId, topic) });
}

async function makePlan(
  tx: StoreTx,
  store: Store,
  plan: { variantId: VariantId; topic: string; number: number },
): Promise<PlanId | undefined> {
  const [made] = await insertPlan(tx, {
    ...plan,
    seed: randomUUID(),
    policy: policyOf(store),
    state: alertRules(store.settings).hold ? "held" : "open",
  });
  tx.ringAfterCommit();
  return made?.id;
}
