import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, SubscriptionId } from "../../../platform/ids.ts";
import type { AlertOfPerson } from "../../subscriptions/people/find-person.ts";

export type DeliveryRow = {
  readonly subscriptionId: SubscriptionId;
  readonly planId: PlanId;
  readonly at: Date;
  readonly reason: number;
  readonly detail: string;
};

/** The deliveries of these subscriptions in the last plans of their lines. */
export const findDeliveriesOfPerson = (
  tx: StoreTx,
  alerts: readonly Pick<AlertOfPerson, "id" | "variantId" | "topic">[],
  plansMax: number,
) => tx<DeliveryRow>`
  select sought.id as "subscriptionId", p.id as "planId", d.at, d.reason, d.detail
  from unnest(${alerts.map(({ id }) => id)}::bigint[], ${alerts.map(({ variantId }) => variantId)}::bigint[],
    ${alerts.map(({ topic }) => topic)}::text[]) as sought (id, variant_id, topic)
  cross join lateral (
    select id, slot from plans p
    where p.store_id = ${tx.storeId} and p.variant_id = sought.variant_id and p.topic = sought.topic
    order by p.created_at desc, p.id desc limit ${plansMax}
  ) as p
  cross join lateral (
    select at, reason, detail from deliveries d
    where d.store_id = ${tx.storeId} and d.slot = p.slot and d.plan_id = p.id and d.subscription_id = sought.id offset 0
  ) as d`;
