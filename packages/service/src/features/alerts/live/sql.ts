import type { StoreTx } from "../../../platform/db/db.ts";
import { literal } from "../../../platform/db/fragment.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { PLAN_STATES } from "../plans/plan.ts";

const FIRST_OVER = literal(PLAN_STATES.done);
/** Longer than a batch of deliveries takes from its insert until it is committed, and than the pause between two reads. */
const SENDING_SECONDS = 15;

/** What is compared to see whether a plan has changed. */
export type PlanMark = {
  readonly id: PlanId;
  /** Different after every change of the plan itself. */
  readonly mark: string;
  /** Whether it is among the plans that are followed: the newest, and those that are not over. */
  readonly isFollowed: boolean;
  /** Whether deliveries of it were recorded lately. */
  readonly isSending: boolean;
};

/** The plans that are followed, those that deliver, and `known` ones. */
export const findPlanMarks = (
  tx: StoreTx,
  { known, newest, open }: { readonly known: readonly PlanId[]; readonly newest: number; readonly open: number },
) => tx<PlanMark>`
  with found as (
    (select id, true as is_followed, false as is_sending from plans
      where store_id = ${tx.storeId} order by created_at desc, id desc limit ${newest})
    union all
    (select id, true, false from plans
      where store_id = ${tx.storeId} and state < ${FIRST_OVER} order by created_at desc, id desc limit ${open})
    union all
    select distinct plan_id, false, true from delivery_batches
    where store_id = ${tx.storeId} and at > now() - make_interval(secs => ${SENDING_SECONDS})
    union all
    select unnest(${known}::bigint[]), false, false
  ), sought as (
    select id, bool_or(is_followed) as "isFollowed", bool_or(is_sending) as "isSending" from found group by id
  )
  select sought.*, p.mark from sought cross join lateral ( -- a plan at a time: a store may have very many
    select row(state, told, waves, next_at, reason)::text as mark from plans where store_id = ${tx.storeId} and id = sought.id limit 1
  ) as p
  order by id`;
