-- Who has saved which product, and on how many lists: a roll-up of the outbox, so that no add waits for a counter.
create table saves (
  store_id integer not null references stores,
  shopper_id bigint not null,
  times integer not null,
  product_id text not null check (length(product_id) <= 64),
  primary key (store_id, product_id, shopper_id)
) with (fillfactor = 90);

create table product_saves (
  store_id integer not null references stores,
  people bigint not null default 0,
  product_id text not null check (length(product_id) <= 64),
  primary key (store_id, product_id)
) with (fillfactor = 50);

alter table saves enable row level security;
alter table saves force row level security;
alter table product_saves enable row level security;
alter table product_saves force row level security;
create policy own_store on saves to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy own_store on product_saves to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy roll_up on saves to keepsake_worker using (true) with check (true);
create policy roll_up on product_saves to keepsake_worker using (true) with check (true);
create policy folded on product_saves for select to keepsake_hot using (true);
grant select on saves, product_saves to keepsake_store;
grant select, insert, update, delete on saves to keepsake_worker;
grant select, insert, update on product_saves to keepsake_worker;
grant select on product_saves to keepsake_hot;
