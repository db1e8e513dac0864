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
  with followed as (
    (select id from plans where store_id = ${tx.storeId} order by created_at desc, id desc limit ${newest})
    union
    (select id from plans where store_id = ${tx.storeId} and state < ${FIRST_OVER} order by created_at desc, id desc limit ${open})
  ), sending as (
    select distinct plan_id as id from delivery_batches
    where store_id = ${tx.storeId} and at > now() - make_interval(secs => ${SENDING_SECONDS})
  ), sought as (
    select id from followed union select id from sending union select unnest(${known}::bigint[])
  )
  select p.id, row(p.state, p.told, p.waves, p.next_at, p.reason)::text as mark,
    exists (select from followed f where f.id = p.id) as "isFollowed", exists (select from sending s where s.id = p.id) as "isSending"
  from sought join plans p on p.store_id = ${tx.storeId} and p.id = sought.id
  order by p.id`;
