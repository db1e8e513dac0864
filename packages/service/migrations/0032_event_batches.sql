-- PostgreSQL cannot inline a function that is declared immutable and calls extract(… from timestamptz), which is only stable.
-- It ran as a function of its own for each inserted row.
create or replace function outbox_slot(at timestamptz) returns smallint
  language sql immutable
  as $$ select (((at at time zone 'UTC')::date - date '1970-01-01') % 8)::smallint $$;

-- Events are read in batches. A batch is what became visible between two snapshots, in the order of ids. So no open
-- transaction delays the events of others, and two changes of one locked row keep their order: the second change takes
-- its id after the first has committed. The ring of slots is the outbox's own: rows are only inserted and truncated.
create table outbox_batches (
  batch bigint not null,
  slot smallint not null default outbox_slot(now()),
  created_at timestamptz not null default clock_timestamp(),
  snapshot pg_snapshot not null,
  -- A large difference is cut into several batches with the same snapshot. This is the last one of it.
  ends_snapshot boolean not null,
  -- Its transactions: those that began after the previous snapshot, and those that were open in it.
  from_xid xid8,
  to_xid xid8,
  late xid8[] not null,
  first_id bigint not null,
  last_id bigint not null,
  events integer not null,
  primary key (batch, slot)
) partition by list (slot);

-- The numbers of a store's events: 1, 2, 3 and so on, in the order of reading.
create table outbox_numbers (
  batch bigint not null,
  slot smallint not null default outbox_slot(now()),
  store_id integer not null,
  first_number bigint not null,
  events integer not null,
  primary key (batch, store_id, slot)
) partition by list (slot);
create index outbox_numbers_by_store on outbox_numbers (store_id, batch desc);

do $$ begin
  for slot in 0..7 loop
    execute format('create table outbox_batches_%s partition of outbox_batches for values in (%s)', slot, slot);
    execute format('create table outbox_numbers_%s partition of outbox_numbers for values in (%s)', slot, slot);
    execute format('grant truncate on outbox_batches_%s, outbox_numbers_%s to keepsake_worker', slot, slot);
  end loop;
end $$;

-- The last number of a store whose newer numbers were truncated.
create table outbox_last_numbers (
  store_id integer primary key,
  last_number bigint not null
);

create function outbox_last_number(store integer) returns bigint
  language sql stable
  as $$
    select coalesce(
      (select first_number + events - 1 from outbox_numbers where store_id = store order by batch desc limit 1),
      (select last_number from outbox_last_numbers where store_id = store),
      0)
  $$;

-- Makes batches of the events that became visible since the last one, and returns the newest batch. Writes nothing when
-- there are none, or when the last batch is younger than `apart`. Returns null while another process makes batches.
create function tick_outbox(apart interval, events_max integer, out newest bigint, out made boolean)
  language plpgsql volatile
  as $$
  declare
    last record;
    seen pg_snapshot;
    late_xids xid8[];
    begins xid8;
    ends xid8;
    today smallint := outbox_slot(now());
    -- Today's slot, unless it still has numbers of eight days ago because a reader has not read them.
    newest_numbers smallint;
  begin
    made := false;
    if not pg_try_advisory_xact_lock(hashtextextended('keepsake outbox', 0)) then return; end if;
    -- Each statement from here on sees what the ticker before has committed.
    select batch, snapshot, created_at into last from outbox_batches order by batch desc limit 1;
    newest := last.batch;
    if last.created_at between clock_timestamp() - apart and clock_timestamp() then return; end if;
    seen := pg_current_snapshot();
    begins := pg_snapshot_xmax(last.snapshot);
    ends := pg_snapshot_xmax(seen);
    if ends < begins then
      -- The database was restored into another cluster, which counts its transactions from a lower number. What is in no
      -- batch counts from now on as written by this transaction.
      update outbox set xid = pg_current_xact_id()
      where id > (select max(last_id) from outbox_batches) or not pg_visible_in_snapshot(xid, last.snapshot);
      insert into outbox_batches (batch, snapshot, ends_snapshot, late, first_id, last_id, events)
      values (last.batch + 1, seen, true, '{}', 0, 0, 0);
      newest := last.batch + 1;
      made := true;
      return;
    end if;
    select coalesce(array_agg(xid), '{}') into late_xids
    from pg_snapshot_xip(last.snapshot) as open (xid)
    where pg_visible_in_snapshot(xid, seen) and exists (select from outbox o where o.xid = open.xid);
    if cardinality(late_xids) = 0
      and not exists (select from outbox where xid >= begins and xid < ends and pg_visible_in_snapshot(xid, seen))
    then return; end if;

    select today into newest_numbers
    where not exists (
      select from (select created_at from outbox_batches where slot = today order by batch limit 1) as oldest
      where created_at < now() - interval '2 days'
    );
    with found as materialized (
      select id, xid, store_id, (row_number() over (order by id) - 1) / events_max as piece
      from (
        select id, xid, store_id from outbox where xid >= begins and xid < ends and pg_visible_in_snapshot(xid, seen)
        union all
        select id, xid, store_id from outbox where xid = any (late_xids)
      ) as visible
    ), batches as (
      insert into outbox_batches (batch, snapshot, ends_snapshot, from_xid, to_xid, late, first_id, last_id, events)
      select last.batch + 1 + piece, seen, piece = (select max(piece) from found),
        min(xid) filter (where xid >= begins), max(xid) filter (where xid >= begins), late_xids, min(id), max(id), count(*)
      from found group by piece
    )
    insert into outbox_numbers (batch, slot, store_id, first_number, events)
    select last.batch + 1 + piece, today, store_id,
      coalesce(of_today.number, outbox_last_number(store_id)) + 1
        + sum(events) over (partition by store_id order by piece) - events, events
    from (select piece, store_id, count(*) as events from found group by piece, store_id) as of_store
      left join lateral (
        select n.first_number + n.events - 1 as number from outbox_numbers n
        where n.store_id = of_store.store_id and n.slot = newest_numbers order by n.batch desc limit 1
      ) as of_today on true;
    select max(batch) into newest from outbox_batches;
    made := true;
  end $$;

-- Each reader has a position in each of 16 partitions of the stores. `batch` is the last batch that it has read whole, `id`
-- the last event that it has read of the batch after that.
create table outbox_positions (
  reader text not null check (length(reader) between 1 and 64),
  partition smallint not null check (partition between 0 and 15),
  batch bigint not null default 0,
  id bigint not null default 0,
  primary key (reader, partition)
);

-- Workers share the partitions. A worker that stays silent loses its partitions to the others.
create table outbox_workers (
  id uuid primary key,
  until timestamptz not null
);
create table outbox_partitions (
  partition smallint primary key check (partition between 0 and 15),
  worker uuid,
  -- Rises whenever a worker takes the partition, so that a worker notices when it lost it in between.
  term integer not null default 0
);
insert into outbox_partitions (partition) select generate_series(0, 15);

-- Keeps a worker alive for `lasts`, and gives it partitions that no living worker has, up to its share. Returns its
-- partitions, and how many it should have: the worker gives the others back when it is done with them.
create function keep_outbox_partitions(me uuid, lasts interval, out partitions smallint[], out terms integer[], out share integer)
  language plpgsql volatile
  as $$ begin
    insert into outbox_workers as w (id, until) values (me, clock_timestamp() + lasts)
    on conflict (id) do update set until = excluded.until;
    delete from outbox_workers where until < clock_timestamp() - interval '1 minute';
    select ceil(16.0 / count(*)) into share from outbox_workers where until > clock_timestamp();
    update outbox_partitions p set worker = me, term = term + 1
    where p.partition in (
      select free.partition from outbox_partitions free
      where free.worker is null
        or not exists (select from outbox_workers w where w.id = free.worker and w.until > clock_timestamp())
      order by free.partition
      limit greatest(0, share - (select count(*) from outbox_partitions mine where mine.worker = me))
      for update skip locked
    );
    select coalesce(array_agg(p.partition order by p.partition), '{}'), coalesce(array_agg(p.term order by p.partition), '{}')
    into partitions, terms
    from outbox_partitions p where worker = me;
  end $$;

-- Events on which a reader failed every time. They are tried again a few times, then wait for an operator.
create table outbox_parked (
  reader text not null,
  event_id bigint not null,
  store_id integer not null,
  number bigint not null,
  subject text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  tries integer not null,
  retries integer not null default 0,
  error text not null check (length(error) <= 1000),
  parked_at timestamptz not null default now(),
  retry_at timestamptz,
  primary key (reader, event_id)
);
create index outbox_parked_to_retry on outbox_parked (retry_at) where retry_at is not null;

-- Empties a slot of the ring. Stores keep the last number of their events.
drop function empty_outbox_slot(integer);
create function empty_outbox_slot(slot_number integer) returns void
  language plpgsql volatile
  as $$ begin
    insert into outbox_last_numbers as l (store_id, last_number)
    select store_id, max(first_number + events - 1) from outbox_numbers where slot = slot_number group by store_id
    on conflict (store_id) do update set last_number = greatest(l.last_number, excluded.last_number);
    execute format('truncate outbox_%1$s, outbox_batches_%1$s, outbox_numbers_%1$s', slot_number);
  end $$;

-- The readers go on where they were. The old positions are by (xid, id): the first snapshot covers the transactions up to
-- the position of count-saves, which must count each event once. What another reader has not read of them is parked, and
-- read at once.
lock table outbox_readers in access exclusive mode;
alter table outbox no force row level security;
do $$
declare position record;
begin
  select xid, id into position from outbox_readers where name = 'count-saves';
  insert into outbox_batches (batch, snapshot, ends_snapshot, late, first_id, last_id, events)
  select 0, format('%1$s:%1$s:', next)::pg_snapshot, true, '{}', 0, 0, 0
  from (select coalesce(position.xid::text::numeric, 0) + 1 as next) as after;
  insert into outbox_parked (reader, event_id, store_id, number, subject, payload, created_at, tries, error, retry_at)
  select r.name, o.id, o.store_id, 0, o.subject, o.payload, o.created_at, 0, 'Not read before the upgrade', now()
  from outbox_readers r join outbox o on (o.xid, o.id) > (r.xid, r.id) and o.xid <= position.xid
  where r.name in ('count-saves', 'copy-lists', 'plan-alerts', 'end-watches');
end $$;
alter table outbox force row level security;
drop table outbox_readers;

grant update (xid) on outbox to keepsake_worker;
create policy restored on outbox for update to keepsake_worker using (true);
grant select, insert on outbox_batches, outbox_numbers to keepsake_worker;
grant select, insert, update, delete on outbox_last_numbers, outbox_positions, outbox_workers, outbox_parked to keepsake_worker;
grant select, update on outbox_partitions to keepsake_worker;

-- No store's role may read these tables; row-level security is the second lock.
do $$
declare name text;
begin
  for name in
    select 'outbox_numbers_' || slot from generate_series(0, 7) as slot
    union all values ('outbox_numbers'), ('outbox_last_numbers'), ('outbox_parked')
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy worker on %I to keepsake_worker using (true)', name);
  end loop;
end $$;
