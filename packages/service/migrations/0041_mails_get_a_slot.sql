-- Mails are divided by time, so that old ones are truncated with their partition and not deleted row by row. A ring of four
-- fixed partitions of three days, as the outbox has one: none can be missing when nobody made it in time. They are few,
-- because a prepared statement locks all of them.
create function mails_slot(at timestamptz) returns smallint
  language sql immutable
  as $$ select (((at at time zone 'UTC')::date - date '1970-01-01') / 3 % 4)::smallint $$;

-- The table becomes the partition of today. The next migration checks the constraint while mails are written.
do $$ begin
  execute format('alter table mails add slot smallint not null default %1$s,
    add constraint mails_one_slot check (slot = %1$s) not valid', mails_slot(now()));
end $$;
