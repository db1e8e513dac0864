-- Merchants change their store's settings and keys through the API, in transactions of their own store.
grant update (name, settings) on stores to keepsake_store;
grant select (store_id, id, name, scopes, created_at, expires_at, revoked_at, last_used_at),
  insert (store_id, id, name, scopes, secret_hash), update (expires_at, revoked_at) on api_keys to keepsake_store;

-- In a test store, mails go only to members. Its keys have another prefix.
alter table stores add is_test boolean not null default false;

-- What a template was before. The newest fifty of each topic are kept.
alter table templates add version integer not null default 1;
create table template_versions (
  store_id integer not null,
  topic text not null check (length(topic) between 1 and 64),
  version integer not null,
  subject text not null check (length(subject) between 1 and 400),
  source text not null check (length(source) <= 50000),
  saved_at timestamptz not null default now(),
  saved_by text not null check (length(saved_by) <= 300),
  primary key (store_id, topic, version)
);
-- The owner of the table sees no row while row-level security is forced.
alter table templates no force row level security;
insert into template_versions (store_id, topic, version, subject, source, saved_at, saved_by)
  select store_id, topic, version, subject, source, updated_at, 'unknown' from templates;
alter table templates force row level security;
alter table template_versions enable row level security;
alter table template_versions force row level security;
create policy own_store on template_versions to keepsake_store
  using (store_id = (select current_store())) with check (store_id = (select current_store()));
grant select, insert, delete on template_versions to keepsake_store;
