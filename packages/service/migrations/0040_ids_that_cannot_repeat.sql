-- new_id masked a cached sequence to 19 bits. A session with an old block of numbers, or more than 524,288 ids in a second,
-- gave the same id twice. Now an id is a number of a sequence, so it cannot repeat, and it is never lower than its second:
-- 12 bits shard | 32 bits seconds since 2020 | 19 bits, as before. More ids than a second has room for, or a clock that was
-- set back, only make the sequence run ahead of the clock.

-- A sequence that is behind the clock is set forward. That is safe only while no session takes numbers from it, so there are
-- two, of even and of odd numbers: sessions use the one whose turn it is, and the other one is set.
create sequence id_numbers_0 increment 2 minvalue 0 cache 64;
create sequence id_numbers_1 increment 2 minvalue 1 cache 64;
create sequence id_turn minvalue 0 maxvalue 1;
grant usage, update on sequence id_numbers_0, id_numbers_1, id_turn to keepsake_store, keepsake_hot;

-- Statements that began before this migration still use the old function. For ten minutes, new ids are ahead of theirs.
select setval('id_turn', 0), setval('id_numbers_0', start), setval('id_numbers_1', start + 1)
from (
  select (extract(epoch from now())::bigint - 1577836800 + case when is_called then 600 else 0 end) << 19 from id_sequence
) as first (start);

create function id_sequence_in_turn() returns regclass
  language sql volatile
  as $$
    select case pg_sequence_last_value('id_turn') when 0 then 'id_numbers_0'::regclass else 'id_numbers_1'::regclass end
  $$;

/* The second of the statement. Its ids are higher. */
create function id_floor() returns bigint
  language sql stable
  as $$ select (date_part('epoch', statement_timestamp())::bigint - 1577836800) << 19 $$;

-- For the first id of a second in a session: brings the ids to the clock, and returns the next one.
create function first_id_of_second() returns bigint
  language plpgsql volatile
  as $$
  declare
    turn bigint;
    waiting regclass;
    number bigint;
  begin
    if pg_sequence_last_value(id_sequence_in_turn()) <= id_floor() then
      begin
        perform pg_advisory_xact_lock(hashtextextended('keepsake ids', 0));
        turn := pg_sequence_last_value('id_turn');
        if pg_sequence_last_value(id_sequence_in_turn()) <= id_floor() then
          waiting := case turn when 0 then 'id_numbers_1'::regclass else 'id_numbers_0'::regclass end;
          -- A session takes at most one more block of 64 from it, when it stopped after it looked whose turn it was. The
          -- distance is enough for 2,048 sessions that all stopped there.
          perform setval(waiting, greatest(id_floor() + 1 - turn, pg_sequence_last_value(waiting) + 262144));
          perform setval('id_turn', 1 - turn);
        end if;
        -- Rolls this block back, which ends the lock now and not with the transaction. Sequences are not rolled back.
        raise exception using errcode = 'KS001';
      exception when sqlstate 'KS001' then null;
      end;
    end if;
    -- The session may still have a block of an earlier second.
    loop
      number := nextval(id_sequence_in_turn());
      exit when number > id_floor();
    end loop;
    return number;
  end $$;

-- Three small functions, because PostgreSQL then puts them into the calling statement. One function with variables made
-- inserts 9 to 14 % slower.
create or replace function new_id(store_id integer) returns bigint
  language sql volatile
  as $$
    select ((store_id >> 19)::bigint << 51)
      | coalesce(nullif(greatest(nextval(id_sequence_in_turn()), id_floor()), id_floor()), first_id_of_second())
  $$;
