-- A variant is unknown while only shoppers have sent its id: the catalogue has no product for it. Unknown variants are
-- limited per store, and expire when nothing has referred to them for a month.
alter table variants add unused_since timestamptz;
create index variants_unknown on variants (store_id, id) where product is null;

create table variant_counts (
  store_id integer primary key references stores,
  unknown integer not null default 0
);
alter table variant_counts enable row level security;
alter table variant_counts force row level security;
create policy own_store on variant_counts to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy folded on variant_counts to keepsake_hot using (true) with check (true);
grant select, insert, update on variant_counts to keepsake_store, keepsake_hot;

alter table variants no force row level security;
alter table variant_counts no force row level security;
insert into variant_counts (store_id, unknown) select store_id, count(*) from variants where product is null group by 1;
alter table variants force row level security;
alter table variant_counts force row level security;

-- For the check whether anything refers to a variant. So far only subscriptions that wait were in an index by variant.
create index subscriptions_of_variant on subscriptions (store_id, variant_id);
create index sign_up_requests_of_variant on sign_up_requests (store_id, variant_id);

-- Inserts the ids that are missing, as long as the store has fewer than `most` unknown variants, and keeps those that were
-- about to expire. Calls for one store wait for each other here, so that the count is exact.
create function add_unknown_variants(of_store integer, ids text[], most integer) returns void language plpgsql as $$
declare room integer; added integer;
begin
  insert into variant_counts (store_id) values (of_store) on conflict do nothing;
  select most - unknown into room from variant_counts where store_id = of_store for update;
  update variants set unused_since = null
  where store_id = of_store and platform_id = any(ids) and unused_since is not null;
  insert into variants (id, store_id, platform_id)
  select new_id(of_store), of_store, missing.platform_id from (
    select sent.platform_id from unnest(ids) as sent (platform_id)
    where not exists (select from variants v where v.store_id = of_store and v.platform_id = sent.platform_id)
    order by sent.platform_id limit greatest(room, 0)
  ) as missing
  on conflict (store_id, platform_id) do nothing;
  get diagnostics added = row_count;
  update variant_counts set unknown = unknown + added where store_id = of_store and added > 0;
end $$;

grant update (unused_since) on variants to keepsake_hot;
grant delete on variants to keepsake_store;
grant select (product) on variants to keepsake_worker;
