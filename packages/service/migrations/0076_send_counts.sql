-- How many messages a store has sent since midnight UTC, by medium, and what they cost by its own price, in ten-thousandths.
create table send_counts (
  store_id integer not null,
  medium smallint not null check (medium in (1, 2)), -- email, sms
  day date not null,
  messages integer not null,
  spent bigint not null,
  primary key (store_id, medium)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
  autovacuum_analyze_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);
alter table send_counts enable row level security;
alter table send_counts force row level security;
create policy own_store on send_counts to keepsake_store using (store_id = (select current_store())) with check (store_id = (select current_store()));
grant select, insert, update, delete on send_counts to keepsake_store;

-- Counts messages before they are sent, as many of the wanted ones as the limits allow; null is no limit. The lock on the row
-- makes workers wait for each other, so that they cannot exceed a limit together. The day never goes back: a transaction that
-- began before midnight counts for the new day if another has begun it.
create function take_sends(of_store integer, by_medium integer, wanted integer, messages_max integer, spent_max bigint, price bigint,
    out granted integer, out counted_for date)
  language plpgsql volatile
  as $$
  declare
    today date := (now() at time zone 'UTC')::date;
    sent send_counts;
  begin
    insert into send_counts (store_id, medium, day, messages, spent) values (of_store, by_medium, today, 0, 0)
    on conflict (store_id, medium) do nothing;
    select * into strict sent from send_counts where store_id = of_store and medium = by_medium for update;
    if sent.day < today then
      sent.day := today;
      sent.messages := 0;
      sent.spent := 0;
    end if;
    counted_for := sent.day;
    granted := greatest(least(wanted::bigint, messages_max - sent.messages,
      case when price > 0 then (spent_max - sent.spent) / price end), 0);
    update send_counts set day = sent.day, messages = sent.messages + granted, spent = sent.spent + granted * price
    where store_id = of_store and medium = by_medium;
  end $$;
