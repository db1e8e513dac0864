-- Keys that outlive KEEPSAKE_SECRET, sealed with it: links in mails, hashes of addresses and of API keys stay valid when the
-- secret is replaced. `keepsake migrate` fills the table.
create table installation_keys (
  purpose text primary key check (length(purpose) between 1 and 40),
  sealed_key bytea not null check (length(sealed_key) <= 200),
  created_at timestamptz not null default now()
);
alter table installation_keys enable row level security;
alter table installation_keys force row level security;
create policy reading on installation_keys for select to keepsake_hot using (true);
create policy operator on installation_keys to keepsake_operator using (true) with check (true);
grant select on installation_keys to keepsake_hot;
grant select, insert, update on installation_keys to keepsake_operator;

-- `keepsake secret rotate` seals the stored answers of 0.1 again; later ones are sealed with the secret of their store.
create policy operator on idempotency_keys to keepsake_operator using (true) with check (true);
grant select (store_id, key_hash, sealed_body), update (sealed_body) on idempotency_keys to keepsake_operator;
