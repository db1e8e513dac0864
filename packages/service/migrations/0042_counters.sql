-- How many alerts a store sent on a day (UTC). The share of complaints needs it at each complaint; counting five million
-- deliveries took two to three seconds. The row of today is updated with each batch of deliveries, so pages keep room.
create table sent_counts (
  store_id integer not null,
  day date not null,
  sent bigint not null,
  primary key (store_id, day)
) with (fillfactor = 50);
create index sent_counts_by_day on sent_counts (day);

alter table sent_counts enable row level security;
alter table sent_counts force row level security;
create policy own_store on sent_counts to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy housekeeping on sent_counts to keepsake_worker using (true);
grant select, insert, update on sent_counts to keepsake_store;
grant select, delete on sent_counts to keepsake_worker;

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
    insert into sent_counts (store_id, day, sent)
    select store_id, (at at time zone 'UTC')::date, count(*) from deliveries
    where store_id = store and state = 1 and at > now() - interval '8 days'
      and plan_id in (select plan_id from waves where store_id = store and begun_at > now() - interval '30 days')
    group by 1, 2;
    insert into price_counts (store_id, variant_id, prices)
    select store_id, variant_id, count(*) from prices where store_id = store group by 1, 2;
  end loop;
  perform set_config('app.store_id', '', true), set_config('role', 'none', true);
end $$;
