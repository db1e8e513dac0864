import type { Runner, Sql, Statement, StoreTx } from "../../platform/db/db.ts";
import { fragment, literal } from "../../platform/db/fragment.ts";
import type { PlanId, StoreId, VariantId } from "../../platform/ids.ts";
import { CHUNK_STATES } from "./delivery/delivery.ts";
import { OFFER_STATES } from "./offers/offer.ts";
import { PLAN_STATES } from "./plans/plan.ts";

const READY = literal(CHUNK_STATES.ready);
const LEASED = literal(CHUNK_STATES.leased);
const POSTPONED = literal(CHUNK_STATES.postponed);
const ENDS = fragment(`state in (${OFFER_STATES.open}, ${OFFER_STATES.accepted})`);

/** What there is to do now, in one statement: an idle worker asks every second. */
export async function findDueWork(sql: Sql) {
  const [due] = await sql<{ restocks: boolean; offers: boolean; plans: boolean; chunks: boolean }>`
    select exists (select from stock where rising_at <= clock_timestamp()) as restocks,
      exists (select from offers where ${ENDS} and until <= now()) as offers,
      exists (select from plans where state = ${literal(PLAN_STATES.open)} and next_at <= now()) as plans,
      exists (select from chunks where state = ${READY})
        or exists (select from chunks where state in (${LEASED}, ${POSTPONED}) and due_at <= now()) as chunks`;
  return due;
}

/** Which of these variants a plan was ever made for. Its deliveries and offers are about the same variant. */
export const findPlanned = (tx: StoreTx, variantIds: readonly VariantId[]) => tx<{ variantId: VariantId }>`
  select distinct variant_id as "variantId" from plans
  where store_id = ${tx.storeId} and variant_id = any(${variantIds}::bigint[])`;

const LINES_OF_PLANS: Statement = {
  name: "lines-of-plans",
  text: `select p.id as "planId", p.variant_id as "variantId", p.topic
    from unnest($1::int[], $2::bigint[]) as sought (store_id, id)
    join plans p on p.store_id = sought.store_id and p.id = sought.id`,
};

export const findLinesOfPlans = (
  runner: Runner,
  plans: readonly { readonly storeId: StoreId; readonly planId: PlanId }[],
) =>
  runner.run<{ planId: PlanId; variantId: VariantId; topic: string }>(LINES_OF_PLANS, [
    plans.map((one) => one.storeId),
    plans.map((one) => one.planId),
  ]);
