-- Erasures of people, and how far each has come. A worker continues one whose process has died. The row stays, without the
-- person, so that a replay of the erasure log after a restore knows which erasures this database contains.
create table erasures (
  id bigint not null,
  requested_at timestamptz not null default now(),
  -- When a worker continues it. Whoever works on it moves this on first.
  due_at timestamptz not null,
  logged_at timestamptz,
  erased_at timestamptz,
  store_id integer not null,
  -- 0: rows are being deleted, 1: deleted, calls in flight may have written some since, 2: done
  state smallint not null default 0 check (state between 0 and 2),
  -- Addresses, regids and ids of the person, encrypted; null when it is done.
  sealed_person bytea check (length(sealed_person) <= 5000000),
  -- How many rows each feature has deleted.
  counts jsonb not null default '{}' check (length(counts::text) <= 2000),
  primary key (store_id, id),
  check ((state = 2) = (sealed_person is null))
) with (fillfactor = 80);
create index erasures_due on erasures (due_at) where state < 2;

alter table erasures enable row level security;
alter table erasures force row level security;
create policy own_store on erasures to keepsake_store
  using (store_id = (select current_store())) with check (store_id = (select current_store()));
create policy clockwork on erasures for select to keepsake_worker using (true);
grant select, insert, update on erasures to keepsake_store;
grant select (store_id, id, requested_at, due_at, state) on erasures to keepsake_worker;

-- Whom a stored answer is about: the regid of a shopper, or the hash of an address. An erasure deletes it.
alter table idempotency_keys add about uuid;
create index idempotency_keys_about on idempotency_keys (store_id, about) where about is not null;

grant delete on consents, ledger, mails, merges, confirmations to keepsake_store;
-- The row of an erased account remembers that its sessions ended. The next login with the same address makes it an account
-- again.
grant update (email, created_at) on shoppers to keepsake_hot;
