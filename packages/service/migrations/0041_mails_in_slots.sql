-- Reads all mails, and holds nobody up. With a valid constraint, the table becomes a partition without being read again.
alter table mails validate constraint mails_one_slot;

do $$
declare
  slot_default text;
  old_slot integer;
  partition text;
begin
  select pg_get_expr(adbin, adrelid) into slot_default from pg_attrdef
  where adrelid = 'mails'::regclass and adnum = (select attnum from pg_attribute where attrelid = adrelid and attname = 'slot');
  execute 'select ' || slot_default into old_slot;
  partition := 'mails_' || old_slot;

  execute format('alter table mails rename to %I', partition);
  execute format('create table mails (like %I including defaults including constraints) partition by list (slot)', partition);
  alter table mails alter slot set default mails_slot(now()), drop constraint mails_one_slot;
  execute format('alter index mails_pkey rename to %I', partition || '_pkey');
  execute format('alter index mails_due rename to %I', partition || '_due_at_idx');
  execute format('alter index mails_to rename to %I', partition || '_store_id_mailbox_created_at_idx');
  execute format('alter index mails_of_shopper rename to %I', partition || '_store_id_shopper_id_created_at_idx');
  execute format('alter index mails_by_kind rename to %I', partition || '_store_id_kind_created_at_idx');
  execute format('alter table mails attach partition %I for values in (%s)', partition, old_slot);
  execute format('alter table %I alter slot set default mails_slot(now()), drop constraint mails_one_slot', partition);
  execute format('drop policy own_store on %I', partition);
  execute format('drop policy sender on %I', partition);
  execute format('revoke all on %I from keepsake_store, keepsake_worker', partition);

  -- Each partition has a primary key of its own. One of the whole table must contain the slot, and the index of the old
  -- mails does not: it would be built while nobody can write. Ids are unique anyway.
  for slot in 0..3 loop
    partition := 'mails_' || slot;
    if slot <> old_slot then
      execute format('create table %I partition of mails (primary key (store_id, id)) for values in (%s)', partition, slot);
    end if;
    execute format('alter table %I enable row level security', partition);
    execute format('alter table %I force row level security', partition);
    execute format('create policy sender on %I to keepsake_worker using (true)', partition);
    execute format('grant truncate on %I to keepsake_worker', partition);
  end loop;
end $$;

-- PostgreSQL takes the indexes that the old mails have, and does not build them again.
create index mails_due on mails (due_at) where sent_at is null and attempts < 8;
create index mails_to on mails (store_id, mailbox, created_at);
create index mails_of_shopper on mails (store_id, shopper_id, created_at);
create index mails_by_kind on mails (store_id, kind, created_at);

alter table mails enable row level security;
alter table mails force row level security;
create policy own_store on mails to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy sender on mails to keepsake_worker using (true) with check (true);
grant select, insert on mails to keepsake_store;
grant select, update on mails to keepsake_worker;

-- Empties the slot that is used next, a day after the current one began. All its mails are then more than seven days old.
-- Returns whether it did something.
create function empty_old_mails(at timestamptz) returns boolean
  language plpgsql volatile
  as $$
  declare
    current smallint := mails_slot(at);
    old smallint := mails_slot(at + interval '3 days');
  begin
    if mails_slot(at - interval '1 day') <> current or not exists (select from mails where slot = old) then
      return false;
    end if;
    -- A mail that was not sent in all this time moves on. One that is being sent is not due; the slot then waits for it.
    update mails set slot = current
    where (store_id, id) in (
        select store_id, id from mails
        where slot = old and sent_at is null and attempts < 8 and due_at <= now()
        for update skip locked
      ) and slot = old;
    -- A text message without a next time was sent, or may have been.
    if exists (select from mails where slot = old and sent_at is null and attempts < 8 and due_at < 'infinity') then
      return false;
    end if;
    -- Other statements wait behind this lock.
    perform set_config('lock_timeout', '100ms', true);
    execute format('truncate mails_%s', old);
    return true;
  end $$;
