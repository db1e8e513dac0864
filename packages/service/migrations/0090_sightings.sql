-- What was seen of a shop that is being connected: its script (`script`, and one row for each of the newest fifty `origin`s), a
-- saved item, and the reports of its server with the name of the key that sent the last one. Written at most once in a few
-- minutes for each row and process, so `last_at` may be that much late.
create table sightings (
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  store_id integer not null,
  kind text not null check (kind in ('script', 'origin', 'save', 'stock', 'catalogue', 'orders')),
  -- Empty for all other kinds.
  origin text not null default '' check (length(origin) <= 300),
  key_name text check (length(key_name) <= 200),
  primary key (store_id, kind, origin)
) with (fillfactor = 80);

alter table sightings enable row level security;
alter table sightings force row level security;
create policy own_store on sightings to keepsake_store
  using (store_id = (select current_store())) with check (store_id = (select current_store()));
create policy folded_writes on sightings to keepsake_hot using (true) with check (true);
grant select on sightings to keepsake_store;
grant select, insert, update, delete on sightings to keepsake_hot;

-- A store that has saved items before need not wait for its first one. The owner of the tables sees no rows, so the days of each
-- store are read in the role of a store.
do $$
declare
  ids integer[];
  store integer;
  first date;
  last date;
begin
  perform set_config('role', 'keepsake_operator', true);
  ids := array(select id from stores where erased_at is null);
  foreach store in array ids loop
    perform set_config('role', 'keepsake_store', true);
    perform set_config('app.store_id', store::text, true);
    select min(day), max(day) into first, last from store_days where store_id = store and saved > 0;
    if first is not null then
      perform set_config('role', 'keepsake_hot', true);
      insert into sightings (store_id, kind, first_at, last_at)
      values (store, 'save', first at time zone 'UTC', last at time zone 'UTC');
    end if;
  end loop;
  perform set_config('app.store_id', '', true), set_config('role', 'none', true);
end $$;
