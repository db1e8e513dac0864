import type { StoreId, VariantId } from "../../../platform/ids.ts";
import type { OutboxEvent, Subject } from "../../../platform/outbox/events.ts";
import { formatDecimal, parseDecimal } from "../../../platform/text/decimal.ts";
import { COUNTER_NAMES, type Counter, type Counts } from "./counters.ts";

/** What happened to a variant on one day, in UTC. The topic and the currency are empty where there is none. */
export type DayCount = Counts & {
  readonly storeId: StoreId;
  readonly variantId: VariantId;
  readonly day: string;
  readonly topic: string;
  readonly currency: string;
  /** A decimal as text. */
  readonly revenue: string;
};
/** How many people and units joined a line, or left it. */
export type LineChange = {
  readonly storeId: StoreId;
  readonly variantId: VariantId;
  readonly topic: string;
  readonly people: number;
  readonly units: number;
};
export type VariantOfStore = { readonly storeId: StoreId; readonly variantId: VariantId };
/** How many lists a variant was added to, less those that it was removed from. */
export type SavesChange = VariantOfStore & { readonly lists: number };

/** The subjects with one variant and topic for each subscription. */
const OF_SUBSCRIPTIONS = {
  "alert.subscribed": "signedUp",
  "alert.confirmed": "confirmed",
  "alert.unsubscribed": "unsubscribed",
  "alert.failed": "failed",
  "alert.bought": "bought",
} as const satisfies Partial<Record<Subject, Counter>>;
/** The subjects with one variant and topic for all their subscriptions. */
const OF_PLANS = {
  "alert.sent": "notified",
  "alert.offered": "offered",
  "alert.clicked": "clicked",
} as const satisfies Partial<Record<Subject, Counter>>;
const OF_ITEMS = { "item.added": "saved", "item.removed": "unsaved" } as const satisfies Partial<
  Record<Subject, Counter>
>;

type EventOf<S extends Subject> = Extract<OutboxEvent, { subject: S }>;
export type SubscriptionEvent = EventOf<keyof typeof OF_SUBSCRIPTIONS>;
export type PlanEvent = EventOf<keyof typeof OF_PLANS>;
type ItemEvent = EventOf<keyof typeof OF_ITEMS>;

export const isSubscriptionEvent = (event: OutboxEvent): event is SubscriptionEvent =>
  Object.hasOwn(OF_SUBSCRIPTIONS, event.subject);
export const isPlanEvent = (event: OutboxEvent): event is PlanEvent => Object.hasOwn(OF_PLANS, event.subject);
const isItemEvent = (event: OutboxEvent): event is ItemEvent => Object.hasOwn(OF_ITEMS, event.subject);

export const ROLL_UP_SUBJECTS = [
  ...(Object.keys(OF_SUBSCRIPTIONS) as (keyof typeof OF_SUBSCRIPTIONS)[]),
  ...(Object.keys(OF_PLANS) as (keyof typeof OF_PLANS)[]),
  ...(Object.keys(OF_ITEMS) as (keyof typeof OF_ITEMS)[]),
  "stock.restocked",
  "order.counted",
  "line.changed",
  "items.imported",
  "variant.changed",
] as const satisfies readonly Subject[];

/** What the events of a page add to the roll-ups. Each row, line and variant is in it once. */
export type PageCounts = {
  readonly days: readonly DayCount[];
  readonly lines: readonly LineChange[];
  readonly saves: readonly SavesChange[];
  /** Variants whose price may have changed. */
  readonly priced: readonly VariantOfStore[];
};

/** Sums up a page of events, so that a thousand sign-ups for one product write one row. */
export function countEvents(events: readonly OutboxEvent[]): PageCounts {
  const days = new Map<string, Row>();
  const lines = new Map<string, LineChange>();
  const saves = new Map<string, SavesChange>();
  const priced = new Map<string, VariantOfStore>();

  function rowOf(storeId: StoreId, variantId: VariantId, day: string, topic: string, currency = ""): Row {
    const key = `${storeId} ${variantId} ${day} ${currency} ${topic}`;
    const row = days.get(key) ?? { storeId, variantId, day, topic, currency, revenue: 0n, ...NOTHING };
    days.set(key, row);
    return row;
  }
  const count = (event: OutboxEvent, variantId: VariantId, topic: string, counter: Counter, more: number) => {
    rowOf(event.storeId, variantId, dayOf(event), topic)[counter] += more;
  };

  function countSave(storeId: StoreId, variantId: VariantId, lists: number) {
    const key = `${storeId} ${variantId}`;
    saves.set(key, { storeId, variantId, lists: (saves.get(key)?.lists ?? 0) + lists });
  }

  for (const event of events) {
    const { storeId } = event;
    if (isSubscriptionEvent(event)) {
      const { variantIds, topics = [] } = event.payload;
      for (const [index, variantId] of variantIds.entries())
        count(event, variantId, topics[index] ?? "", OF_SUBSCRIPTIONS[event.subject], 1);
    } else if (isPlanEvent(event)) {
      const { variantId, topic = "", subscriptionIds } = event.payload;
      if (variantId) count(event, variantId, topic, OF_PLANS[event.subject], subscriptionIds.length);
    } else if (isItemEvent(event)) {
      const added = event.subject === "item.added" ? 1 : -1;
      for (const variantId of event.payload.variantIds) {
        count(event, variantId, "", OF_ITEMS[event.subject], 1);
        countSave(storeId, variantId, added);
      }
    } else if (event.subject === "items.imported") {
      // Not of this day: the shoppers saved them long ago.
      for (const variantId of event.payload.variantIds) countSave(storeId, variantId, 1);
    } else if (event.subject === "stock.restocked") {
      count(event, event.payload.variantId, "", "restocks", 1);
    } else if (event.subject === "order.counted") {
      const { day, currency, variantIds, topics, units, revenue } = event.payload;
      for (const [index, variantId] of variantIds.entries()) {
        const row = rowOf(storeId, variantId, day, topics[index] ?? "", currency);
        row.units += units[index] ?? 0;
        row.revenue += parseDecimal(revenue[index] ?? "") ?? 0n;
      }
    } else if (event.subject === "line.changed") {
      const { variantIds, topics, people, units } = event.payload;
      for (const [index, variantId] of variantIds.entries()) {
        const topic = topics[index] ?? "";
        const key = `${storeId} ${variantId} ${topic}`;
        const before = lines.get(key) ?? { people: 0, units: 0 };
        const after = { people: before.people + (people[index] ?? 0), units: before.units + (units[index] ?? 0) };
        lines.set(key, { storeId, variantId, topic, ...after });
      }
    } else if (event.subject === "variant.changed") {
      for (const variantId of event.payload.variantIds) priced.set(`${storeId} ${variantId}`, { storeId, variantId });
    }
  }
  return {
    days: [...days.values()].map((row) => ({ ...row, revenue: formatDecimal(row.revenue) })),
    lines: [...lines.values()].filter(({ people, units }) => people !== 0 || units !== 0),
    saves: [...saves.values()].filter(({ lists }) => lists !== 0),
    priced: [...priced.values()],
  };
}

type Row = Omit<DayCount, Counter | "revenue"> & Record<Counter, number> & { revenue: bigint };
const NOTHING = Object.fromEntries(COUNTER_NAMES.map((name) => [name, 0])) as Record<Counter, number>;

export const dayOf = ({ createdAt }: Pick<OutboxEvent, "createdAt">) => createdAt.toISOString().slice(0, 10);
