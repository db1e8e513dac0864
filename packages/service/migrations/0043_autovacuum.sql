-- When autovacuum cleans each table. Its default waits until a fifth of a table is dead, which is too late for large tables,
-- and pauses while it cleans, which is too slow for small ones. Setting it blocks no reader and no writer.

-- Small tables whose rows are updated all the time, by every batch, lease or beat. A worker reads them whole or in order, so
-- it would read their dead rows, too. They are cleaned after a few hundred changes, at full speed: it takes milliseconds.
do $$
declare name text;
begin
  foreach name in array array['outbox_positions', 'outbox_partitions', 'outbox_workers', 'outbox_parked', 'outbox_last_numbers',
    'confirmation_counts', 'variant_counts', 'plans', 'chunks']
  loop
    execute format('alter table if exists %I set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
      autovacuum_analyze_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0)', name);
  end loop;
end $$;

-- Large tables that are updated with most calls. lists: each item that is added. sessions: each use; used_at has an index, so
-- the indexes collect dead entries, too. saves, product_saves: each save. subscriptions: each sign-up. offers: each answer. stock, stock_levels,
-- price_counts: each report of the shop. At 2 %, a hundred million lists are cleaned after two million updates, not twenty.
do $$
declare name text;
begin
  foreach name in array array['lists', 'sessions', 'saves', 'product_saves', 'subscriptions', 'offers', 'stock', 'stock_levels', 'price_counts']
  loop
    execute format('alter table if exists %I set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
      autovacuum_analyze_scale_factor = 0.02)', name);
  end loop;
end $$;

-- Large tables that change less: a part of their rows is updated or deleted now and then. Pages that were only inserted are
-- marked visible at 5 %, too, so that vacuums against the wraparound of transaction ids find little left to do.
do $$
declare name text;
begin
  foreach name in array array['items', 'shoppers', 'contacts', 'variants', 'suppressions', 'confirmations', 'merges']
  loop
    execute format('alter table %I set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000,
      autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)', name);
  end loop;
end $$;

-- Queues whose rows all die: keys after a day, requests after some days, people in line with their alert, mails with each
-- step (due_at is in an index). A
-- worker looks for the oldest or the next one every second or minute, and would pass all dead entries in the index.
do $$
declare name text;
begin
  for name in
    select 'mails_' || slot from generate_series(0, 3) as slot union all values ('idempotency_keys'), ('sign_up_requests'), ('waiting')
  loop
    execute format('alter table %I set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000,
      autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)', name);
  end loop;
end $$;

-- Rows that are never updated and stay. They are frozen the first time that autovacuum sees them, and never read for that again.
alter table consents set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
alter table prices set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
do $$ begin
  for slot in 0..25 loop
    execute format('alter table deliveries_%s set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0)', slot);
  end loop;
end $$;

-- Rows that are never updated and are truncated after days. Cleaning has nothing to find and freezing is work for nothing.
do $$
declare name text;
begin
  for name in
    select kind || slot from unnest(array['outbox_', 'outbox_batches_', 'outbox_numbers_']) as kind, generate_series(0, 7) as slot
  loop
    execute format('alter table %I set (autovacuum_vacuum_insert_threshold = -1)', name);
  end loop;
end $$;

-- Nothing has used it since ids come from id_numbers_0 and id_numbers_1.
drop sequence id_sequence;
