-- Units held for one person, for a time. A plan is one restock: nobody is offered twice for one.
-- States: 0 chosen (about to be told), 1 open, 2 accepted, 3 passed, 4 expired, 5 bought. The first three hold their units.
create table offers (
  until timestamptz, -- null while chosen
  plan_id bigint not null,
  subscription_id bigint not null,
  variant_id bigint not null,
  store_id integer not null,
  units smallint not null check (units between 1 and 999),
  state smallint not null default 0 check (state between 0 and 5),
  primary key (plan_id, subscription_id),
  check (state = 0 or until is not null)
) with (fillfactor = 80);
create index offers_held on offers (store_id, variant_id) where state < 3;
create index offers_of_subscription on offers (subscription_id) where state < 3;
create index offers_running on offers (until) where state in (1, 2);

alter table offers enable row level security;
alter table offers force row level security;
create policy own_store on offers to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy clockwork on offers for select to keepsake_worker using (true);
grant select, insert, update, delete on offers to keepsake_store;
grant select on offers to keepsake_worker;
