-- What each recorded batch of deliveries added. The sums say how a plan went, and how many alerts a store sent in a week,
-- which the share of complaints needs; counting five million deliveries took two to three seconds. A row for each batch,
-- because lanes that shared one counter would wait for each other, and leave a dead row with each batch.
create table delivery_batches (
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  plan_id bigint not null,
  store_id integer not null,
  sent integer not null,
  skipped integer not null,
  failed integer not null,
  ambiguous integer not null,
  primary key (store_id, plan_id, id)
);
create index delivery_batches_by_time on delivery_batches (store_id, at);

alter table delivery_batches enable row level security;
alter table delivery_batches force row level security;
create policy own_store on delivery_batches to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, delete on delivery_batches to keepsake_store;

-- How many prices a variant has had. Price drops are numbered by it, and there is one plan for each number. It never falls,
-- also when old prices are deleted: a number that came back would have its plan already, and nobody would be notified.
create table price_counts (
  store_id integer not null,
  variant_id bigint not null,
  prices integer not null,
  primary key (store_id, variant_id)
) with (fillfactor = 80);

alter table price_counts enable row level security;
alter table price_counts force row level security;
create policy own_store on price_counts to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update on price_counts to keepsake_store;

-- The owner of the tables sees no rows, and must not lift row-level security: that would lock the tables while their rows are
-- counted. So the rows of each store are counted in the role of a store.
do $$
declare
  ids integer[];
  store integer;
begin
  perform set_config('role', 'keepsake_operator', true);
  ids := array(select id from stores);
  perform set_config('role', 'keepsake_store', true);
  foreach store in array ids loop
    perform set_config('app.store_id', store::text, true);
    insert into delivery_batches (at, plan_id, store_id, sent, skipped, failed, ambiguous)
    select max(at), plan_id, store, count(*) filter (where state = 1), count(*) filter (where state = 2),
      count(*) filter (where state = 3), count(*) filter (where state = 4)
    from deliveries where store_id = store group by plan_id, (at at time zone 'UTC')::date;
    insert into price_counts (store_id, variant_id, prices)
    select store_id, variant_id, count(*) from prices where store_id = store group by 1, 2;
  end loop;
  perform set_config('app.store_id', '', true), set_config('role', 'none', true);
end $$;
