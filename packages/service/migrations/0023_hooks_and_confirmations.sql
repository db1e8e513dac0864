-- The addresses of provider webhooks can be replaced. The address before the present one works until old_hook_until.
alter table stores add hook_version integer not null default 0, add old_hook_until timestamptz;

-- How often an address was asked to confirm, by one store or (without a store) by all of them. A store sees its own rows and
-- the common ones, which hold a keyed hash and times. Older rows have no store; they are deleted after two days.
alter table confirmations add store_id integer references stores;
alter table confirmations enable row level security;
alter table confirmations force row level security;
create policy own_store on confirmations to keepsake_store
  using (current_store() is not null and (store_id is null or store_id = current_store()))
  with check (current_store() is not null and (store_id is null or store_id = current_store()));
create policy housekeeping on confirmations to keepsake_worker using (true);
