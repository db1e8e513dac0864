-- One row for each event and endpoint: the queue of what is to be sent, and the log of what was. A ring of four partitions
-- of two days each: old deliveries are truncated with their partition, not deleted row by row. They are few, because each
-- turn of an endpoint looks into all of them.
create function webhook_slot(at timestamptz) returns smallint
  language sql immutable
  as $$ select (((at at time zone 'UTC')::date - date '1970-01-01') / 2 % 4)::smallint $$;

create table webhook_deliveries (
  id bigint not null,
  endpoint_id bigint not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  tried_at timestamptz,
  -- The number of the event in its store. 0: an example.
  number bigint not null,
  store_id integer not null,
  took_ms integer,
  slot smallint not null default webhook_slot(now()),
  -- 0: waiting. 1: delivered. 2: failed, all tries are used up.
  state smallint not null default 0 check (state between 0 and 2),
  tries smallint not null default 0,
  status smallint,
  subject text not null check (length(subject) between 1 and 64),
  problem text check (length(problem) <= 200),
  body text not null check (length(body) <= 1000000),
  primary key (store_id, endpoint_id, id, slot)
) partition by list (slot);
create index webhook_deliveries_due on webhook_deliveries (store_id, endpoint_id, due_at, id) where state = 0;
create index webhook_deliveries_ended on webhook_deliveries (store_id, endpoint_id, state, id) where state > 0;

alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy own_store on webhook_deliveries to keepsake_store
  using (store_id = (select current_store())) with check (store_id = (select current_store()));
create policy worker on webhook_deliveries to keepsake_worker using (true) with check (true);
grant select, insert on webhook_deliveries to keepsake_store;
grant select, insert, update on webhook_deliveries to keepsake_worker;
-- The worker queues deliveries, and gives them ids.
grant usage, update on sequence id_numbers_0, id_numbers_1, id_turn to keepsake_worker;

do $$ begin
  for slot in 0..3 loop
    execute format('create table webhook_deliveries_%1$s partition of webhook_deliveries for values in (%1$s)', slot);
    execute format('alter table webhook_deliveries_%s enable row level security', slot);
    execute format('alter table webhook_deliveries_%s force row level security', slot);
    execute format('create policy worker on webhook_deliveries_%s to keepsake_worker using (true)', slot);
    execute format('grant truncate on webhook_deliveries_%s to keepsake_worker', slot);
    -- Each row is updated once or a few times, and leaves an index with it.
    execute format('alter table webhook_deliveries_%s set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
      autovacuum_analyze_scale_factor = 0.02)', slot);
  end loop;
end $$;

-- Empties the slot that is used next, a day after the current one began. All its deliveries are then more than five days old.
-- Those that an enabled endpoint still waits for move on. Returns whether it did something.
create function empty_old_webhook_deliveries(at timestamptz) returns boolean
  language plpgsql volatile
  as $$
  declare
    current smallint := webhook_slot(at);
    old smallint := webhook_slot(at + interval '2 days');
  begin
    if webhook_slot(at - interval '1 day') <> current or not exists (select from webhook_deliveries where slot = old) then
      return false;
    end if;
    update webhook_deliveries d set slot = current
    where d.slot = old and d.state = 0 and exists (
      select from webhook_turns t where t.store_id = d.store_id and t.endpoint_id = d.endpoint_id and t.state <> 2
    );
    -- Other statements wait behind this lock.
    perform set_config('lock_timeout', '100ms', true);
    execute format('truncate webhook_deliveries_%s', old);
    return true;
  end $$;
