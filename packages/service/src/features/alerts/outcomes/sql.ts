import type { StoreTx } from "../../../platform/db/db.ts";
import { type Fragment, fragment, fragmentWith, literal } from "../../../platform/db/fragment.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { LOG_KINDS, PLAN_CAUSES } from "../plans/plan.ts";

const EVENT = literal(PLAN_CAUSES.event);
const SELECTED = literal(LOG_KINDS.selected);

export type OutcomeRow = {
  readonly variantId: VariantId;
  /** The number of the restock. */
  readonly number: number;
  /** When its first and its last people were selected. */
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** People who were selected, the units that they wanted, and how many of them got the alert. */
  readonly people: number;
  readonly units: number;
  readonly notified: number;
  /** How many of them bought, when the first did, and when on average. */
  readonly bought: number;
  readonly firstBoughtAt: Date | null;
  readonly meanBoughtAt: Date | null;
};

/** What came of these plans, newest first. Leaves out those that are younger than the window, notified nobody, or have no log. */
const findOutcomesOf = (tx: StoreTx, plans: Fragment, windowDays: number) => tx<OutcomeRow>`
  select p.variant_id as "variantId", p.number, p.bought, p.first_bought_at as "firstBoughtAt", p.mean_bought_at as "meanBoughtAt", log.*, sent.notified
  from (${plans}) as p
  cross join lateral (
    select min(at) as "firstAt", max(at) as "lastAt", coalesce(sum(people), 0)::int as people, coalesce(sum(units), 0)::int as units
    from plan_log l where l.store_id = ${tx.storeId} and l.plan_id = p.id and l.kind = ${SELECTED} and l.people > 0
  ) as log
  cross join lateral (
    select coalesce(sum(b.sent + b.ambiguous), 0)::int as notified from delivery_batches b where b.store_id = ${tx.storeId} and b.plan_id = p.id
  ) as sent
  where log."lastAt" <= now() - make_interval(days => ${windowDays}) and sent.notified > 0
  order by p.created_at desc, p.id desc`;

const PLAN = fragment("id, variant_id, number, created_at, bought, first_bought_at, mean_bought_at");
const isOld = (windowDays: number) => fragmentWith`created_at <= now() - make_interval(days => ${windowDays})`;

/** The last restocks of a variant. */
export const findOutcomesOfVariant = (
  tx: StoreTx,
  { variantId, topic, windowDays }: { variantId: VariantId; topic: string; windowDays: number },
  limit: number,
) =>
  findOutcomesOf(
    tx,
    fragmentWith`
      select ${PLAN} from plans
      where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic} and cause = ${EVENT} and ${isOld(windowDays)}
      order by number desc limit ${limit}`,
    windowDays,
  );

/** The last restocks of the store's other variants. */
export const findOutcomesOfOthers = (
  tx: StoreTx,
  { variantId, topic, windowDays }: { variantId: VariantId; topic: string; windowDays: number },
  limit: number,
) =>
  findOutcomesOf(
    tx,
    fragmentWith`
      select ${PLAN} from plans
      where store_id = ${tx.storeId} and topic = ${topic} and cause = ${EVENT} and ${isOld(windowDays)} and variant_id <> ${variantId}
      order by created_at desc, plans.id desc limit ${limit}`,
    windowDays,
  );
