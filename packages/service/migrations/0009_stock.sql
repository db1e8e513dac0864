-- How many there are, as the shop's locations last said it. A report older than what is known changes nothing.
create table stock_levels (
  variant_id bigint not null,
  occurred_at timestamptz not null,
  store_id integer not null,
  quantity integer not null,
  location text not null check (length(location) <= 64),
  primary key (store_id, variant_id, location),
  foreign key (store_id, variant_id) references variants (store_id, id)
) with (fillfactor = 80);

-- What the locations say together. `restocks` numbers the times it came back; `rising_at` is when a rise will have lasted.
create table stock (
  variant_id bigint not null,
  rising_at timestamptz,
  store_id integer not null,
  quantity integer not null default 0,
  arrived integer not null default 0, -- with the last restock and since
  restocks integer not null default 0,
  is_in boolean not null default false,
  primary key (store_id, variant_id),
  foreign key (store_id, variant_id) references variants (store_id, id)
) with (fillfactor = 80);
create index stock_rising on stock (rising_at) where rising_at is not null;

-- Prices as they changed, per currency.
create table prices (
  variant_id bigint not null,
  seen_at timestamptz not null default clock_timestamp(),
  store_id integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  price numeric(14, 4) not null check (price >= 0),
  compare_at numeric(14, 4) check (compare_at >= 0),
  primary key (store_id, variant_id, currency, seen_at),
  foreign key (store_id, variant_id) references variants (store_id, id)
);

alter table stock_levels enable row level security;
alter table stock_levels force row level security;
alter table stock enable row level security;
alter table stock force row level security;
alter table prices enable row level security;
alter table prices force row level security;
create policy own_store on stock_levels to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy own_store on stock to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy own_store on prices to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy clockwork on stock for select to keepsake_worker using (true);
create policy folded on stock for select to keepsake_hot using (true);
grant select, insert, update on stock_levels, stock to keepsake_store;
grant select, insert on prices to keepsake_store;
grant select on stock to keepsake_worker, keepsake_hot;
