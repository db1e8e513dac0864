import type { SystemTx } from "../../../platform/db/db.ts";
import { type Fragment, fragment, fragmentWith } from "../../../platform/db/fragment.ts";
import { unreadBy } from "../../../platform/outbox/unread.ts";
import { COUNTER_COLUMNS, COUNTERS, ROLL_UP } from "../rollups/counters.ts";
import { CURRENCY, PRICE } from "../sql.ts";

// The full counts. Each is one statement, so that it sees the tables, the events and the reader's position of one moment. It
// counts only what the reader has handled: the tables less the events that are still to be read.

/** Reading whole tables is right here, and nowhere else. */
export const allowWholeTables = (tx: SystemTx) => tx`set local enable_seqscan = on`;

const UNREAD = () => unreadBy(ROLL_UP);

/** Subquery: store_id, variant_id, topic, people, units, price and currency of every line with people. */
const LINES = (): Fragment => fragmentWith`(
    select line.*, ${PRICE} as price, ${CURRENCY} as currency
    from (
      select store_id, variant_id, topic, sum(people)::int as people, sum(units)::int as units from (
        select store_id, variant_id, topic, count(*) as people, sum(quantity) as units from waiting group by 1, 2, 3
        union all
        select u.store_id, line.variant_id::bigint, line.topic, -line.people::int, -line.units::int
        from ${UNREAD()} as u cross join lateral rows from (
          jsonb_array_elements_text(u.payload -> 'variantIds'), jsonb_array_elements_text(u.payload -> 'topics'),
          jsonb_array_elements_text(u.payload -> 'people'), jsonb_array_elements_text(u.payload -> 'units')
        ) as line (variant_id, topic, people, units)
        where u.subject = 'line.changed'
      ) as counted group by 1, 2, 3 having sum(people) <> 0 or sum(units) <> 0
    ) as line left join variants v on v.store_id = line.store_id and v.id = line.variant_id
  )`;

/** Subquery: store_id, variant_id and lists of every variant that is on a list. */
const SAVES = (): Fragment => fragmentWith`(
    select store_id, variant_id, sum(lists)::int as lists from (
      select store_id, variant_id, count(*) as lists from items group by 1, 2
      union all
      select u.store_id, saved.variant_id::bigint, case u.subject when 'item.removed' then 1 else -1 end
      from ${UNREAD()} as u cross join lateral jsonb_array_elements_text(u.payload -> 'variantIds') as saved (variant_id)
      where u.subject in ('item.added', 'item.removed', 'items.imported')
    ) as counted group by 1, 2 having sum(lists) <> 0
  )`;

const DAY = fragment("(o.created_at at time zone 'UTC')::date");
/** The days whose events are all there. The events of one day are deleted together, and never those of the last two. */
const COVERED = fragment(`(
    select ((now() at time zone 'UTC')::date - ago)::date as day from generate_series(0, 2) as ago
    union
    select distinct ${DAY.text} from outbox o
  )`);

/** The counter of each subject with one event, variant or subscription for each row. */
const COUNTED_BY = {
  "alert.subscribed": COUNTERS.signedUp,
  "alert.confirmed": COUNTERS.confirmed,
  "alert.unsubscribed": COUNTERS.unsubscribed,
  "alert.failed": COUNTERS.failed,
  "alert.bought": COUNTERS.bought,
  "alert.sent": COUNTERS.notified,
  "alert.offered": COUNTERS.offered,
  "alert.clicked": COUNTERS.clicked,
  "item.added": COUNTERS.saved,
  "item.removed": COUNTERS.unsaved,
  "stock.restocked": COUNTERS.restocks,
  "order.counted": COUNTERS.units,
} as const;
const SUBJECTS = fragment(
  Object.keys(COUNTED_BY)
    .map((subject) => `'${subject}'`)
    .join(", "),
);
const counterOf = (column: string) => {
  const subjects = Object.entries(COUNTED_BY).filter(([, counter]) => counter === column);
  return subjects.length > 0
    ? `coalesce(sum(times) filter (where subject in (${subjects.map(([subject]) => `'${subject}'`).join(", ")})), 0)::bigint as ${column}`
    : `0 as ${column}`;
};
const COUNT_COLUMNS = fragment(COUNTER_COLUMNS.map(counterOf).join(", "));

/** Subquery: what happened on the covered days, as the rows of `variant_days`. */
const DAYS = (): Fragment => fragmentWith`(
    with unread as materialized (
      select id from ${UNREAD()} as u
    ), happened as materialized (
      select o.store_id, ${DAY} as day, o.subject, o.payload from outbox o
      where o.subject in (${SUBJECTS}) and not exists (select from unread where unread.id = o.id)
    ), counted as (
      select h.store_id, h.day, h.subject, one.variant_id::bigint as variant_id, 1 as times, coalesce(
        one.topic, (select s.topic from subscriptions s where s.store_id = h.store_id and s.id = one.subscription_id::bigint), '') as topic,
        '' as currency, 0::numeric as revenue
      from happened h cross join lateral rows from (
        jsonb_array_elements_text(h.payload -> 'variantIds'), jsonb_array_elements_text(coalesce(h.payload -> 'topics', '[]')),
        jsonb_array_elements_text(h.payload -> 'subscriptionIds')
      ) as one (variant_id, topic, subscription_id)
      where h.subject in ('alert.subscribed', 'alert.confirmed', 'alert.unsubscribed', 'alert.failed', 'alert.bought')
      union all
      select h.store_id, h.day, h.subject, coalesce(h.payload ->> 'variantId', p.variant_id::text)::bigint,
        jsonb_array_length(h.payload -> 'subscriptionIds'), coalesce(h.payload ->> 'topic', p.topic), '', 0
      from happened h left join plans p on p.store_id = h.store_id and p.id = (h.payload ->> 'planId')::bigint
      where h.subject in ('alert.sent', 'alert.offered', 'alert.clicked') and coalesce(h.payload ->> 'variantId', p.variant_id::text) is not null
      union all
      select h.store_id, h.day, h.subject, saved.variant_id::bigint, 1, '', '', 0
      from happened h cross join lateral jsonb_array_elements_text(h.payload -> 'variantIds') as saved (variant_id)
      where h.subject in ('item.added', 'item.removed')
      union all
      select h.store_id, h.day, h.subject, (h.payload ->> 'variantId')::bigint, 1, '', '', 0
      from happened h where h.subject = 'stock.restocked'
      union all -- an order counts on its own day, which may be long before its report
      select h.store_id, (h.payload ->> 'day')::date, h.subject, sold.variant_id::bigint, sold.units::bigint, sold.topic,
        h.payload ->> 'currency', sold.revenue::numeric
      from happened h cross join lateral rows from (
        jsonb_array_elements_text(h.payload -> 'variantIds'), jsonb_array_elements_text(h.payload -> 'topics'),
        jsonb_array_elements_text(h.payload -> 'units'), jsonb_array_elements_text(h.payload -> 'revenue')
      ) as sold (variant_id, topic, units, revenue)
      where h.subject = 'order.counted' and (h.payload ->> 'day')::date in (select day from ${COVERED} as covered)
    )
    select store_id, variant_id, day, topic, currency, ${COUNT_COLUMNS}, sum(revenue) as revenue from counted group by 1, 2, 3, 4, 5
  )`;

const ALL_COLUMNS = [...COUNTER_COLUMNS, "revenue"];
const DAY_COLUMNS = fragment(ALL_COLUMNS.join(", "));
const SUMS = fragment(ALL_COLUMNS.map((column) => `sum(${column}) as ${column}`).join(", "));

/** A figure that differs: what the roll-ups say, and what a full count says. */
export type Difference = {
  readonly storeId: number;
  /** Null for a figure of now. */
  readonly day: string | null;
  readonly variantId: string | null;
  readonly topic: string;
  readonly figure: string;
  readonly rolledUp: number;
  readonly counted: number;
};

const DIFFERENCE = (day: string) =>
  fragment(`store_id as "storeId", ${day} as day, variant_id as "variantId", topic, figure,
    rolled_up::float8 as "rolledUp", counted::float8 as counted`);

export const compareLines = (tx: SystemTx, limit: number) => tx<Difference>`
  with stale as materialized ( -- the reader does not know their price of now
    select distinct u.store_id, changed.variant_id::bigint as variant_id
    from ${UNREAD()} as u cross join lateral jsonb_array_elements_text(u.payload -> 'variantIds') as changed (variant_id)
    where u.subject = 'variant.changed'
  )
  select ${DIFFERENCE("null")} from (
    select store_id, variant_id, topic, figure, rolled_up, counted
    from demand d full join ${LINES()} as l using (store_id, variant_id, topic)
    left join stale using (store_id, variant_id)
    cross join lateral (values
      ('people waiting', coalesce(d.people, 0)::numeric, coalesce(l.people, 0)::numeric, true),
      ('units waiting', coalesce(d.units, 0), coalesce(l.units, 0), true),
      ('value waiting', coalesce(d.value, 0), coalesce(l.units * l.price, 0), d.currency = l.currency)
    ) as figures (figure, rolled_up, counted, is_comparable)
    where (rolled_up <> counted or not is_comparable) and (figure <> 'value waiting' or stale.store_id is null)
  ) as different order by store_id, variant_id, topic, figure limit ${limit}`;

export const compareStoreLines = (tx: SystemTx, limit: number) => tx<Difference>`
  select ${DIFFERENCE("null")} from (
    select store_id, null as variant_id, topic, figure, rolled_up, counted
    from (
      select store_id, topic, currency, s.people as rolled_people, s.units as rolled_units, s.value as rolled_value, l.people, l.units, l.value
      from store_demand s full join (
        select store_id, topic, currency, sum(people) as people, sum(units) as units, sum(value) as value from demand group by 1, 2, 3
      ) as l using (store_id, topic, currency)
    ) as both_counts
    cross join lateral (values
      ('people waiting in the store', coalesce(rolled_people, 0)::numeric, coalesce(people, 0)::numeric),
      ('units waiting in the store', coalesce(rolled_units, 0), coalesce(units, 0)),
      ('value waiting in the store', coalesce(rolled_value, 0), coalesce(value, 0))
    ) as figures (figure, rolled_up, counted)
    where rolled_up <> counted
  ) as different order by store_id, topic, figure limit ${limit}`;

export const compareSaves = (tx: SystemTx, limit: number) => tx<Difference>`
  select ${DIFFERENCE("null")} from (
    select store_id, variant_id, '' as topic, 'lists' as figure, coalesce(s.lists, 0) as rolled_up, coalesce(i.lists, 0) as counted
    from variant_saves s full join ${SAVES()} as i using (store_id, variant_id)
    where s.lists is distinct from i.lists
  ) as different order by store_id, variant_id limit ${limit}`;

const figuresOf = (rolledUp: string, counted: string) =>
  fragment(
    ALL_COLUMNS.map(
      (column) =>
        `('${column}', coalesce(${rolledUp}.${column}, 0)::numeric, coalesce(${counted}.${column}, 0)::numeric)`,
    ).join(", "),
  );

export const compareDays = (tx: SystemTx, limit: number) => tx<Difference>`
  select ${DIFFERENCE("day::text")} from (
    select store_id, variant_id, day, topic, figure, rolled_up, counted
    from (select d.* from variant_days d where d.day in (select day from ${COVERED} as covered)) as d
    full join ${DAYS()} as c using (store_id, variant_id, day, topic, currency)
    cross join lateral (values ${figuresOf("d", "c")}) as figures (figure, rolled_up, counted)
    where rolled_up <> counted
  ) as different order by day, store_id, variant_id, topic, figure limit ${limit}`;

/** All days, also those whose events are gone. */
export const compareStoreDays = (tx: SystemTx, limit: number) => tx<Difference>`
  select ${DIFFERENCE("day::text")} from (
    select store_id, null as variant_id, day, topic, figure || ' in the store' as figure, rolled_up, counted
    from store_days s full join (
      select store_id, day, topic, currency, ${SUMS}
      from variant_days group by 1, 2, 3, 4
    ) as v using (store_id, day, topic, currency)
    cross join lateral (values ${figuresOf("s", "v")}) as figures (figure, rolled_up, counted)
    where rolled_up <> counted
  ) as different order by day, store_id, topic, figure limit ${limit}`;

/** The first day whose events are all kept. */
export async function findFirstCoveredDay(tx: SystemTx): Promise<string> {
  const [row] = await tx<{ day: string }>`select min(day)::text as day from ${COVERED} as covered`;
  return row?.day ?? "";
}

// Writing the counts again. The caller has locked the reader's positions.

export async function recountLines(tx: SystemTx): Promise<void> {
  await tx`
    with counted as materialized (select * from ${LINES()} as counted), gone as (
      delete from demand d where not exists (
        select from counted c where c.store_id = d.store_id and c.variant_id = d.variant_id and c.topic = d.topic)
    )
    insert into demand as d (store_id, variant_id, topic, people, units, price, currency)
    select store_id, variant_id, topic, people, units, price, currency from counted
    on conflict (store_id, variant_id, topic) do update set
      people = excluded.people, units = excluded.units, price = excluded.price, currency = excluded.currency
    where (d.people, d.units, d.price, d.currency) is distinct from (excluded.people, excluded.units, excluded.price, excluded.currency)`;
  await tx`delete from store_demand`;
  await tx`
    insert into store_demand (store_id, topic, currency, people, units, value)
    select store_id, topic, currency, sum(people), sum(units), coalesce(sum(value), 0) from demand group by 1, 2, 3`;
}

export const recountSaves = (tx: SystemTx) => tx`
  with counted as materialized (select * from ${SAVES()} as counted), gone as (
    delete from variant_saves s where not exists (
      select from counted c where c.store_id = s.store_id and c.variant_id = s.variant_id)
  )
  insert into variant_saves as s (store_id, variant_id, lists) select store_id, variant_id, lists from counted
  on conflict (store_id, variant_id) do update set lists = excluded.lists where s.lists <> excluded.lists`;

const SET_COUNTS = fragment(ALL_COLUMNS.map((column) => `${column} = excluded.${column}`).join(", "));

/** The days whose events are kept, and the sums of the stores for all days. */
export async function recountDays(tx: SystemTx): Promise<void> {
  await tx`
    with counted as materialized (select * from ${DAYS()} as counted), gone as (
      delete from variant_days d where d.day in (select day from ${COVERED} as covered) and not exists (
        select from counted c where c.store_id = d.store_id and c.variant_id = d.variant_id and c.day = d.day and c.topic = d.topic
          and c.currency = d.currency)
    )
    insert into variant_days as d (store_id, variant_id, day, topic, currency, ${DAY_COLUMNS})
    select store_id, variant_id, day, topic, currency, ${DAY_COLUMNS} from counted
    on conflict (store_id, variant_id, day, topic, currency) do update set ${SET_COUNTS}`;
  await tx`delete from store_days`;
  await tx`
    insert into store_days (store_id, day, topic, currency, ${DAY_COLUMNS})
    select store_id, day, topic, currency, ${SUMS} from variant_days group by 1, 2, 3, 4`;
}
