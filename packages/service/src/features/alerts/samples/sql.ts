import type { StoreTx } from "../../../platform/db/db.ts";
import type { PastClick, PastDelivery, PastOrder, PastOrderLine, PastPlan, PastWave } from "./past-alert.ts";

type Stored<Row, Codes extends string> = Omit<Row, Codes> & Readonly<Record<Codes, number>>;

export const insertPlans = (tx: StoreTx, plans: readonly Stored<PastPlan, "state" | "cause">[], keepDays: number) => tx`
  insert into plans (store_id, id, created_at, variant_id, topic, cause, number, told, waves, state, seed, policy, slot,
    joined_until, next_position, next_id, is_line_read, keep_until, bought, first_bought_at, mean_bought_at)
  select ${tx.storeId}, id, "createdAt", "variantId", topic, cause, number, "unitsSelected", waves, state, gen_random_uuid()::text, policy,
    delivery_slot("createdAt"), line_place("joinedUntil"), "nextPosition", "nextId", "isLineRead",
    "createdAt" + make_interval(days => ${keepDays}::int), bought, "firstBoughtAt", "meanBoughtAt"
  from json_to_recordset(${JSON.stringify(plans)}) as past (id bigint, "createdAt" timestamptz, "variantId" bigint, topic text,
    cause smallint, number int, "unitsSelected" int, waves int, state smallint, policy jsonb, "joinedUntil" timestamptz,
    "nextPosition" bigint, "nextId" bigint, "isLineRead" boolean, bought int, "firstBoughtAt" timestamptz, "meanBoughtAt" timestamptz)`;

export const insertWaves = (tx: StoreTx, waves: readonly PastWave[]) => tx`
  insert into waves (store_id, plan_id, wave, begun_at, units, people, reason)
  select ${tx.storeId}, "planId", wave, at, quantity, people, reason from json_to_recordset(${JSON.stringify(waves)})
    as past ("planId" bigint, wave int, at timestamptz, quantity int, people int, reason text)`;

export type LogRow = Omit<PastWave, "reason" | "quantity" | "arrived" | "wave"> & {
  readonly kind: number;
  readonly wave: number | null;
  readonly quantity: number | null;
  readonly arrived: number | null;
};
/** In the order of time, because a replay reads the entries in the order of their ids. */
export const insertLog = (tx: StoreTx, entries: readonly Partial<LogRow>[]) => tx`
  insert into plan_log (store_id, plan_id, kind, at, wave, quantity, arrived, told, reserved, is_wait_over, people, units)
  select ${tx.storeId}, "planId", kind, at, wave, quantity, arrived, "unitsSelected", reserved, "isWaitOver", people, units
  from json_to_recordset(${JSON.stringify(entries)}) as past ("planId" bigint, kind smallint, at timestamptz, wave int, quantity int,
    arrived int, "unitsSelected" int, reserved int, "isWaitOver" boolean, people int, units int)
  order by at`;

export const insertDeliveries = (tx: StoreTx, deliveries: readonly Stored<PastDelivery, "state" | "reason">[]) => tx`
  insert into deliveries (store_id, slot, plan_id, subscription_id, at, place, quantity, state, reason, detail)
  select ${tx.storeId}, delivery_slot("planCreatedAt"), "planId", "subscriptionId", at, line_place("signedUpAt"), quantity, state, reason, detail
  from json_to_recordset(${JSON.stringify(deliveries)}) as past ("planCreatedAt" timestamptz, "planId" bigint, "subscriptionId" bigint,
    at timestamptz, "signedUpAt" timestamptz, quantity smallint, state smallint, reason smallint, detail text)`;

export type BatchRow = Pick<PastDelivery, "planId" | "at"> &
  Readonly<Record<"sent" | "skipped" | "failed" | "ambiguous", number>>;
export const insertBatches = (tx: StoreTx, batches: readonly BatchRow[]) => tx`
  insert into delivery_batches (store_id, plan_id, at, sent, skipped, failed, ambiguous)
  select ${tx.storeId}, "planId", at, sent, skipped, failed, ambiguous from json_to_recordset(${JSON.stringify(batches)})
    as past ("planId" bigint, at timestamptz, sent int, skipped int, failed int, ambiguous int)`;

export const insertClicks = (tx: StoreTx, clicks: readonly PastClick[]) => tx`
  insert into clicks (store_id, subscription_id, plan_id, at)
  select ${tx.storeId}, "subscriptionId", "planId", at
  from json_to_recordset(${JSON.stringify(clicks)}) as past ("subscriptionId" bigint, "planId" bigint, at timestamptz)`;

export const insertOrders = (tx: StoreTx, orders: readonly PastOrder[]) => tx`
  insert into orders (store_id, id, currency, occurred_at, reported_at, address_hash, shopper_id)
  select ${tx.storeId}, id, currency, "occurredAt", "reportedAt", "addressHash", "shopperId" from json_to_recordset(${JSON.stringify(orders)})
    as past (id text, currency text, "occurredAt" timestamptz, "reportedAt" timestamptz, "addressHash" uuid, "shopperId" bigint)`;

export type LineRow = Stored<PastOrderLine, "touch"> & { readonly orderId: string };
export const insertOrderLines = (tx: StoreTx, lines: readonly LineRow[]) => tx`
  insert into order_lines (store_id, order_id, variant_id, quantity, amount, touch, touched_at, plan_id, subscription_id, topic)
  select ${tx.storeId}, "orderId", "variantId", quantity, amount, touch, "touchedAt", "planId", "subscriptionId", topic
  from json_to_recordset(${JSON.stringify(lines)}) as past ("orderId" text, "variantId" bigint, quantity int, amount numeric, touch smallint,
    "touchedAt" timestamptz, "planId" bigint, "subscriptionId" bigint, topic text)`;
