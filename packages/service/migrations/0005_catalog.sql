-- A variant of a product, by the shop platform's own id. `product` is what the store's server said of it;
-- nothing there where only shoppers have named it.
create table variants (
  id bigint not null,
  updated_at timestamptz not null default now(),
  store_id integer not null references stores,
  epi text not null check (length(epi) between 1 and 64),
  empi text check (length(empi) between 1 and 64),
  product jsonb,
  primary key (store_id, id)
);
create unique index variants_by_epi on variants (store_id, epi);
create index variants_of_product on variants (store_id, empi) where empi is not null;

alter table variants enable row level security;
alter table variants force row level security;
create policy own_store on variants to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy folded on variants to keepsake_hot using (true) with check (true);
grant select, insert, update on variants to keepsake_store;
grant select, insert on variants to keepsake_hot;
