import type { Runner, Statement, StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { literal } from "../../../platform/db/fragment.ts";
import type { PlanId, StoreId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { HOLD_STATES, type Hold, type HoldKey, type HoldState, holdStateName } from "./hold.ts";

const WANTED = literal(HOLD_STATES.wanted);
const HELD = literal(HOLD_STATES.held);
const ENDING = literal(HOLD_STATES.ending);
const GIVEN_UP = literal(HOLD_STATES["given-up"]);

type NewHold = HoldKey & { readonly variantId: VariantId; readonly units: number; readonly until: Date };

export const insertHold = (tx: StoreTx, { planId, subscriptionId, variantId, units, until }: NewHold) => tx`
  insert into offer_holds (id, store_id, plan_id, subscription_id, variant_id, units, until)
  values (new_id(${tx.storeId}), ${tx.storeId}, ${planId}, ${subscriptionId}, ${variantId}, ${units}, ${until})
  on conflict (store_id, plan_id, subscription_id) where ended_at is null do nothing`;

/** Ends the holds of these offers. What is, or may be, reserved must be released. Locks in id order, as reports do. */
export const endHolds = (tx: StoreTx, offers: readonly HoldKey[]) => tx`
  with locked as materialized (
    select h.id from unnest(${offers.map((one) => one.planId)}::bigint[], ${offers.map((one) => one.subscriptionId)}::bigint[]) as over (plan_id, subscription_id)
    join offer_holds h on h.store_id = ${tx.storeId} and h.plan_id = over.plan_id and h.subscription_id = over.subscription_id
    where h.ended_at is null order by h.id for update of h
  )
  update offer_holds h set ended_at = now(),
    since = case when state in (${WANTED}, ${HELD}) then now() else since end,
    state = case when state in (${WANTED}, ${HELD}) then ${ENDING} else state end
  from locked where h.store_id = ${tx.storeId} and h.id = locked.id`;

/** Ends the holds of erased people, and takes away what leads to a person. */
export const unlinkHolds = (tx: StoreTx, subscriptionIds: readonly SubscriptionId[]) => tx`
  with locked as materialized (
    select id from offer_holds where store_id = ${tx.storeId} and subscription_id = any(${subscriptionIds}::bigint[]) order by id for update
  )
  update offer_holds h set subscription_id = null, url = null, ended_at = coalesce(ended_at, now()),
    since = case when state in (${WANTED}, ${HELD}) then now() else since end,
    state = case when state in (${WANTED}, ${HELD}) then ${ENDING} else state end
  from locked where h.store_id = ${tx.storeId} and h.id = locked.id`;

type HoldRow = Omit<Hold, "state"> & { readonly state: number };
const FIND = `select id, token, variant_id as "variantId", units, until, state, reference, url from offer_holds where store_id = $1`;
const OPEN: Statement = {
  name: "holds-to-work-on",
  text: `${FIND} and state in (${WANTED.text}, ${ENDING.text}) and id > $2 order by id limit $3`,
};
const RESERVED: Statement = {
  name: "held-holds",
  text: `${FIND} and state = ${HELD.text} and id > $2 order by id limit $3`,
};
const POLLS = { open: OPEN, held: RESERVED };
export type Poll = keyof typeof POLLS;

/** What a connector has to do (open), or what is reserved (held), the oldest first. */
export async function findHolds(
  runner: Runner,
  { storeId, poll, after, limit }: { storeId: StoreId; poll: Poll; after: string; limit: number },
): Promise<Hold[]> {
  const rows = await runner.run<HoldRow>(POLLS[poll], [storeId, after, limit]);
  return rows.map((row) => ({ ...row, state: holdStateName(row.state) }));
}

export type LockedHold = Pick<Hold, "id" | "token" | "state" | "until" | "reference" | "url"> & {
  readonly planId: PlanId;
  readonly subscriptionId: SubscriptionId | null;
  readonly isOver: boolean;
};

export async function lockHolds(tx: StoreTx, tokens: readonly string[]): Promise<LockedHold[]> {
  const rows = await tx<Omit<LockedHold, "state"> & { state: number }>`
    select id, token, state, until, reference, url, plan_id as "planId", subscription_id as "subscriptionId", ended_at is not null as "isOver"
    from offer_holds where store_id = ${tx.storeId} and token = any(${tokens}::uuid[]) order by id for update`;
  return rows.map((row) => ({ ...row, state: holdStateName(row.state) }));
}

export const storeHolds = (tx: StoreTx, holds: readonly Pick<Hold, "id" | "state" | "reference" | "url">[]) => tx`
  update offer_holds h set state = changed.state, reference = changed.reference, url = changed.url,
    since = case when h.state = changed.state then h.since else now() end
  from unnest(${holds.map(({ id }) => id)}::bigint[], ${holds.map(({ state }) => HOLD_STATES[state])}::smallint[],
    ${holds.map(({ reference }) => reference)}::text[], ${holds.map(({ url }) => url)}::text[]) as changed (id, state, reference, url)
  where h.store_id = ${tx.storeId} and h.id = changed.id`;

export type RunningHold = {
  readonly state: HoldState;
  readonly url: string | null;
  /** Accepted within the last `seconds`. */
  readonly isNew: boolean;
};

/** The hold of an offer that is not over. */
export async function findRunningHold(
  tx: StoreTx,
  { planId, subscriptionId }: HoldKey,
  seconds: number,
): Promise<RunningHold | undefined> {
  const [row] = await tx<Omit<RunningHold, "state"> & { state: number }>`
    select state, url, accepted_at > now() - make_interval(secs => ${seconds}) as "isNew" from offer_holds
    where store_id = ${tx.storeId} and plan_id = ${planId} and subscription_id = ${subscriptionId} and ended_at is null`;
  return row && { ...row, state: holdStateName(row.state) };
}

export type HoldTrouble = {
  /** Since when connectors should have reserved or released something; null when nothing waits for long. */
  readonly since: Date | null;
  readonly waiting: number;
  readonly givenUp: number;
};

export async function countTrouble(tx: StoreTx, waitingSeconds: number): Promise<HoldTrouble> {
  const [row] = await tx<HoldTrouble>`
    select late.since, late.waiting, (
      select count(*)::int from offer_holds where store_id = ${tx.storeId} and state = ${GIVEN_UP}
    ) as "givenUp"
    from (
      select min(since) as since, count(*)::int as waiting from offer_holds
      where store_id = ${tx.storeId} and state in (${WANTED}, ${ENDING}) and since < now() - make_interval(secs => ${waitingSeconds})
    ) as late`;
  return row ?? { since: null, waiting: 0, givenUp: 0 };
}

/** Gives up what nobody has released for so long, ends what its offer has left behind, and deletes what is over. Returns how many
 *  were deleted. */
export async function pruneOldHolds(
  tx: SystemTx,
  { givenUpDays, keptDays, limit }: { givenUpDays: number; keptDays: number; limit: number },
): Promise<number> {
  await tx`
    update offer_holds set ended_at = now(), since = now(), state = case when state in (${WANTED}, ${HELD}) then ${ENDING} else state end
    where ended_at is null and until < now() - interval '1 hour'`;
  await tx`
    update offer_holds set state = ${GIVEN_UP}, since = now()
    where ended_at < now() - make_interval(days => ${givenUpDays}) and state = ${ENDING} and since < now() - make_interval(days => ${givenUpDays})`;
  const gone = await tx<{ done: boolean }>`
    delete from offer_holds using (
      select store_id, id from offer_holds
      where ended_at < now() - make_interval(days => ${givenUpDays}) and state <> ${ENDING}
        and since < now() - make_interval(days => case when state = ${GIVEN_UP} then ${keptDays}::int else ${givenUpDays}::int end)
      limit ${limit}
    ) as old
    where offer_holds.store_id = old.store_id and offer_holds.id = old.id
    returning true as done`;
  return gone.length;
}
