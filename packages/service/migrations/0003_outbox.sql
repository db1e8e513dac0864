-- A ring of eight fixed partitions, one a day: old days are truncated, and no partition can ever be missing.
create function outbox_slot(at timestamptz) returns smallint
  language sql immutable
  as $$ select ((extract(epoch from at)::bigint / 86400) % 8)::smallint $$;

create table outbox (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  store_id integer not null,
  slot smallint not null default outbox_slot(now()),
  subject text not null check (length(subject) between 1 and 64),
  payload jsonb not null
) partition by list (slot);

do $$ begin
  for slot in 0..7 loop
    execute format('create table outbox_%s partition of outbox for values in (%s)', slot, slot);
  end loop;
end $$;

-- Readers go by (xid, id), and only up to the oldest transaction still open: ids alone skip late commits.
create index outbox_in_order on outbox (xid, id);

create function empty_outbox_slot(slot integer) returns integer
  language plpgsql volatile
  as $$ begin execute format('truncate outbox_%s', slot); return slot; end $$;

create table outbox_readers (
  name text primary key check (length(name) between 1 and 64),
  xid xid8 not null default '0',
  id bigint not null default 0
);

alter table outbox enable row level security;
alter table outbox force row level security;
create policy own_store on outbox to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy reader on outbox for select to keepsake_worker using (true);
create policy operator on outbox for insert to keepsake_operator with check (true);
do $$ begin
  for slot in 0..7 loop
    execute format('alter table outbox_%s enable row level security', slot);
    execute format('alter table outbox_%s force row level security', slot);
    execute format('create policy reader on outbox_%s for select to keepsake_worker using (true)', slot);
    execute format('grant select, truncate on outbox_%s to keepsake_worker', slot);
  end loop;
end $$;
grant insert on outbox to keepsake_store, keepsake_operator;
grant select on outbox to keepsake_worker;
grant select, insert, update on outbox_readers to keepsake_worker;

-- The answer of a keyed request, written in the transaction of its effect. The body is sealed: it can hold a session.
create table idempotency_keys (
  store_id integer not null references stores,
  key_hash bytea not null check (length(key_hash) = 32),
  fingerprint bytea not null check (length(fingerprint) = 32),
  sealed_body bytea not null,
  created_at timestamptz not null default now(),
  primary key (store_id, key_hash)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy own_store on idempotency_keys to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy housekeeping on idempotency_keys to keepsake_worker using (true);
grant select, insert, delete on idempotency_keys to keepsake_store;
grant select (created_at, store_id, key_hash), delete on idempotency_keys to keepsake_worker;
