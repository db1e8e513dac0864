-- The last replay of each endpoint: past events, as long as the outbox has them, are queued for it again, page by page.
create table webhook_replays (
  endpoint_id bigint not null,
  store_id integer not null,
  started_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The events of batches after this one are still to be queued. Null: the first batch is still to be found.
  after_batch bigint,
  from_number bigint not null,
  to_number bigint not null,
  from_time timestamptz not null,
  to_time timestamptz not null,
  events integer not null default 0,
  -- How often a page could not be queued, and why the replay did not send everything that was asked for.
  failures smallint not null default 0,
  problem text check (length(problem) <= 200),
  primary key (store_id, endpoint_id),
  foreign key (store_id, endpoint_id) references webhook_endpoints (store_id, id) on delete cascade
);
create index webhook_replays_due on webhook_replays (due_at) where finished_at is null;

alter table webhook_replays enable row level security;
alter table webhook_replays force row level security;
create policy own_store on webhook_replays to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy worker on webhook_replays to keepsake_worker using (true) with check (true);
grant select, insert, update, delete on webhook_replays to keepsake_store;
grant select, update on webhook_replays to keepsake_worker;
