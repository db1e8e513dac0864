-- Where the events of a store are posted to. Secrets are sealed with the store's own key.
create table webhook_endpoints (
  id bigint not null,
  store_id integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  url text not null check (length(url) between 1 and 2048),
  description text not null default '' check (length(description) <= 200),
  -- Null: all events.
  subjects text[] check (cardinality(subjects) between 1 and 100),
  sealed_secret bytea not null check (length(sealed_secret) <= 500),
  -- After a rotation, deliveries are signed with the former secret, too, until this time.
  sealed_old_secret bytea check (length(sealed_old_secret) <= 500),
  old_secret_until timestamptz,
  disabled_at timestamptz,
  disabled_because text check (length(disabled_because) between 1 and 200),
  primary key (store_id, id),
  check ((sealed_old_secret is null) = (old_secret_until is null)),
  check ((disabled_at is null) = (disabled_because is null))
);

alter table webhook_endpoints enable row level security;
alter table webhook_endpoints force row level security;
create policy own_store on webhook_endpoints to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy worker on webhook_endpoints for select to keepsake_worker using (true);
grant select, insert, update, delete on webhook_endpoints to keepsake_store;
grant select on webhook_endpoints to keepsake_worker;

-- When an endpoint has its next turn, and how its last turns went. A table of its own: each turn writes it, and the table of
-- endpoints stays as it is.
create table webhook_turns (
  endpoint_id bigint not null,
  store_id integer not null,
  -- 0: waits for due_at. 1: a worker has it until due_at. 2: the endpoint is disabled.
  state smallint not null default 0 check (state between 0 and 2),
  due_at timestamptz not null default 'infinity',
  -- Goes up with each lease, so that a worker that lost its lease cannot end the turn of another.
  lease integer not null default 0,
  -- How many deliveries were ever queued and ended. A worker sees by the first whether more came during its turn.
  queued bigint not null default 0,
  ended bigint not null default 0,
  paused_until timestamptz not null default '-infinity',
  -- How many deliveries are sent at the same time.
  at_once smallint not null default 4 check (at_once between 1 and 100),
  -- The last turn failed or was slow. Such endpoints have turns of their own, so that they do not delay the others.
  is_troubled boolean not null default false,
  failed_turns integer not null default 0,
  failing_since timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  problem text check (length(problem) <= 200),
  primary key (store_id, endpoint_id),
  foreign key (store_id, endpoint_id) references webhook_endpoints (store_id, id) on delete cascade
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
  autovacuum_analyze_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);
create index webhook_turns_due on webhook_turns (is_troubled, due_at) where due_at < 'infinity';

alter table webhook_turns enable row level security;
alter table webhook_turns force row level security;
create policy own_store on webhook_turns to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy worker on webhook_turns to keepsake_worker using (true) with check (true);
grant select, insert, update, delete on webhook_turns to keepsake_store;
grant select, update on webhook_turns to keepsake_worker;
