import type { Db } from "../../../platform/db/db.ts";
import { inPages } from "../../../platform/in-pages.ts";
import type { OutboxEvent } from "../../../platform/outbox/events.ts";
import { findKeptDays, recordPast } from "../../../platform/outbox/record-past.ts";
import {
  addPastBatches,
  addPastClicks,
  addPastDeliveries,
  addPastOrders,
  addPastPlans,
  addPastWaves,
} from "../../alerts/samples/add-past-alerts.ts";
import { addPastChanges, addPastLevels, addPastPrices } from "../../catalog/samples/add-past-stock.ts";
import { recordSaves, type SaveEvent } from "../../insights/record-saves.ts";
import { rollUp } from "../../insights/rollups/roll-up.ts";
import { addPastLists } from "../../lists/samples/add-past-lists.ts";
import type { PastItem } from "../../lists/samples/past-list.ts";
import { addPastShoppers } from "../../shoppers/samples/add-past-shoppers.ts";
import { recordPastAudit } from "../../stores/audit/record-past-audit.ts";
import { alertRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { EMAIL, type HashAddress } from "../../subscriptions/address.ts";
import {
  addPastConsents,
  addPastContacts,
  addPastEntries,
  addPastSubscriptions,
  addPastSuppressions,
} from "../../subscriptions/samples/add-past-sign-ups.ts";
import { auditOf } from "./audit.ts";
import { isoOf } from "./calendar.ts";
import { createEvents } from "./events.ts";
import { ordersOf, type SampleOrder } from "./orders.ts";
import type { Person } from "./people.ts";
import { announceSignUps, bounced, consentsOf, entriesOf, subscriptionsOf } from "./people-rows.ts";
import { pricesOf } from "./prices.ts";
import type { SimulatedYear } from "./simulate-year.ts";
import { levelsOf, stockChangesOf } from "./stock-rows.ts";

const ROWS_AT_ONCE = 2_000;
const WRITE_MS = 60_000;
/** As `suppress` cuts it. */
const SUPPRESSED_BECAUSE_MAX = 40;

type Deps = { readonly db: Db; readonly hashAddress: HashAddress };
type Team = { readonly owner: string };

/** Writes a year as if it had happened: every message of it is already sent. The figures are counted from its events, as the
 *  reader of the roll-ups would have counted them. */
export async function writeHistory(
  { db, hashAddress }: Deps,
  store: Store,
  simulated: SimulatedYear,
  { owner }: Team,
): Promise<void> {
  const { restocks, priceDrops, signUps, year, cycles, sales } = simulated;
  const hashOf = (person: Person) => hashAddress({ medium: EMAIL, value: person.email }, store.id);
  const plans = [...restocks.flatMap(({ past }) => past ?? []), ...priceDrops];
  const orders = ordersOf(simulated, hashOf);
  const reportedAt = new Map(
    orders.flatMap(({ order, reportedMs }) =>
      order.lines.flatMap(({ subscriptionId }) => (subscriptionId ? [[subscriptionId, reportedMs] as const] : [])),
    ),
  );
  const deliveries = plans.flatMap((plan) => plan.deliveries.map(({ row }) => row));
  const refused = new Set(deliveries.filter(({ state }) => state === "failed").map((one) => one.subscriptionId));
  const purchases = new Map(plans.flatMap((plan) => plan.purchases.map((one) => [one.signUp.id, one] as const)));
  const people = simulated.people.filter(({ firstSeenAt }) => firstSeenAt !== undefined);
  const events = eventsOf(store, simulated, orders);
  const keptDays = await db.asWorker((tx) => findKeptDays(tx));
  const { historyDays } = alertRules(store.settings);

  await db.inStore(store.id, async (tx) => {
    const write = <Row>(rows: readonly Row[], add: (page: readonly Row[]) => Promise<unknown>) =>
      inPages(rows, ROWS_AT_ONCE, add);
    const variants = cycles.map(({ variant }) => variant);
    await write(pricesOf(variants, sales, year), (page) => addPastPrices(tx, page));
    await write(levelsOf(simulated), (page) => addPastLevels(tx, page));
    await write(stockChangesOf(simulated), (page) => addPastChanges(tx, page));
    await write(
      people.map(({ shopperId, firstSeenAt = 0, hasAccount, email }) => ({
        id: shopperId,
        createdAt: isoOf(firstSeenAt - 2_000),
        email: hasAccount ? email : null,
      })),
      (page) => addPastShoppers(tx, page),
    );
    await writeLists(simulated, (lists, itemsOf) => write(lists, (page) => addPastLists(tx, page, itemsOf)));
    await write(
      people.flatMap((person) => {
        const { contactId: id, email: value, locale, firstSignedUpAt } = person;
        const row = { id, addressHash: hashOf(person), value, locale, currency: "EUR" };
        return firstSignedUpAt === undefined ? [] : [{ ...row, createdAt: isoOf(firstSignedUpAt) }];
      }),
      (page) => addPastContacts(tx, page),
    );
    await write(subscriptionsOf(signUps), (page) => addPastSubscriptions(tx, page));
    await write(consentsOf(signUps, { shop: store.name, hashOf }), (page) => addPastConsents(tx, page));
    await write(entriesOf(signUps, { purchases, reportedAt, refused }), (page) => addPastEntries(tx, page));
    await write(
      people.flatMap((person) =>
        person.bouncedAt === undefined
          ? []
          : [
              {
                addressHash: hashOf(person),
                since: isoOf(person.bouncedAt),
                reason: bounced.slice(0, SUPPRESSED_BECAUSE_MAX),
              },
            ],
      ),
      (page) => addPastSuppressions(tx, page),
    );
    await write(
      plans.map(({ plan }) => plan),
      (page) => addPastPlans(tx, page, historyDays),
    );
    await write(
      plans.flatMap(({ waves }) => waves),
      (page) => addPastWaves(tx, page),
    );
    await write(deliveries, (page) => addPastDeliveries(tx, page));
    await addPastBatches(tx, deliveries);
    await write(
      plans.flatMap(({ clicks }) => clicks.map(({ row }) => row)),
      (page) => addPastClicks(tx, page),
    );
    await write(
      orders.map(({ order }) => order),
      (page) => addPastOrders(tx, page),
    );
    await write(auditOf(simulated, owner), (page) => recordPastAudit(tx, page));
    await write(
      events.filter(({ createdAt }) => keptDays.has(isoOf(createdAt.getTime()).slice(0, 10))),
      (page) => recordPast(tx, page),
    );
  });
  await db.asWorker(
    async (tx) => {
      await rollUp(tx, events);
      await recordSaves(tx, events.filter(isSave));
    },
    { timeoutMs: WRITE_MS },
  );
}

const isSave = (event: OutboxEvent): event is SaveEvent =>
  event.subject === "item.added" || event.subject === "item.removed";

async function writeLists(
  { saves }: SimulatedYear,
  write: (
    lists: readonly Parameters<typeof addPastLists>[1][number][],
    itemsOf: Parameters<typeof addPastLists>[2],
  ) => Promise<void>,
): Promise<void> {
  const ofLists = Map.groupBy(saves, ({ list }) => list);
  const items = new Map<string, PastItem[]>(
    [...ofLists].map(([{ id }, ofList]) => [
      id,
      ofList
        .filter(({ removedAt }) => removedAt === undefined)
        .map(({ variant, at }) => ({ listId: id, variantId: variant.id, addedAt: isoOf(at) })),
    ]),
  );
  await write(
    [...ofLists.keys()].map(({ id, publicId, person, name, createdAt, updatedAt }) => ({
      id,
      publicId,
      name,
      shopperId: person.shopperId,
      createdAt: isoOf(createdAt),
      updatedAt: isoOf(updatedAt),
    })),
    ({ id }) => items.get(id) ?? [],
  );
}

/** The events of the year, in the order of time. */
function eventsOf(store: Store, simulated: SimulatedYear, orders: readonly SampleOrder[]): OutboxEvent[] {
  const { restocks, priceDrops, signUps, saves } = simulated;
  const { events, add } = createEvents(store.id);
  announceSignUps(add, signUps);
  for (const { variant, stay, past } of restocks) {
    const { number, arrived } = stay;
    add(stay.restockedAt, "stock.restocked", { variantId: variant.id, number, units: arrived });
    if (past) announcePlan(add, past);
  }
  for (const past of priceDrops) announcePlan(add, past);
  for (const { list, person, variant, at, removedAt } of saves) {
    const change = {
      listId: list.id,
      publicListId: list.publicId,
      shopperId: person.shopperId,
      variantIds: [variant.id],
      productIds: [variant.productId],
    };
    add(at, "item.added", change);
    if (removedAt !== undefined) add(removedAt, "item.removed", change);
  }
  for (const { order, reportedMs, day } of orders) {
    const counted = order.lines.filter(({ touch }) => touch !== "none");
    add(reportedMs, "order.counted", {
      day,
      currency: order.currency,
      variantIds: counted.map(({ variantId }) => variantId),
      topics: counted.map(({ topic }) => topic),
      units: counted.map(({ quantity }) => quantity),
      revenue: counted.map(({ amount }) => amount),
    });
    for (const { subscriptionId, variantId, topic } of counted)
      if (subscriptionId)
        add(reportedMs, "alert.bought", {
          subscriptionIds: [subscriptionId],
          variantIds: [variantId],
          topics: [topic],
        });
  }
  return events.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

function announcePlan(
  add: ReturnType<typeof createEvents>["add"],
  { plan, deliveries, clicks }: SimulatedYear["priceDrops"][number],
): void {
  const { id: planId, variantId, topic } = plan;
  const sent = Map.groupBy(
    deliveries.filter(({ row }) => row.state === "sent"),
    ({ row }) => row.wave,
  );
  for (const ofWave of sent.values())
    add(ofWave.at(-1)?.ms ?? 0, "alert.sent", {
      planId,
      variantId,
      topic,
      subscriptionIds: ofWave.map(({ row }) => row.subscriptionId),
    });
  for (const { row, ms } of clicks)
    add(ms, "alert.clicked", { planId, variantId, topic, subscriptionIds: [row.subscriptionId] });
}
