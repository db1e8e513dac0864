import type { Store } from "../../packages/service/src/features/stores/store.ts";
import { EMAIL, type HashAddress } from "../../packages/service/src/features/subscriptions/address.ts";
import { FILL_LINE } from "../fill-line.ts";
import { copyInto, psql } from "../psql.ts";
import { firstIdOf } from "../seed-shoppers.ts";

export type Size = "small" | "large";
/** `waiting` people are in line now; `notified` of earlier restocks are in the history, behind the plans of a sale with
 *  `priceDrops`. `longLine` more of these had the last
 *  variant: too many for a replay. The audit log and the log of webhooks have `log` entries each. */
const SIZES = {
  small: {
    variants: 200,
    waiting: 2_000,
    notified: 1_000,
    contacts: 1_500,
    lists: 1_000,
    plans: 40,
    priceDrops: 2_000,
    log: 2_000,
    longLine: 0,
  },
  large: {
    variants: 20_000,
    waiting: 1_000_000,
    notified: 500_000,
    contacts: 700_000,
    lists: 500_000,
    plans: 4_000,
    priceDrops: 200_000,
    log: 1_000_000,
    longLine: 51_000,
  },
} as const;
const ITEMS_PER_LIST = 10;
/** The last days have no events, so the seeded figures end before the days that `rollups check` compares with events. */
const DAYS = { first: 94, last: 4 };
/** When the prices fell: also longer ago than the window in which purchases count, where the advice looks for restocks. */
const SALE = { first: 8, last: 4.5 };
const ROWS_PER_CHUNK = 1_000;

export type SeededStore = (typeof SIZES)[Size] & { readonly firstId: bigint };

export const contactEmail = (n: number) => `person-${n}@example.com`;
export const variantOf = (n: number) => `v${n}`;

/** Fills a store with a catalogue, lists, people in line, past restocks, and the figures that the service would have counted
 *  from all that. The database must have no other use meanwhile: triggers are off. */
export async function seedStore(
  url: string,
  store: Pick<Store, "id">,
  hashAddress: HashAddress,
  size: Size,
): Promise<SeededStore> {
  const sizes = SIZES[size];
  const first = firstIdOf(store.id);
  const s = { ...sizes, store: store.id, first };
  await inReplica(url, insertCatalogue(s), insertStock(s), insertPrices(s));
  await copyInto(
    url,
    "contacts (id, store_id, medium, value, address_hash, currency, locale)",
    contactRows(store, first, sizes.contacts, hashAddress),
  );
  await inReplica(url, ...insertLists(s));
  await inReplica(url, ...insertPeople(s));
  await inReplica(url, ...insertPlans(s));
  await inReplica(url, ...insertOrders(s));
  await inReplica(url, ...insertFigures(s));
  await inReplica(url, ...insertLogs(s));
  await psql(
    url,
    "vacuum (analyze, freeze) variants, stock, prices, contacts, lists, items, shoppers, subscriptions, waiting, consents, ledger",
    "vacuum (analyze, freeze) plans, waves, plan_log, deliveries, delivery_batches, clicks, orders, order_lines, variant_days, store_days, demand, store_demand, variant_saves",
    "vacuum (analyze, freeze) audit_log, webhook_deliveries, webhook_endpoints, webhook_turns",
    "checkpoint",
  );
  return { ...sizes, firstId: first };
}

/** Each statement by itself, because the large ones take minutes. */
async function inReplica(url: string, ...statements: string[]) {
  for (const statement of statements)
    await psql(
      url,
      "set session_replication_role = replica",
      "set synchronous_commit = off",
      "set work_mem = '256MB'",
      statement,
    );
}

type Seed = (typeof SIZES)[Size] & { readonly store: number; readonly first: bigint };

/** A number from 0 to 1 that looks random and is the same in every run. */
const chance = (text: string) => `(('x' || substr(md5(${text}), 1, 8))::bit(32)::bigint / 4294967296.0)`;
/** Few variants are very popular: the first one has a thirtieth of all people, or a sixth of a small store. */
const popular = ({ variants, first }: Seed, text: string) =>
  `${first} + floor(power(${chance(text)}, 3) * ${variants})::bigint`;
const TOPIC = (text: string) =>
  `(array['backinstock', 'backinstock', 'backinstock', 'backinstock', 'backinstock', 'backinstock', 'backinstock', 'backinstock', 'pricedrop', 'comingsoon'])[1 + floor(${chance(text)} * 10)::int]`;
const longAgo = (text: string) =>
  `now() - interval '${DAYS.last} days' - ${chance(text)} * interval '${DAYS.first - DAYS.last} days'`;

const insertCatalogue = ({ variants, store, first }: Seed) => `
  insert into variants (id, store_id, platform_id, product_id, product)
  select ${first} + v, ${store}, 'v' || v, 'p' || v / 4, jsonb_build_object(
    'title', 'Merino base layer, model ' || v / 4, 'variantTitle', 'Size ' || v % 4, 'url', 'https://shop.example/p/' || v / 4,
    'variantUrl', 'https://shop.example/p/' || v / 4 || '?variant=' || v, 'imageUrl', 'https://cdn.shop.example/' || v || '.jpg',
    'price', 10 + v % 190 + 0.95, 'currency', case when v % 5 = 0 then 'USD' else 'EUR' end)
  from generate_series(0, ${variants} - 1) as v`;

const insertStock = ({ store }: Seed) => `
  insert into stock (store_id, variant_id, quantity, arrived, restocks, is_in)
  select store_id, id, case when id % 2 = 0 then 12 else 0 end, 0, 1, id % 2 = 0 from variants where store_id = ${store}`;

const insertPrices = ({ store }: Seed) => `
  insert into prices (store_id, variant_id, currency, price, seen_at)
  select store_id, id, product ->> 'currency', (product ->> 'price')::numeric, now() - interval '200 days' from variants where store_id = ${store}`;

function* contactRows({ id }: Pick<Store, "id">, first: bigint, contacts: number, hashAddress: HashAddress) {
  for (let from = 1; from <= contacts; from += ROWS_PER_CHUNK) {
    let chunk = "";
    for (let n = from; n < Math.min(from + ROWS_PER_CHUNK, contacts + 1); n += 1) {
      const value = contactEmail(n);
      chunk += `${first + BigInt(n)}\t${id}\t${EMAIL}\t${value}\t${hashAddress({ medium: EMAIL, value }, id)}\tEUR\ten\n`;
    }
    yield chunk;
  }
}

const insertLists = (seed: Seed) => {
  const { lists, store, first } = seed;
  return [
    `insert into shoppers (id, store_id, regid) select ${first} + n, ${store}, md5('shopper ' || n)::uuid from generate_series(1, ${lists}) as n`,
    `insert into items (list_id, variant_id, store_id, added_at, flags)
     select ${first} + n, ${popular(seed, "'item ' || n || ' ' || nth")}, ${store}, ${longAgo("'added ' || n || ' ' || nth")}, 0
     from generate_series(1, ${lists}) as n, generate_series(1, ${ITEMS_PER_LIST}) as nth
     on conflict do nothing`,
    `insert into lists (id, store_id, shopper_id, name, count, preview)
     select ${first} + n, ${store}, ${first} + n, 'Wishlist', (select count(*) from items where list_id = ${first} + n), preview_of(${first} + n, 24)
     from generate_series(1, ${lists}) as n`,
  ];
};

/** The first subscriptions are those who wait; the others were notified. */
const insertPeople = (seed: Seed) => {
  const { waiting, notified, contacts, store, first, variants, longLine } = seed;
  return [
    `insert into subscriptions (id, store_id, variant_id, contact_id, shopper_id, state, quantity, topic, signed_up_at, target)
     select ${first} + n, ${store}, variant, ${first} + 1 + n % ${contacts}, null, 1, 1 + n % 3, topic, at, case when topic = 'pricedrop' and n % 2 = 0 then 5 + n % 60 end
     from (
       select n, ${popular(seed, "'variant ' || n")} as variant, ${TOPIC("'topic ' || n")} as topic, ${longAgo("'at ' || n")} as at
       from generate_series(1, ${waiting + notified}) as n
     ) as person
     on conflict do nothing`,
    `insert into subscriptions (id, store_id, variant_id, contact_id, shopper_id, state, quantity, topic, signed_up_at)
     select ${first} + ${waiting} + ${notified} + n, ${store}, ${first} + ${variants} - 1, ${first} + n, null, 1, 1, 'backinstock', ${longAgo("'long ' || n")}
     from generate_series(1, ${longLine}) as n
     on conflict do nothing`,
    "analyze subscriptions",
    FILL_LINE.replace(
      "where s.state = 1",
      `where s.state = 1 and s.store_id = ${store} and s.id <= ${first} + ${waiting}`,
    ),
    `insert into consents (given_at, store_id, subscription_id, address_hash, source, wording)
     select s.signed_up_at, s.store_id, s.id, c.address_hash, 'browser', 'Email me when this is back in stock.'
     from subscriptions s join contacts c on c.store_id = s.store_id and c.id = s.contact_id where s.store_id = ${store}`,
    `insert into ledger (at, store_id, subscription_id, state, reason) select signed_up_at, store_id, id, 1, 'signed up' from subscriptions where store_id = ${store}`,
  ];
};

/** Each plan is one restock, long after its people signed up. A person who was notified belongs to a plan of their variant. */
const insertPlans = ({ waiting, plans, priceDrops, variants, store, first }: Seed) => [
  `insert into plans (id, store_id, variant_id, topic, number, seed, policy, state, created_at, told, waves, slot, joined_until, is_line_read)
   select ${first} + row_number() over (), ${store}, variant_id, topic, 1, '', '{"audience":"all","order":"oldest","perUnit":1,"waveSize":100,"waitSeconds":0}', 2,
     at, units, 1, delivery_slot(at), line_place(at), true
   from (
     select variant_id, topic, max(signed_up_at) + interval '1 minute' as at, sum(quantity) as units
     from subscriptions where store_id = ${store} and id > ${first} + ${waiting} group by 1, 2 order by count(*) desc limit ${plans}
   ) as restock`,
  "analyze plans",
  `insert into deliveries (at, place, plan_id, subscription_id, store_id, slot, state, reason, quantity)
   select p.created_at + interval '1 second', line_place(s.signed_up_at), p.id, s.id, s.store_id, p.slot, case when s.id % 50 = 0 then 3 else 1 end,
     case when s.id % 50 = 0 then 5 else 1 end, s.quantity
   from subscriptions s join plans p on p.store_id = s.store_id and p.variant_id = s.variant_id and p.topic = s.topic
   where s.store_id = ${store} and s.id > ${first} + ${waiting}`,
  `insert into delivery_batches (at, plan_id, store_id, sent, skipped, failed, ambiguous)
   select max(at), plan_id, store_id, count(*) filter (where state = 1), 0, count(*) filter (where state = 3), 0
   from (select *, row_number() over (partition by plan_id) / 200 as batch from deliveries where store_id = ${store}) as d group by plan_id, store_id, batch`,
  `insert into waves (begun_at, plan_id, store_id, units, people, wave, reason)
   select p.created_at, p.id, p.store_id, p.told, (select sum(sent + failed) from delivery_batches b where b.store_id = p.store_id and b.plan_id = p.id), 1, 'next in line'
   from plans p where p.store_id = ${store}`,
  `insert into plan_log (at, plan_id, store_id, kind, wave, told, reserved, is_wait_over, people, units)
   select w.begun_at, w.plan_id, w.store_id, 0, 1, 0, 0, false, w.people, w.units from waves w where w.store_id = ${store}`,
  `insert into stock_history (at, variant_id, store_id, number, quantity, arrived, is_in)
   select created_at, variant_id, store_id, number, told, told, true from plans where store_id = ${store}`,
  `insert into plans (id, store_id, variant_id, topic, number, seed, policy, state, created_at, slot, joined_until, is_line_read)
   select ${first} + ${plans} + n, ${store}, ${first} + n % ${variants}, 'pricedrop', 2 + n / ${variants}, '', '{"audience":"all","order":"oldest","perUnit":1,"waveSize":100,"waitSeconds":0}',
     2, at, delivery_slot(at), line_place(at), true
   from (
     select n, now() - interval '${SALE.first} days' + n * interval '${SALE.first - SALE.last} days' / ${priceDrops} as at
     from generate_series(1, ${priceDrops}) as n
   ) as sale`,
];

/** Every fifth person follows the link of the alert, and every fourth of those buys one unit. */
const insertOrders = ({ store }: Seed) => [
  `insert into clicks (at, subscription_id, plan_id, store_id)
   select at + interval '1 hour', subscription_id, plan_id, store_id from deliveries where store_id = ${store} and state = 1 and subscription_id % 5 = 0`,
  `insert into orders (store_id, id, currency, occurred_at, address_hash)
   select c.store_id, 'order-' || c.subscription_id, v.product ->> 'currency', c.at + interval '1 hour', a.address_hash
   from clicks c join subscriptions s on s.store_id = c.store_id and s.id = c.subscription_id
   join variants v on v.store_id = s.store_id and v.id = s.variant_id join contacts a on a.store_id = s.store_id and a.id = s.contact_id
   where c.store_id = ${store} and c.subscription_id % 20 = 0`,
  `insert into order_lines (store_id, order_id, variant_id, quantity, amount, touch, touched_at, plan_id, subscription_id, topic)
   select c.store_id, 'order-' || c.subscription_id, s.variant_id, 1, (v.product ->> 'price')::numeric, 1, c.at, c.plan_id, s.id, s.topic
   from clicks c join subscriptions s on s.store_id = c.store_id and s.id = c.subscription_id
   join variants v on v.store_id = s.store_id and v.id = s.variant_id
   where c.store_id = ${store} and c.subscription_id % 20 = 0`,
  `update subscriptions s set state = 4 from order_lines l where l.store_id = ${store} and s.store_id = l.store_id and s.id = l.subscription_id`,
  `insert into ledger (at, store_id, subscription_id, state, reason)
   select o.occurred_at, o.store_id, l.subscription_id, 4, 'bought' from orders o join order_lines l on l.store_id = o.store_id and l.order_id = o.id
   where o.store_id = ${store}`,
  `update plans p set bought = o.count, first_bought_at = o.first, mean_bought_at = o.mean
   from (
     select l.plan_id, count(*) as count, min(o.occurred_at) as first, to_timestamp(avg(extract(epoch from o.occurred_at))) as mean
     from orders o join order_lines l on l.store_id = o.store_id and l.order_id = o.id where o.store_id = ${store} group by 1
   ) as o where p.store_id = ${store} and p.id = o.plan_id`,
];

/** An action that only the oldest entry of the audit log has. */
export const RARE_ACTION = "store.created";

/** Five webhook endpoints, of whose deliveries one in fifty has failed and one in a hundred waits. */
const insertLogs = ({ store, first, log }: Seed) => [
  `insert into audit_log (store_id, at, actor_kind, actor_id, actor_name, action, details)
   select ${store}, now() - interval '600 days' + n * interval '1 second', 'key', 'key-' || n % 20, 'Key ' || n % 20,
     case when n = 1 then '${RARE_ACTION}' else 'settings.changed' end, '{"settings": ["limits.perMinute"]}'
   from generate_series(1, ${log}) as n`,
  `insert into webhook_endpoints (id, store_id, url, sealed_secret)
   select ${first} + n, ${store}, 'https://hooks.example.com/' || n, '' from generate_series(1, 5) as n`,
  `insert into webhook_turns (endpoint_id, store_id, queued, ended) select id, store_id, 0, 0 from webhook_endpoints where store_id = ${store}`,
  `insert into webhook_deliveries (id, endpoint_id, created_at, due_at, tried_at, number, store_id, took_ms, state, tries, status, subject, body)
   select ${first} + n, ${first} + 1 + n % 5, now() - interval '1 day', now() + interval '1 hour', now(), n, ${store}, 40,
     case when n % 100 = 0 then 0 when n % 50 = 1 then 2 else 1 end, 1, 204, 'item.added', '{"type":"item.added","data":{}}'
   from generate_series(1, ${log}) as n`,
];

const DAY = (column: string) => `(${column} at time zone 'UTC')::date`;
const COUNTED = ["signed_up", "notified", "failed", "clicked", "bought", "saved", "restocks"];

/** The figures, counted from the rows as the reader would have counted them from events. */
const insertFigures = ({ store }: Seed) => [
  `insert into variant_days (store_id, variant_id, day, topic, currency, ${COUNTED.join(", ")})
   select ${store}, variant_id, day, topic, '', ${COUNTED.map((column) => `sum(n) filter (where what = '${column}')`)
     .map((sum) => `coalesce(${sum}, 0)`)
     .join(", ")}
   from (
     select variant_id, ${DAY("signed_up_at")} as day, topic, 'signed_up' as what, count(*) as n from subscriptions where store_id = ${store} group by 1, 2, 3
     union all
     select p.variant_id, ${DAY("d.at")}, p.topic, case d.state when 1 then 'notified' else 'failed' end, count(*)
     from deliveries d join plans p on p.store_id = d.store_id and p.id = d.plan_id where d.store_id = ${store} group by 1, 2, 3, 4
     union all
     select p.variant_id, ${DAY("c.at")}, p.topic, 'clicked', count(*) from clicks c join plans p on p.store_id = c.store_id and p.id = c.plan_id
     where c.store_id = ${store} group by 1, 2, 3
     union all
     select l.variant_id, ${DAY("o.occurred_at")}, l.topic, 'bought', count(*) from orders o join order_lines l on l.store_id = o.store_id and l.order_id = o.id
     where o.store_id = ${store} group by 1, 2, 3
     union all
     select variant_id, ${DAY("added_at")}, '', 'saved', count(*) from items where store_id = ${store} group by 1, 2
     union all
     select variant_id, ${DAY("created_at")}, '', 'restocks', count(*) from plans where store_id = ${store} group by 1, 2
   ) as happened group by variant_id, day, topic`,
  `insert into variant_days (store_id, variant_id, day, topic, currency, units, revenue)
   select o.store_id, l.variant_id, ${DAY("o.occurred_at")}, l.topic, o.currency, sum(l.quantity), sum(l.amount)
   from orders o join order_lines l on l.store_id = o.store_id and l.order_id = o.id where o.store_id = ${store} group by 1, 2, 3, 4, 5`,
  `insert into store_days (store_id, day, topic, currency, ${COUNTED.join(", ")}, units, revenue)
   select store_id, day, topic, currency, ${COUNTED.map((column) => `sum(${column})`).join(", ")}, sum(units), sum(revenue) from variant_days where store_id = ${store} group by 1, 2, 3, 4`,
  `insert into demand (store_id, variant_id, topic, people, units, price, currency)
   select w.store_id, w.variant_id, w.topic, w.people, w.units, (v.product ->> 'price')::numeric, v.product ->> 'currency'
   from (select store_id, variant_id, topic, count(*) as people, sum(quantity) as units from waiting where store_id = ${store} group by 1, 2, 3) as w
   join variants v on v.store_id = w.store_id and v.id = w.variant_id`,
  `insert into store_demand (store_id, topic, currency, people, units, value)
   select store_id, topic, currency, sum(people), sum(units), sum(value) from demand where store_id = ${store} group by 1, 2, 3`,
  `insert into variant_saves (store_id, variant_id, lists) select store_id, variant_id, count(*) from items where store_id = ${store} group by 1, 2`,
];
