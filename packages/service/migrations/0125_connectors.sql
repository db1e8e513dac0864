-- What the connectors of a shop (programs that report its platform's stock, products and orders) say about themselves. A connector
-- reports a part at a time: what it never said is null. One report is one row that is updated in place, and no index has a column
-- that changes.
create table connectors (
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  event_at timestamptz,
  reconcile_started_at timestamptz,
  reconcile_finished_at timestamptz,
  problem_since timestamptz,
  store_id integer not null,
  lag_ms integer check (lag_ms >= 0),
  checked integer check (checked >= 0),
  corrected integer check (corrected >= 0),
  -- How many reconciles in a row corrected so much that events must have been lost.
  rough_reconciles smallint not null default 0,
  -- Whether it reserves units at the platform for people who accept an offer.
  reserves boolean,
  name text not null check (name ~ '^[a-z0-9-]{1,40}$'),
  version text check (length(version) <= 40),
  shop text check (length(shop) <= 300),
  problem text check (length(problem) <= 500),
  primary key (store_id, name)
) with (fillfactor = 50);

alter table connectors enable row level security;
alter table connectors force row level security;
create policy own_store on connectors to keepsake_store
  using (store_id = (select current_store())) with check (store_id = (select current_store()));
create policy folded_writes on connectors to keepsake_hot using (true) with check (true);
grant select, delete on connectors to keepsake_store;
grant select, insert, update on connectors to keepsake_hot;
