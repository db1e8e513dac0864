-- The number that the next page of a replay begins with, if nothing is missing. Null: no page was read yet.
alter table webhook_replays add column next_number bigint;

-- Not in the last hour of the current slot either: the slot that is emptied is filled when that hour is over, and a statement
-- that waits for a lock could reach into it.
create or replace function empty_old_webhook_deliveries(at timestamptz) returns boolean
  language plpgsql volatile
  as $$
  declare
    current smallint := webhook_slot(at);
    old smallint := webhook_slot(at + interval '2 days');
  begin
    if webhook_slot(at - interval '1 day') <> current or webhook_slot(at + interval '1 hour') <> current
      or not exists (select from webhook_deliveries where slot = old)
    then
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
