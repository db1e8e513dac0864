create table stores (
  id integer primary key,
  pid text not null unique check (length(pid) between 6 and 64),
  name text not null check (length(name) between 1 and 200),
  sealed_secret bytea not null,
  identity_secret_version integer not null default 1,
  session_epoch integer not null default 0,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create table api_keys (
  store_id integer not null references stores,
  id text not null check (length(id) = 8),
  name text not null check (length(name) between 1 and 100),
  scopes text[] not null check (cardinality(scopes) between 1 and 10),
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (store_id, id)
);
create unique index api_keys_by_id on api_keys (id);

alter table stores enable row level security;
alter table stores force row level security;
alter table api_keys enable row level security;
alter table api_keys force row level security;

create policy own_store on stores to keepsake_store using (id = current_store()) with check (id = current_store());
create policy own_store on api_keys to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
grant select, update (session_epoch) on stores to keepsake_store;

-- Who calls is not known before the key is looked up: these two reads cross stores.
create policy credentials on stores for select to keepsake_hot using (true);
create policy credentials on api_keys to keepsake_hot using (true);
grant select on stores, api_keys to keepsake_hot;
grant update (last_used_at) on api_keys to keepsake_hot;

create policy operator on stores to keepsake_operator using (true) with check (true);
create policy operator on api_keys to keepsake_operator using (true) with check (true);
grant select, insert, update on stores, api_keys to keepsake_operator;
