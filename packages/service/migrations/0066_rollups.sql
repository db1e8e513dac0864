-- Figures for the merchant, counted from the events of the outbox and committed with the reader's position: docs/results.md
-- and decision 27 explain them. Days are days in UTC. Nothing here is personal data, so erasing a person changes no row.

-- What happened on each day, by variant and topic. A save or a restock has no topic, and only an order has a currency: the
-- column is empty where there is none. Money of different currencies is in different rows and is never added up.
create table variant_days (
  variant_id bigint not null,
  -- A thousand orders of a million units each are above 2^31. The other counters count people and calls.
  units bigint not null default 0,
  day date not null,
  store_id integer not null,
  signed_up integer not null default 0,
  confirmed integer not null default 0,
  notified integer not null default 0,
  failed integer not null default 0,
  unsubscribed integer not null default 0,
  offered integer not null default 0,
  clicked integer not null default 0,
  bought integer not null default 0,
  saved integer not null default 0,
  unsaved integer not null default 0,
  restocks integer not null default 0,
  revenue numeric not null default 0,
  topic text not null,
  currency text not null,
  primary key (store_id, variant_id, day, topic, currency)
) with (fillfactor = 80);
-- The results of a day or a range, which are added up without reading the table. Days on which people only signed up or saved
-- are most rows, and are not in it.
create index variant_days_results on variant_days (store_id, day, variant_id, topic, currency)
  include (notified, clicked, bought, units, revenue)
  where notified > 0 or clicked > 0 or bought > 0 or units <> 0;
-- For deleting old days. Rows lie in the order of their days, so a few bytes for each megabyte are enough.
create index variant_days_by_age on variant_days using brin (day) with (autosummarize = on);

-- The same for the whole store.
create table store_days (
  units bigint not null default 0,
  day date not null,
  store_id integer not null,
  signed_up integer not null default 0,
  confirmed integer not null default 0,
  notified integer not null default 0,
  failed integer not null default 0,
  unsubscribed integer not null default 0,
  offered integer not null default 0,
  clicked integer not null default 0,
  bought integer not null default 0,
  saved integer not null default 0,
  unsaved integer not null default 0,
  restocks integer not null default 0,
  revenue numeric not null default 0,
  topic text not null,
  currency text not null,
  primary key (store_id, day, topic, currency)
) with (fillfactor = 50);
create index store_days_by_age on store_days using brin (day) with (autosummarize = on);

-- Who waits now. `price` and `currency` are the catalogue's, for what the line is worth; the currency is empty without a
-- price. A line that nobody waits in has no row.
create table demand (
  variant_id bigint not null,
  store_id integer not null,
  people integer not null,
  units integer not null,
  price numeric(14,4),
  value numeric generated always as (units * price) stored,
  topic text not null,
  currency text not null default '',
  primary key (store_id, variant_id, topic)
) with (fillfactor = 80);
create index demand_by_people on demand (store_id, topic, people, variant_id);
create index demand_by_units on demand (store_id, topic, units, variant_id);
create index demand_by_value on demand (store_id, topic, currency, value, variant_id) where value is not null;

-- The sums of `demand`.
create table store_demand (
  store_id integer not null,
  people bigint not null default 0,
  units bigint not null default 0,
  value numeric not null default 0,
  topic text not null,
  currency text not null,
  primary key (store_id, topic, currency)
) with (fillfactor = 50);

-- On how many lists each variant is now.
create table variant_saves (
  variant_id bigint not null,
  store_id integer not null,
  lists integer not null,
  primary key (store_id, variant_id)
) with (fillfactor = 80);
create index variant_saves_by_lists on variant_saves (store_id, lists, variant_id);

do $$
declare name text;
begin
  foreach name in array array['variant_days', 'store_days', 'demand', 'store_demand', 'variant_saves'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_store on %I to keepsake_store using (store_id = (select current_store())) with check (store_id = (select current_store()))', name);
    execute format('create policy roll_up on %I to keepsake_worker using (true) with check (true)', name);
    execute format('grant select on %I to keepsake_store', name);
    execute format('grant select, insert, update, delete on %I to keepsake_worker', name);
    execute format('alter table %I set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
      autovacuum_analyze_scale_factor = 0.02)', name);
  end loop;
end $$;

-- `keepsake rollups check` and `rebuild` count the lines and the lists of all stores. They see whose they are by no column.
create policy roll_up on waiting for select to keepsake_worker using (true);
grant select (store_id, variant_id, topic, quantity) on waiting to keepsake_worker;
create policy roll_up on items for select to keepsake_worker using (true);
grant select (store_id, variant_id) on items to keepsake_worker;
-- The events of older versions do not name the topic of a subscription.
create policy roll_up on subscriptions for select to keepsake_worker using (true);
grant select (store_id, id, topic) on subscriptions to keepsake_worker;
-- A call says how old its figures are: how far the reader has come. These tables have no rows of a store.
grant select on outbox_positions, outbox_batches, outbox_workers to keepsake_store;
-- Or how old the events are that the reader failed on.
create policy own_store on outbox_parked for select to keepsake_store using (store_id = (select current_store()));
grant select (reader, store_id, created_at) on outbox_parked to keepsake_store;
