-- How many confirmations browsers have caused in a store since midnight UTC, by medium. Each store has a daily limit.
create table confirmation_counts (
  store_id integer not null references stores,
  medium smallint not null check (medium in (1, 2)), -- email, sms
  day date not null,
  count integer not null,
  primary key (store_id, medium)
);
alter table confirmation_counts enable row level security;
alter table confirmation_counts force row level security;
create policy own_store on confirmation_counts to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update on confirmation_counts to keepsake_store;
