-- Orders that the shop reported, without the address of the person: its keyed hash finds what they clicked, and their shopper
-- what they saved. The last report of an order counts; `reported_at` is when the first came.
create table orders (
  occurred_at timestamptz not null,
  reported_at timestamptz not null default now(),
  shopper_id bigint,
  store_id integer not null,
  is_cancelled boolean not null default false,
  address_hash uuid,
  id text not null check (length(id) between 1 and 100),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  primary key (store_id, id)
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
create index orders_of_address on orders (store_id, address_hash) where address_hash is not null;
create index orders_of_shopper on orders (store_id, shopper_id) where shopper_id is not null;
create index orders_by_age on orders using brin (reported_at) with (autosummarize = on);

-- The variants of an order that the catalogue knows, and what led to each: `touch` is 0 nothing, 1 a click, 2 a delivered alert,
-- 3 a saved item. It is decided with the first report. `amount` is what all units cost together.
create table order_lines (
  variant_id bigint not null,
  touched_at timestamptz,
  plan_id bigint,
  subscription_id bigint,
  store_id integer not null,
  quantity integer not null check (quantity between 1 and 1000000),
  touch smallint not null check (touch between 0 and 3),
  amount numeric(24,4) not null check (amount >= 0),
  topic text not null,
  order_id text not null,
  primary key (store_id, order_id, variant_id)
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

do $$
declare name text;
begin
  foreach name in array array['orders', 'order_lines'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_store on %I to keepsake_store using (store_id = (select current_store())) with check (store_id = (select current_store()))', name);
    execute format('grant select, insert, update, delete on %I to keepsake_store', name);
  end loop;
end $$;
create policy old_rows on orders for select to keepsake_worker using (true);
grant select (store_id, id, reported_at) on orders to keepsake_worker;
