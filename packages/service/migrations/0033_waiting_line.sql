-- Who waits, in a narrow table of its own. A person joins it with their subscription and leaves it when they are notified:
-- a delivery then writes one row and deletes one, and changes no subscription.
-- `place`: when they joined, in microseconds since 1970. `rank`: the order of a draw, a hash of the id. `price_max`, for price drops: the highest price at which they are notified.
create table waiting (
  variant_id bigint not null,
  subscription_id bigint not null,
  place bigint not null,
  store_id integer not null,
  rank integer not null,
  quantity smallint not null,
  topic text not null,
  currency text,
  price_max numeric(14,4),
  primary key (store_id, subscription_id)
);
create index waiting_by_place on waiting (store_id, variant_id, topic, place, subscription_id);
create index waiting_by_rank on waiting (store_id, variant_id, topic, rank, subscription_id);

alter table waiting enable row level security;
alter table waiting force row level security;
create policy own_store on waiting to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy folded on waiting to keepsake_hot using (true) with check (true);
grant select, insert, update, delete on waiting to keepsake_store, keepsake_hot;

-- md5 gives the same rank in every version of PostgreSQL.
create function line_rank(subscription_id bigint) returns integer
  language sql immutable
  as $$ select ('x' || substr(md5(subscription_id::text), 1, 8))::bit(32)::integer $$;

create function line_place(signed_up_at timestamptz) returns bigint
  language sql stable
  as $$ select (extract(epoch from signed_up_at) * 1000000)::bigint $$;

-- The price that a person saw last when they signed up, in their currency or else in that of the variant's newest price.
create function price_seen(of_store integer, of_variant bigint, of_contact bigint, at timestamptz, out currency text, out price numeric)
  language plpgsql stable
  as $$ begin
    select coalesce(
      (select c.currency from contacts c where c.store_id = of_store and c.id = of_contact),
      (select p.currency from prices p where p.store_id = of_store and p.variant_id = of_variant order by p.seen_at desc limit 1)
    ) into currency;
    select p.price into price from prices p
    where p.store_id = of_store and p.variant_id = of_variant and p.currency = price_seen.currency and p.seen_at <= at
    order by p.seen_at desc limit 1;
  end $$;

-- Keeps the line in step with the subscriptions: state 1 joins it, any other state leaves it, and a new sign-up of somebody
-- who was notified takes a new place. Hash joins would read a whole line of millions for one changed row.
create function join_line() returns trigger
  language plpgsql
  set enable_hashjoin = off
  set enable_mergejoin = off
  as $$ begin
    insert into waiting (variant_id, subscription_id, place, store_id, rank, quantity, topic, currency, price_max)
    select s.variant_id, s.id, line_place(s.signed_up_at), s.store_id, line_rank(s.id), s.quantity, s.topic,
      seen.currency, least(s.target, seen.price - 0.0001)
    from joined s
    left join lateral price_seen(s.store_id, s.variant_id, s.contact_id, s.signed_up_at) as seen on s.topic = 'pricedrop'
    where s.state = 1;
    return null;
  end $$;

create function follow_line() returns trigger
  language plpgsql
  set enable_hashjoin = off
  set enable_mergejoin = off
  as $$ begin
    if not exists (select from changed where state = 1) and not exists (select from before where state = 1) then return null; end if;
    delete from waiting w using changed s
    where s.state <> 1 and w.store_id = s.store_id and w.subscription_id = s.id;
    insert into waiting as w (variant_id, subscription_id, place, store_id, rank, quantity, topic, currency, price_max)
    select s.variant_id, s.id, line_place(s.signed_up_at), s.store_id, line_rank(s.id), s.quantity, s.topic,
      seen.currency, least(s.target, seen.price - 0.0001)
    from changed s join before b on b.store_id = s.store_id and b.id = s.id
    left join lateral price_seen(s.store_id, s.variant_id, s.contact_id, s.signed_up_at) as seen on s.topic = 'pricedrop'
    where s.state = 1 and (b.state <> 1 or b.signed_up_at <> s.signed_up_at)
    on conflict (store_id, subscription_id) do update set
      place = excluded.place, quantity = excluded.quantity, currency = excluded.currency, price_max = excluded.price_max;
    update waiting w set quantity = s.quantity,
      price_max = case when s.topic = 'pricedrop'
        then least(s.target, (select seen.price - 0.0001 from price_seen(s.store_id, s.variant_id, s.contact_id, s.signed_up_at) as seen)) end
    from changed s join before b on b.store_id = s.store_id and b.id = s.id
    where s.state = 1 and b.state = 1 and b.signed_up_at = s.signed_up_at
      and (b.quantity <> s.quantity or b.target is distinct from s.target)
      and w.store_id = s.store_id and w.subscription_id = s.id;
    return null;
  end $$;

create trigger join_line after insert on subscriptions
  referencing new table as joined for each statement execute function join_line();
create trigger follow_line after update on subscriptions
  referencing old table as before new table as changed for each statement execute function follow_line();

-- Who was in line at a moment is known afterwards: those in `waiting`, those whose delivery has this place, and those whose
-- ledger entry says since when they waited.
alter table ledger add waited_since timestamptz, add quantity smallint;

-- The delivery is the ledger's entry for a person of a plan. States: 0 begun, 1 sent, 2 skipped, 3 failed, 4 ambiguous.
-- The reasons are in delivery/reason.ts. A ring of slots by the month of the plan, as the outbox has by day: a
-- slot is truncated when no store keeps its month any more, and before its turn comes again after 26 months.
create function delivery_slot(plan_created_at timestamptz) returns smallint
  language sql immutable
  as $$ select ((extract(year from plan_created_at at time zone 'UTC') * 12 + extract(month from plan_created_at at time zone 'UTC')) % 26)::smallint $$;

alter table deliveries rename to deliveries_before;
alter index deliveries_pkey rename to deliveries_before_pkey;
create table deliveries (
  at timestamptz not null default clock_timestamp(),
  place bigint not null,
  plan_id bigint not null,
  subscription_id bigint not null,
  store_id integer not null,
  slot smallint not null,
  state smallint not null check (state between 0 and 4),
  reason smallint not null,
  quantity smallint not null,
  detail text not null default '' check (length(detail) <= 80),
  primary key (store_id, slot, plan_id, subscription_id)
) partition by list (slot);
do $$ begin
  for slot in 0..25 loop
    execute format('create table deliveries_%s partition of deliveries for values in (%s)', slot, slot);
    execute format('alter table deliveries_%s enable row level security', slot);
    execute format('alter table deliveries_%s force row level security', slot);
    execute format('create policy own_store on deliveries_%s to keepsake_store using (store_id = current_store()) with check (store_id = current_store())', slot);
    execute format('grant truncate on deliveries_%s to keepsake_worker', slot);
  end loop;
end $$;
alter table deliveries enable row level security;
alter table deliveries force row level security;
create policy own_store on deliveries to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on deliveries to keepsake_store;

-- `cause`: 0 an event, 1 the merchant. A merchant's alerts are counted on their own, so they take no number of a restock.
-- `joined_until`: the last place in line when its first wave began. `next_position`, `next_id`: how far it has read the line,
-- in its order. `lap`: a draw begins in the middle of the
-- ranks and continues at the first one. State 4: a newer plan of the same line took its people over.
alter table plans
  add slot smallint not null default delivery_slot(now()),
  add cause smallint not null default 0,
  add joined_until bigint,
  add next_position bigint,
  add next_id bigint,
  add lap smallint not null default 0,
  add is_line_read boolean not null default false,
  add failures smallint not null default 0,
  alter waves type integer,
  drop constraint plans_state_check,
  add constraint plans_state_check check (state between 0 and 4);
drop index plans_once;
create unique index plans_once on plans (store_id, variant_id, topic, cause, number);
alter table waves alter wave type integer;

-- A chunk is a range of the line, or a list of people: those who are tried again, and those who confirmed late.
-- States: 0 ready, in the order of turns; 1 leased until `due_at`; 2 postponed until `due_at`; 3 held with its plan.
-- `lease` counts the leases: a worker whose lease ended changes nothing. `units`: what its people want, as far as they are
-- not notified yet. `joined_until`: a worker skips people of `subscription_ids` who left the line and joined it again
-- after this place.
alter table chunks rename to chunks_before;
alter index chunks_pkey rename to chunks_before_pkey;
alter index chunks_in_turn rename to chunks_before_in_turn;
create table chunks (
  id bigint generated always as identity,
  plan_id bigint not null,
  turn bigint not null,
  due_at timestamptz not null default now(),
  next_position bigint,
  next_id bigint,
  last_position bigint,
  last_id bigint,
  joined_until bigint not null default 9223372036854775807,
  store_id integer not null,
  wave integer not null,
  units integer not null,
  lease integer not null default 0,
  state smallint not null default 0 check (state between 0 and 3),
  tries smallint not null default 0,
  subscription_ids bigint[],
  primary key (store_id, id),
  check ((subscription_ids is null) = (last_id is not null))
) with (fillfactor = 80);
create index chunks_of_plan on chunks (store_id, plan_id);
create index chunks_in_turn on chunks (turn, id) where state = 0;
create index chunks_due on chunks (due_at) where state in (1, 2);
alter table chunks enable row level security;
alter table chunks force row level security;
create policy own_store on chunks to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy lease on chunks to keepsake_worker using (true) with check (true);
grant select, insert, update, delete on chunks to keepsake_store;
grant select, update (state, turn, due_at, lease, tries) on chunks to keepsake_worker;

-- Offers carry their store in the key, as every table that can move to another database. The place is that of the shopper
-- who was selected: one who leaves and comes back has another, and the offer is not theirs. Offers of before have none.
alter table offers drop constraint offers_pkey, add primary key (store_id, plan_id, subscription_id), add column place bigint;

-- Fills the new tables in small transactions, while the service runs. The triggers keep the line in step from now on, and a
-- locked subscription cannot change between reading it and its joining the line. Row-level security binds the owner of the
-- tables too, so the rows of each store are carried over in the role of a store.
create procedure carry_over_alerts()
  language plpgsql
  as $$
  declare
    stores integer[];
    store integer;
    of_plan record;
    at_id bigint;
    to_id bigint;
  begin
    perform set_config('role', 'keepsake_operator', false);
    stores := array(select id from public.stores);
    perform set_config('role', 'keepsake_store', false);
    foreach store in array stores loop
      perform set_config('app.store_id', store::text, false);
      at_id := 0;
      loop
        select max(id) into to_id from (
          select id from subscriptions where store_id = store and id > at_id order by id limit 5000
        ) as page;
        exit when to_id is null;
        insert into waiting (variant_id, subscription_id, place, store_id, rank, quantity, topic, currency, price_max)
        select s.variant_id, s.id, line_place(s.signed_up_at), s.store_id, line_rank(s.id), s.quantity, s.topic,
          seen.currency, least(s.target, seen.price - 0.0001)
        from (
          select * from subscriptions where store_id = store and id > at_id and id <= to_id and state = 1 order by id for share
        ) as s
        left join lateral price_seen(s.store_id, s.variant_id, s.contact_id, s.signed_up_at) as seen on s.topic = 'pricedrop'
        on conflict do nothing;
        commit;
        at_id := to_id;
      end loop;

      update plans set slot = delivery_slot(created_at) where store_id = store and slot <> delivery_slot(created_at);
      with carried as (delete from chunks_before where store_id = store returning *)
      insert into chunks (plan_id, turn, due_at, store_id, wave, units, state, tries, subscription_ids)
      select plan_id, turn, greatest(leased_until, now()), store_id, wave, cardinality(subscription_ids), 2, tries, subscription_ids
      from carried;
      commit;
      for of_plan in select id, slot from plans where store_id = store and created_at > now() - interval '24 months' loop
        to_id := 0;
        loop
          with page as (
            select * from deliveries_before
            where store_id = store and plan_id = of_plan.id and subscription_id > to_id order by subscription_id limit 5000
          ), carried as (
            insert into deliveries (at, place, plan_id, subscription_id, store_id, slot, state, reason, quantity)
            select d.at, coalesce(line_place(s.signed_up_at), 0), d.plan_id, d.subscription_id, d.store_id, of_plan.slot, d.state, 0, coalesce(s.quantity, 1)
            from page d left join subscriptions s on s.store_id = d.store_id and s.id = d.subscription_id
            on conflict do nothing
          ) select max(subscription_id) into to_id from page;
          exit when to_id is null;
          commit;
        end loop;
      end loop;
    end loop;
    perform set_config('app.store_id', '', false), set_config('role', 'none', false);
  end $$;
