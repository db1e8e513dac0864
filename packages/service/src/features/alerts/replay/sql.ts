import type { StoreTx } from "../../../platform/db/db.ts";
import { fragment, literal } from "../../../platform/db/fragment.ts";
import type { PlanId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { DELIVERY_STATES } from "../delivery/delivery.ts";
import { LOG_KINDS, type LogKind, PLAN_CAUSES, type Plan, planStateName } from "../plans/plan.ts";
import type { DeliveryRow, OfferRow } from "./past-person.ts";
import type { LogEntry } from "./past-restock.ts";

const EVENT = literal(PLAN_CAUSES.event);
const BEGUN = literal(DELIVERY_STATES.begun);
/** A time in microseconds, as the places in line. */
const micros = (column: string) => fragment(`line_place(${column})::float8`);

export type RestockRow = Plan & {
  /** Null when the plan never selected anybody. */
  readonly readUntil: string | null;
};
type PlanRow = Omit<RestockRow, "state" | "cause"> & { readonly state: number };

const PLAN =
  fragment(`id, variant_id as "variantId", topic, number, state, reason, told as "unitsSelected", waves, seed, policy,
  created_at as "createdAt", coalesce(joined_until, 0)::text as "joinedUntil", joined_until::text as "readUntil", slot, lap,
  is_line_read as "isLineRead", null as next, next_at as "nextAt", false as "isDue"`);
const toRestock = ({ state, ...row }: PlanRow): RestockRow => ({ ...row, state: planStateName(state), cause: "event" });

/** The last restocks of a variant, newest first. */
export async function findRestocksOf(tx: StoreTx, variantId: VariantId, topic: string, limit: number) {
  const rows = await tx<PlanRow>`
    select ${PLAN} from plans
    where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic} and cause = ${EVENT}
    order by number desc limit ${limit}`;
  return rows.map(toRestock);
}

/** The last restocks of the store, newest first. */
export async function findRestocks(tx: StoreTx, topic: string, limit: number) {
  const rows = await tx<PlanRow>`
    select ${PLAN} from plans
    where store_id = ${tx.storeId} and topic = ${topic} and cause = ${EVENT}
    order by created_at desc, plans.id desc limit ${limit}`;
  return rows.map(toRestock);
}

export async function findRestock(tx: StoreTx, id: PlanId, topic: string) {
  const [row] = await tx<PlanRow>`
    select ${PLAN} from plans where store_id = ${tx.storeId} and id = ${id} and topic = ${topic} and cause = ${EVENT}`;
  return row && toRestock(row);
}

export async function getNow(tx: StoreTx): Promise<number> {
  const [row] = await tx<{ now: number }>`select ${micros("clock_timestamp()")} as now`;
  if (!row) throw new Error("The database returned no time");
  return row.now;
}

type LogRow = Omit<LogEntry, "kind" | "stock"> & {
  readonly kind: number;
  readonly quantity: number | null;
  readonly arrived: number | null;
};
const KIND_NAMES = new Map<number, LogKind>(
  Object.entries(LOG_KINDS).map(([name, kind]) => [kind, name as LogKind] as const),
);

/** A plan's log, in order. */
export async function findLog(tx: StoreTx, id: PlanId, limit: number): Promise<LogEntry[]> {
  const rows = await tx<LogRow>`
    select ${micros("at")} as at, kind, coalesce(wave, 0) as wave, quantity, arrived, coalesce(told, 0) as "unitsSelected",
      coalesce(reserved, 0) as "unitsReserved", coalesce(is_wait_over, false) as "isWaitOver", coalesce(people, 0) as people,
      coalesce(units, 0) as units
    from plan_log where store_id = ${tx.storeId} and plan_id = ${id} order by plan_log.id limit ${limit}`;
  return rows.map(({ kind, quantity, arrived, ...row }) => ({
    ...row,
    kind: KIND_NAMES.get(kind) ?? "selected",
    stock: quantity === null ? undefined : { quantity, arrived: arrived ?? quantity },
  }));
}

export type PlanOfLine = Pick<Plan, "id" | "slot">;

/** All plans of a line that are kept, also those that the merchant started. */
export const findPlansOfLine = (
  tx: StoreTx,
  { variantId, topic }: Pick<Plan, "variantId" | "topic">,
  limit: number,
) => tx<PlanOfLine>`
  select id, slot from plans
  where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic} order by plans.id desc limit ${limit}`;

/** A page of a plan's deliveries. Those that are begun, and not recorded, are left out. */
export const findDeliveries = (tx: StoreTx, { id, slot }: PlanOfLine, after: SubscriptionId | null, limit: number) =>
  tx<DeliveryRow>`
    select subscription_id as id, plan_id as "planId", ${micros("at")} as at, place::float8, quantity, reason
    from deliveries
    where store_id = ${tx.storeId} and slot = ${slot} and plan_id = ${id} and subscription_id > ${after ?? "0"} and state <> ${BEGUN}
    order by subscription_id limit ${limit}`;

/** A page of a plan's offers. */
export const findOffers = (tx: StoreTx, planId: PlanId, after: SubscriptionId | null, limit: number) => tx<OfferRow>`
  select subscription_id as id, plan_id as "planId", ${micros("until")} as until, units, state from offers
  where store_id = ${tx.storeId} and plan_id = ${planId} and subscription_id > ${after ?? "0"}
  order by subscription_id limit ${limit}`;
