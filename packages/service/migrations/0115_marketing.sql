-- Marketing tools that a store sends its events to. Keys and URLs are sealed together with the store's own key.
create table marketing_connections (
  id bigint not null,
  store_id integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  tool text not null check (tool in ('klaviyo', 'http')),
  -- What people may see of the access: the host of a URL, or the last characters of a key.
  label text not null check (length(label) between 1 and 300),
  sealed_access bytea not null check (length(sealed_access) <= 5000),
  subjects text[] not null check (cardinality(subjects) <= 50),
  passes_consent boolean not null,
  -- The list at the tool that people who opt in are added to.
  list_id text check (length(list_id) between 1 and 100),
  paused_at timestamptz,
  paused_because text check (length(paused_because) between 1 and 300),
  primary key (store_id, id),
  check ((paused_at is null) = (paused_because is null))
);

alter table marketing_connections enable row level security;
alter table marketing_connections force row level security;
create policy own_store on marketing_connections to keepsake_store
  using (store_id = (select current_store())) with check (store_id = (select current_store()));
create policy worker on marketing_connections for select to keepsake_worker using (true);
grant select, insert, update, delete on marketing_connections to keepsake_store;
grant select on marketing_connections to keepsake_worker;

-- When a connection has its next turn, and how its last turns went. A table of its own: each turn writes it.
create table marketing_turns (
  connection_id bigint not null,
  store_id integer not null,
  -- 0: waits for due_at. 1: a worker has it until due_at. 2: the connection is paused.
  state smallint not null default 0 check (state between 0 and 2),
  due_at timestamptz not null default 'infinity',
  -- Goes up with each lease, so that a worker that lost its lease cannot end the turn of another.
  lease integer not null default 0,
  -- Goes up whenever something is queued. A worker sees by it whether more came during its turn.
  arrivals bigint not null default 0,
  -- How many messages were ever queued, and how many of them ended in which way.
  queued bigint not null default 0,
  sent bigint not null default 0,
  skipped bigint not null default 0,
  refused bigint not null default 0,
  dropped bigint not null default 0,
  paused_until timestamptz not null default '-infinity',
  -- The last turn failed or was slow. Such connections have turns of their own, so that they do not delay the others.
  is_troubled boolean not null default false,
  failed_turns integer not null default 0,
  failing_since timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  problem text check (length(problem) <= 300),
  -- The last message that the tool refused, while it accepted others.
  refused_at timestamptz,
  refusal text check (length(refusal) <= 300),
  -- How many requests were made in the last minute, so that the next worker keeps within the tool's windows, too.
  spent jsonb not null default '{}' check (length(spent::text) <= 20000),
  spent_at timestamptz not null default '-infinity',
  primary key (store_id, connection_id),
  foreign key (store_id, connection_id) references marketing_connections (store_id, id) on delete cascade
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
  autovacuum_analyze_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);
create index marketing_turns_due on marketing_turns (is_troubled, due_at) where due_at < 'infinity';

alter table marketing_turns enable row level security;
alter table marketing_turns force row level security;
create policy own_store on marketing_turns to keepsake_store
  using (store_id = (select current_store())) with check (store_id = (select current_store()));
create policy worker on marketing_turns to keepsake_worker using (true) with check (true);
grant select, insert, update, delete on marketing_turns to keepsake_store;
grant select, update on marketing_turns to keepsake_worker;

-- What is to be sent: ids only. Who it is about and what the product is called are looked up when it is sent.
create table marketing_messages (
  id bigint not null,
  connection_id bigint not null,
  -- When the event happened.
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- The number of the event in its store, and the place of this person and variant in it.
  number bigint not null,
  shopper_id bigint,
  contact_id bigint,
  subscription_id bigint,
  variant_id bigint,
  store_id integer not null,
  place smallint not null,
  tries smallint not null default 0,
  -- It was sent before, and nobody knows whether it arrived.
  is_uncertain boolean not null default false,
  subject text not null check (length(subject) between 1 and 64),
  facts jsonb not null default '{}' check (length(facts::text) <= 1000),
  primary key (store_id, connection_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05);
create index marketing_messages_due on marketing_messages (store_id, connection_id, due_at, id);
create index marketing_messages_old on marketing_messages (created_at);

alter table marketing_messages enable row level security;
alter table marketing_messages force row level security;
create policy own_store on marketing_messages to keepsake_store
  using (store_id = (select current_store())) with check (store_id = (select current_store()));
create policy worker on marketing_messages to keepsake_worker using (true) with check (true);
grant select, insert, delete on marketing_messages to keepsake_store;
grant select, insert, update, delete on marketing_messages to keepsake_worker;

-- People who were erased here and are to be erased at the tool. Their addresses are gone from all other tables, so they are
-- kept here, sealed, until the tool has been told.
create table marketing_erasures (
  id bigint not null,
  connection_id bigint not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  store_id integer not null,
  tries smallint not null default 0,
  -- How often the tool has been told. It is told twice, because it may still work on what was sent just before.
  told smallint not null default 0,
  sealed_person bytea not null check (length(sealed_person) <= 1000000),
  primary key (store_id, connection_id, id),
  foreign key (store_id, connection_id) references marketing_connections (store_id, id) on delete cascade
);
create index marketing_erasures_old on marketing_erasures (created_at);

alter table marketing_erasures enable row level security;
alter table marketing_erasures force row level security;
create policy own_store on marketing_erasures to keepsake_store
  using (store_id = (select current_store())) with check (store_id = (select current_store()));
create policy worker on marketing_erasures to keepsake_worker using (true) with check (true);
grant select, insert, delete on marketing_erasures to keepsake_store;
grant select, update, delete on marketing_erasures to keepsake_worker;
