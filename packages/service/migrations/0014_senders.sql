-- A message that must not go out twice is written down before it is handed over, and taken back where the provider refused.
grant delete on deliveries to keepsake_store;

-- Why a plan is held or waits, where it was not the merchant's hand.
alter table plans add column reason text check (length(reason) <= 80);

-- A store whose alerts stopped by themselves, until an operator lets go.
create table brakes (
  since timestamptz not null default now(),
  store_id integer primary key references stores,
  reason text not null check (length(reason) <= 80)
);
alter table brakes enable row level security;
alter table brakes force row level security;
create policy own_store on brakes to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, delete on brakes to keepsake_store;
