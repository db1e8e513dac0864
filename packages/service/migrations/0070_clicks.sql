-- Who followed the link of an alert, and when first: one row for each person and alert. An order is tied to the last one.
create table clicks (
  at timestamptz not null default clock_timestamp(),
  subscription_id bigint not null,
  plan_id bigint not null,
  store_id integer not null,
  primary key (store_id, subscription_id, plan_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
-- For deleting old ones. Rows lie in the order of their times.
create index clicks_by_age on clicks using brin (at) with (autosummarize = on);

alter table clicks enable row level security;
alter table clicks force row level security;
create policy own_store on clicks to keepsake_store using (store_id = (select current_store())) with check (store_id = (select current_store()));
create policy old_rows on clicks to keepsake_worker using (at < now() - interval '400 days');
grant select, insert, delete on clicks to keepsake_store;
grant select, delete on clicks to keepsake_worker;
