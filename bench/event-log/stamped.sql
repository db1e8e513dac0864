-- The other way to give events an order: one process stamps a position onto each event that became visible, and readers
-- read by position.
create table events (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  store_id bigint not null,
  subject text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index events_by_transaction on events (xid);

create table stamped (position bigint primary key, event_id bigint not null);
create table readers (reader int primary key, position bigint not null);

create table sequencer (position bigint not null, snapshot pg_snapshot not null);
insert into sequencer values (0, pg_current_snapshot());

create function stamp_events() returns bigint language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  last sequencer;
  next pg_snapshot;
  stamped_now bigint;
begin
  select * into last from sequencer for update;
  next := pg_current_snapshot();
  insert into stamped (position, event_id)
  select last.position + row_number() over (order by id), id
  from (
    select id from events
    where xid >= pg_snapshot_xmax(last.snapshot) and xid < pg_snapshot_xmax(next) and pg_visible_in_snapshot(xid, next)
    union all
    select id from events
    where xid = any (array(select pg_snapshot_xip(last.snapshot))) and pg_visible_in_snapshot(xid, next)
  ) became_visible;
  get diagnostics stamped_now = row_count;
  update sequencer set position = position + stamped_now, snapshot = next;
  return stamped_now;
end $$;
