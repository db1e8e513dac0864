import type { StoreTx } from "../../../platform/db/db.ts";
import { type Fragment, fragment, fragmentWith } from "../../../platform/db/fragment.ts";
import type { PlanId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import type { DeliveryCounts } from "../delivery/delivery.ts";
import { PLAN_CAUSES, PLAN_STATES, type Plan, type PlanState, planStateName, type Wave } from "../plans/plan.ts";

export type PlanRow = Pick<
  Plan,
  | "id"
  | "variantId"
  | "topic"
  | "number"
  | "reason"
  | "unitsSelected"
  | "createdAt"
  | "nextAt"
  | "waves"
  | "policy"
  | "joinedUntil"
> & {
  readonly state: PlanState;
  readonly isByMerchant: boolean;
  /** When it was created, in microseconds. */
  readonly at: string;
};

/** "open": under way or paused. */
export type StateFilter = "open" | "held" | "over";
const OF_STATE: Readonly<Record<StateFilter, Fragment>> = {
  open: fragment(`state < ${PLAN_STATES.done}`),
  held: fragment(`state = ${PLAN_STATES.held}`),
  over: fragment(`state >= ${PLAN_STATES.done}`),
};

export type PlanFilter = {
  readonly variantId: VariantId | null;
  readonly topic: string | null;
  readonly planId: PlanId | null;
  readonly state: StateFilter | null;
};

const PLAN =
  fragment(`id, variant_id as "variantId", topic, number, state, reason, told as "unitsSelected", waves, policy,
  created_at as "createdAt", coalesce(joined_until, line_place(now())) as "joinedUntil", next_at as "nextAt", cause = ${PLAN_CAUSES.merchant} as "isByMerchant",
  (extract(epoch from created_at) * 1000000)::bigint as at`);

/** Plans of the store, the newest first, before a moment in microseconds. */
export async function selectPlans(
  tx: StoreTx,
  { variantId, topic, planId, state }: PlanFilter,
  before: { readonly at: string; readonly id: string } | undefined,
  limit: number,
): Promise<PlanRow[]> {
  const start = before
    ? fragmentWith`(created_at, id) < ('epoch'::timestamptz + ${before.at}::bigint * interval '1 microsecond', ${before.id}::bigint)`
    : fragment("true");
  const rows = await tx<StoredPlan>`
    select ${PLAN} from plans
    where store_id = ${tx.storeId} and ${start} and ${state ? OF_STATE[state] : fragment("true")}
      and ${planId ? fragmentWith`id = ${planId}` : fragment("true")}
      and ${variantId ? fragmentWith`variant_id = ${variantId}` : fragment("true")}
      and ${topic === null ? fragment("true") : fragmentWith`topic = ${topic}`}
    order by created_at desc, id desc limit ${limit}`;
  return rows.map(toPlan);
}

type StoredPlan = Omit<PlanRow, "state"> & { readonly state: number };
const toPlan = (row: StoredPlan): PlanRow => ({ ...row, state: planStateName(row.state) });

export async function selectPlansById(tx: StoreTx, ids: readonly PlanId[]): Promise<PlanRow[]> {
  const rows = await tx<StoredPlan>`
    select ${PLAN} from plans where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) order by created_at, id`;
  return rows.map(toPlan);
}

export type PlanCounts = DeliveryCounts & { readonly planId: PlanId };

/** How the deliveries of each plan ended so far. */
export const countDeliveriesOf = (tx: StoreTx, ids: readonly PlanId[]) => tx<PlanCounts>`
  select sought.id as "planId", b.* from unnest(${ids}::bigint[]) as sought (id)
  cross join lateral (
    select coalesce(sum(sent), 0)::int as sent, coalesce(sum(skipped), 0)::int as skipped, coalesce(sum(failed), 0)::int as failed,
      coalesce(sum(ambiguous), 0)::int as ambiguous
    from delivery_batches b where b.store_id = ${tx.storeId} and b.plan_id = sought.id
  ) as b`;

/** How many people the waves of each plan selected. */
export const countSelectedOf = (tx: StoreTx, ids: readonly PlanId[]) => tx<{ planId: PlanId; people: number }>`
  select plan_id as "planId", sum(people)::int as people from waves
  where store_id = ${tx.storeId} and plan_id = any(${ids}::bigint[]) group by plan_id`;

export type WaveOfPlan = Wave & { readonly planId: PlanId };

/** The last waves of each plan, in their order. */
export const findLastWaves = (tx: StoreTx, ids: readonly PlanId[], ofEach: number) => tx<WaveOfPlan>`
  select sought.id as "planId", w.wave, w.units, w.people, w.reason, w.begun_at as "begunAt"
  from unnest(${ids}::bigint[]) as sought (id)
  cross join lateral (
    select * from waves w where w.store_id = ${tx.storeId} and w.plan_id = sought.id order by w.wave desc limit ${ofEach}
  ) as w
  order by w.plan_id, w.wave`;

export type DeliveryRow = {
  readonly subscriptionId: SubscriptionId;
  readonly at: Date;
  readonly place: string;
  readonly state: number;
  readonly reason: number;
  readonly detail: string;
  readonly quantity: number;
};

/** Deliveries of a plan in the order of their subscriptions, after one. */
export const selectDeliveries = (
  tx: StoreTx,
  { id, slot }: Pick<Plan, "id" | "slot">,
  after: string,
  limit: number,
) => tx<DeliveryRow>`
  select subscription_id as "subscriptionId", at, place, state, reason, detail, quantity from deliveries
  where store_id = ${tx.storeId} and slot = ${slot} and plan_id = ${id} and subscription_id > ${after}::bigint
  order by subscription_id limit ${limit}`;
