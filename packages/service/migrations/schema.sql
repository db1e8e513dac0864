CREATE SCHEMA dashboard;

CREATE FUNCTION public.add_unknown_variants(of_store integer, ids text[], most integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare room integer; added integer;
begin
  insert into variant_counts (store_id) values (of_store) on conflict do nothing;
  select most - unknown into room from variant_counts where store_id = of_store for update;
  update variants set unused_since = null
  where store_id = of_store and platform_id = any(ids) and unused_since is not null;
  insert into variants (id, store_id, platform_id)
  select new_id(of_store), of_store, missing.platform_id from (
    select sent.platform_id from unnest(ids) as sent (platform_id)
    where not exists (select from variants v where v.store_id = of_store and v.platform_id = sent.platform_id)
    order by sent.platform_id limit greatest(room, 0)
  ) as missing
  on conflict (store_id, platform_id) do nothing;
  get diagnostics added = row_count;
  update variant_counts set unknown = unknown + added where store_id = of_store and added > 0;
end $$;

CREATE FUNCTION public.announce_changed_quantities() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into outbox (store_id, subject, payload)
    select store_id, 'line.changed', jsonb_build_object('variantIds', jsonb_agg(variant_id::text), 'topics', jsonb_agg(topic),
      'people', jsonb_agg(0), 'units', jsonb_agg(units))
    from (
      select store_id, variant_id, topic, sum(units) as units, (row_number() over ()) / 1000 as page
      from (
        select store_id, variant_id, topic, quantity as units from changed
        union all
        select store_id, variant_id, topic, -quantity from before
      ) as both_times group by store_id, variant_id, topic having sum(units) <> 0
    ) as line group by store_id, page;
    return null;
  end $$;

CREATE FUNCTION public.announce_joined() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into outbox (store_id, subject, payload)
    select store_id, 'line.changed', jsonb_build_object('variantIds', jsonb_agg(variant_id::text), 'topics', jsonb_agg(topic),
      'people', jsonb_agg(people), 'units', jsonb_agg(units))
    from (
      select store_id, variant_id, topic, count(*) as people, sum(quantity) as units, (row_number() over ()) / 1000 as page
      from joined group by store_id, variant_id, topic
    ) as line group by store_id, page;
    return null;
  end $$;

CREATE FUNCTION public.announce_left() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into outbox (store_id, subject, payload)
    select store_id, 'line.changed', jsonb_build_object('variantIds', jsonb_agg(variant_id::text), 'topics', jsonb_agg(topic),
      'people', jsonb_agg(people), 'units', jsonb_agg(units))
    from (
      select store_id, variant_id, topic, -count(*) as people, -sum(quantity) as units, (row_number() over ()) / 1000 as page
      from gone group by store_id, variant_id, topic
    ) as line group by store_id, page;
    return null;
  end $$;

CREATE FUNCTION public.current_organisation() RETURNS integer
    LANGUAGE sql STABLE
    AS $$ select organisation_id from stores where id = current_store() $$;

CREATE FUNCTION public.current_store() RETURNS integer
    LANGUAGE sql STABLE
    AS $$ select nullif(current_setting('app.store_id', true), '')::integer $$;

CREATE FUNCTION public.delivery_slot(plan_created_at timestamp with time zone) RETURNS smallint
    LANGUAGE sql IMMUTABLE
    AS $$ select ((extract(year from plan_created_at at time zone 'UTC') * 12 + extract(month from plan_created_at at time zone 'UTC')) % 26)::smallint $$;

CREATE FUNCTION public.empty_old_mails(at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.empty_old_webhook_deliveries(at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.empty_outbox_slot(slot_number integer) RETURNS void
    LANGUAGE plpgsql
    AS $_$ begin
    insert into outbox_last_numbers as l (store_id, last_number)
    select store_id, max(first_number + events - 1) from outbox_numbers where slot = slot_number group by store_id
    on conflict (store_id) do update set last_number = greatest(l.last_number, excluded.last_number);
    execute format('truncate outbox_%1$s, outbox_batches_%1$s, outbox_numbers_%1$s', slot_number);
  end $_$;

CREATE FUNCTION public.erasing_store() RETURNS integer
    LANGUAGE sql STABLE
    AS $$ select id from stores where id = nullif(current_setting('app.erasing_store', true), '')::integer and erased_at is not null $$;

CREATE FUNCTION public.first_id_of_second() RETURNS bigint
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.follow_line() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$ begin
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

CREATE FUNCTION public.id_floor() RETURNS bigint
    LANGUAGE sql STABLE
    AS $$ select (date_part('epoch', statement_timestamp())::bigint - 1577836800) << 19 $$;

CREATE FUNCTION public.id_sequence_in_turn() RETURNS regclass
    LANGUAGE sql
    AS $$
    select case pg_sequence_last_value('id_turn') when 0 then 'id_numbers_0'::regclass else 'id_numbers_1'::regclass end
  $$;

CREATE FUNCTION public.join_line() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$ begin
    insert into waiting (variant_id, subscription_id, place, store_id, rank, quantity, topic, currency, price_max)
    select s.variant_id, s.id, line_place(s.signed_up_at), s.store_id, line_rank(s.id), s.quantity, s.topic,
      seen.currency, least(s.target, seen.price - 0.0001)
    from joined s
    left join lateral (
      select * from price_seen(s.store_id, s.variant_id, s.contact_id, s.signed_up_at) where s.topic = 'pricedrop' offset 0
    ) as seen on true
    where s.state = 1;
    return null;
  end $$;

CREATE FUNCTION public.keep_outbox_partitions(me uuid, lasts interval, OUT partitions smallint[], OUT terms integer[], OUT share integer) RETURNS record
    LANGUAGE plpgsql
    AS $$ begin
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

CREATE FUNCTION public.line_place(signed_up_at timestamp with time zone) RETURNS bigint
    LANGUAGE sql STABLE
    AS $$ select (extract(epoch from signed_up_at) * 1000000)::bigint $$;

CREATE FUNCTION public.line_rank(subscription_id bigint) RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$ select ('x' || substr(md5(subscription_id::text), 1, 8))::bit(32)::integer $$;

CREATE FUNCTION public.mails_slot(at timestamp with time zone) RETURNS smallint
    LANGUAGE sql IMMUTABLE
    AS $$ select (((at at time zone 'UTC')::date - date '1970-01-01') / 3 % 4)::smallint $$;

CREATE FUNCTION public.new_id(store_id integer) RETURNS bigint
    LANGUAGE sql
    AS $$
    select ((store_id >> 19)::bigint << 51)
      | coalesce(nullif(greatest(nextval(id_sequence_in_turn()), id_floor()), id_floor()), first_id_of_second())
  $$;

CREATE FUNCTION public.outbox_last_number(store integer) RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
    select coalesce(
      (select first_number + events - 1 from outbox_numbers where store_id = store order by batch desc limit 1),
      (select last_number from outbox_last_numbers where store_id = store),
      0)
  $$;

CREATE FUNCTION public.outbox_slot(at timestamp with time zone) RETURNS smallint
    LANGUAGE sql IMMUTABLE
    AS $$ select (((at at time zone 'UTC')::date - date '1970-01-01') % 8)::smallint $$;

CREATE FUNCTION public.packed_item(quantity smallint, flags smallint, updated_after integer) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$ select quantity::bigint | (flags::bigint << 16) | (updated_after::bigint << 32) $$;

CREATE FUNCTION public.preview_of(of_list bigint, keep integer) RETURNS bigint[]
    LANGUAGE sql STABLE
    AS $$
    select coalesce(array_agg(value order by added_at desc, variant_id desc, part), '{}')
    from (select * from items where list_id = of_list order by added_at desc, variant_id desc limit keep) as newest
    cross join lateral (values
      (1, variant_id), (2, (extract(epoch from added_at) * 1000)::bigint), (3, packed_item(quantity, flags, updated_after))
    ) as triple (part, value)
  $$;

CREATE FUNCTION public.preview_set(preview bigint[], changed bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql IMMUTABLE
    AS $$
    begin
      for at in 1 .. coalesce(array_length(changed, 1), 0) by 3 loop
        for place in 1 .. coalesce(array_length(preview, 1), 0) by 3 loop
          if preview[place] = changed[at] then preview[place + 2] := changed[at + 2]; end if;
        end loop;
      end loop;
      return preview;
    end
  $$;

CREATE FUNCTION public.price_seen(of_store integer, of_variant bigint, of_contact bigint, at timestamp with time zone, OUT currency text, OUT price numeric) RETURNS record
    LANGUAGE plpgsql STABLE
    AS $$ begin
    select coalesce(
      (select c.currency from contacts c where c.store_id = of_store and c.id = of_contact),
      (select p.currency from prices p where p.store_id = of_store and p.variant_id = of_variant order by p.seen_at desc limit 1)
    ) into currency;
    select p.price into price from prices p
    where p.store_id = of_store and p.variant_id = of_variant and p.currency = price_seen.currency and p.seen_at <= at
    order by p.seen_at desc limit 1;
  end $$;

CREATE FUNCTION public.refuse_to_lose_a_store() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    raise exception 'A store is not deleted and keeps its id: rows of other tables belong to it'
      using errcode = 'foreign_key_violation';
  end $$;

CREATE FUNCTION public.take_sends(of_store integer, by_medium integer, wanted integer, messages_max integer, spent_max bigint, price bigint, OUT granted integer, OUT counted_for date) RETURNS record
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.tick_outbox(apart interval, events_max integer, OUT newest bigint, OUT made boolean) RETURNS record
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.webhook_slot(at timestamp with time zone) RETURNS smallint
    LANGUAGE sql IMMUTABLE
    AS $$ select (((at at time zone 'UTC')::date - date '1970-01-01') / 2 % 4)::smallint $$;

CREATE TABLE dashboard.account (
    id text NOT NULL,
    "accountId" text NOT NULL,
    "providerId" text NOT NULL,
    "userId" text NOT NULL,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamp with time zone,
    "refreshTokenExpiresAt" timestamp with time zone,
    scope text,
    password text,
    "createdAt" timestamp with time zone DEFAULT now() NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL
);

CREATE TABLE dashboard.passkey (
    id text NOT NULL,
    name text,
    "publicKey" text NOT NULL,
    "userId" text NOT NULL,
    "credentialID" text NOT NULL,
    counter integer NOT NULL,
    "deviceType" text NOT NULL,
    "backedUp" boolean NOT NULL,
    transports text,
    "createdAt" timestamp with time zone,
    aaguid text
);

CREATE TABLE dashboard.session (
    id text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    token text NOT NULL,
    "createdAt" timestamp with time zone DEFAULT now() NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL,
    "ipAddress" text,
    "userAgent" text,
    "userId" text NOT NULL,
    "secondFactorAt" timestamp with time zone,
    "storeId" integer,
    "storeUntil" timestamp with time zone
);

CREATE TABLE dashboard."twoFactor" (
    id text NOT NULL,
    secret text NOT NULL,
    "backupCodes" text NOT NULL,
    "userId" text NOT NULL,
    verified boolean,
    "failedVerificationCount" integer,
    "lockedUntil" timestamp with time zone
);

CREATE TABLE dashboard."user" (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    "emailVerified" boolean NOT NULL,
    image text,
    "createdAt" timestamp with time zone DEFAULT now() NOT NULL,
    "updatedAt" timestamp with time zone DEFAULT now() NOT NULL,
    "twoFactorEnabled" boolean
);

CREATE TABLE dashboard.verification (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    "createdAt" timestamp with time zone DEFAULT now() NOT NULL,
    "updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.api_keys (
    store_id integer NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    secret_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT api_keys_id_check CHECK ((length(id) = 8)),
    CONSTRAINT api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT api_keys_scopes_check CHECK (((cardinality(scopes) >= 1) AND (cardinality(scopes) <= 30))),
    CONSTRAINT api_keys_secret_hash_check CHECK ((length(secret_hash) = 32))
);

ALTER TABLE ONLY public.api_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    store_id integer,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    actor_name text NOT NULL,
    action text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT audit_log_action_check CHECK (((length(action) >= 1) AND (length(action) <= 100))),
    CONSTRAINT audit_log_actor_id_check CHECK (((length(actor_id) >= 1) AND (length(actor_id) <= 300))),
    CONSTRAINT audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['key'::text, 'member'::text, 'operator'::text]))),
    CONSTRAINT audit_log_actor_name_check CHECK ((length(actor_name) <= 300)),
    CONSTRAINT audit_log_details_check CHECK ((length((details)::text) <= 20000))
);

ALTER TABLE ONLY public.audit_log REPLICA IDENTITY FULL;

ALTER TABLE ONLY public.audit_log FORCE ROW LEVEL SECURITY;

ALTER TABLE public.audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.brakes (
    since timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    reason text NOT NULL,
    CONSTRAINT brakes_reason_check CHECK ((length(reason) <= 80))
);

ALTER TABLE ONLY public.brakes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.chunks (
    id bigint NOT NULL,
    plan_id bigint NOT NULL,
    turn bigint NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    next_position bigint,
    next_id bigint,
    last_position bigint,
    last_id bigint,
    joined_until bigint DEFAULT '9223372036854775807'::bigint NOT NULL,
    store_id integer NOT NULL,
    wave integer NOT NULL,
    units integer NOT NULL,
    lease integer DEFAULT 0 NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    subscription_ids bigint[],
    CONSTRAINT chunks_check CHECK (((subscription_ids IS NULL) = (last_id IS NOT NULL))),
    CONSTRAINT chunks_state_check CHECK (((state >= 0) AND (state <= 3)))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0.1', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.chunks FORCE ROW LEVEL SECURITY;

ALTER TABLE public.chunks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.chunks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.clicks (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    subscription_id bigint NOT NULL,
    plan_id bigint NOT NULL,
    store_id integer NOT NULL
)
WITH (autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.clicks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.confirmation_counts (
    store_id integer NOT NULL,
    medium smallint NOT NULL,
    day date NOT NULL,
    count integer NOT NULL,
    CONSTRAINT confirmation_counts_medium_check CHECK ((medium = ANY (ARRAY[1, 2])))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0.1', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.confirmation_counts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.confirmations (
    address_hash uuid NOT NULL,
    sent timestamp with time zone[] NOT NULL,
    store_id integer,
    CONSTRAINT confirmations_sent_check CHECK (((cardinality(sent) >= 1) AND (cardinality(sent) <= 10)))
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.confirmations REPLICA IDENTITY FULL;

ALTER TABLE ONLY public.confirmations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.connectors (
    first_at timestamp with time zone DEFAULT now() NOT NULL,
    last_at timestamp with time zone DEFAULT now() NOT NULL,
    event_at timestamp with time zone,
    reconcile_started_at timestamp with time zone,
    reconcile_finished_at timestamp with time zone,
    problem_since timestamp with time zone,
    store_id integer NOT NULL,
    lag_ms integer,
    checked integer,
    corrected integer,
    rough_reconciles smallint DEFAULT 0 NOT NULL,
    reserves boolean,
    name text NOT NULL,
    version text,
    shop text,
    problem text,
    CONSTRAINT connectors_checked_check CHECK ((checked >= 0)),
    CONSTRAINT connectors_corrected_check CHECK ((corrected >= 0)),
    CONSTRAINT connectors_lag_ms_check CHECK ((lag_ms >= 0)),
    CONSTRAINT connectors_name_check CHECK ((name ~ '^[a-z0-9-]{1,40}$'::text)),
    CONSTRAINT connectors_problem_check CHECK ((length(problem) <= 500)),
    CONSTRAINT connectors_shop_check CHECK ((length(shop) <= 300)),
    CONSTRAINT connectors_version_check CHECK ((length(version) <= 40))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.connectors FORCE ROW LEVEL SECURITY;

CREATE TABLE public.consents (
    given_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    subscription_id bigint NOT NULL,
    address_hash uuid NOT NULL,
    store_id integer NOT NULL,
    source text NOT NULL,
    wording text NOT NULL,
    language character varying(35),
    text_version uuid,
    ip_hash uuid,
    on_mailing_list boolean,
    CONSTRAINT consents_source_check CHECK ((length(source) <= 40)),
    CONSTRAINT consents_wording_check CHECK ((length(wording) <= 1000))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.consents FORCE ROW LEVEL SECURITY;

CREATE TABLE public.contacts (
    id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    address_hash uuid NOT NULL,
    store_id integer NOT NULL,
    medium smallint NOT NULL,
    on_mailing_list boolean,
    value text NOT NULL,
    locale text,
    currency text,
    time_zone text,
    CONSTRAINT contacts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT contacts_locale_check CHECK ((length(locale) <= 35)),
    CONSTRAINT contacts_medium_check CHECK ((medium = ANY (ARRAY[1, 2]))),
    CONSTRAINT contacts_time_zone_check CHECK ((length(time_zone) <= 64)),
    CONSTRAINT contacts_value_check CHECK (((length(value) >= 3) AND (length(value) <= 254)))
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.contacts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
PARTITION BY LIST (slot);

ALTER TABLE ONLY public.deliveries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_0 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_0 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_1 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_1 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_10 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_10 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_11 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_11 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_12 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_12 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_13 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_13 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_14 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_14 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_15 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_15 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_16 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_16 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_17 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_17 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_18 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_18 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_19 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_19 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_2 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_2 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_20 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_20 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_21 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_21 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_22 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_22 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_23 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_23 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_24 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_24 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_25 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_25 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_3 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_3 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_4 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_4 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_5 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_5 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_6 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_6 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_7 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_7 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_8 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_8 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_9 (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    place bigint NOT NULL,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    store_id integer NOT NULL,
    slot smallint NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    quantity smallint NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_detail_check CHECK ((length(detail) <= 80)),
    CONSTRAINT deliveries_state_check1 CHECK (((state >= 0) AND (state <= 4)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.deliveries_9 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.delivery_batches (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    plan_id bigint NOT NULL,
    store_id integer NOT NULL,
    sent integer NOT NULL,
    skipped integer NOT NULL,
    failed integer NOT NULL,
    ambiguous integer NOT NULL
);

ALTER TABLE ONLY public.delivery_batches FORCE ROW LEVEL SECURITY;

ALTER TABLE public.delivery_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.delivery_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.demand (
    variant_id bigint NOT NULL,
    store_id integer NOT NULL,
    people integer NOT NULL,
    units integer NOT NULL,
    price numeric(14,4),
    value numeric GENERATED ALWAYS AS (((units)::numeric * price)) STORED,
    topic text NOT NULL,
    currency text DEFAULT ''::text NOT NULL
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.demand FORCE ROW LEVEL SECURITY;

CREATE TABLE public.dkim_keys (
    store_id integer NOT NULL,
    domain text NOT NULL,
    selector text NOT NULL,
    public_key text NOT NULL,
    sealed_key bytea NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    seen_at timestamp with time zone,
    CONSTRAINT dkim_keys_domain_check CHECK (((length(domain) >= 3) AND (length(domain) <= 253))),
    CONSTRAINT dkim_keys_public_key_check CHECK ((length(public_key) <= 2000)),
    CONSTRAINT dkim_keys_sealed_key_check CHECK ((length(sealed_key) <= 10000)),
    CONSTRAINT dkim_keys_selector_check CHECK (((length(selector) >= 1) AND (length(selector) <= 63)))
);

ALTER TABLE ONLY public.dkim_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.erasures (
    id bigint NOT NULL,
    requested_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone NOT NULL,
    logged_at timestamp with time zone,
    erased_at timestamp with time zone,
    store_id integer NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    sealed_person bytea,
    counts jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT erasures_check CHECK (((state = 2) = (sealed_person IS NULL))),
    CONSTRAINT erasures_counts_check CHECK ((length((counts)::text) <= 2000)),
    CONSTRAINT erasures_sealed_person_check CHECK ((length(sealed_person) <= 5000000)),
    CONSTRAINT erasures_state_check CHECK (((state >= 0) AND (state <= 2)))
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.erasures FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.id_numbers_0
    START WITH 0
    INCREMENT BY 2
    MINVALUE 0
    NO MAXVALUE
    CACHE 64;

CREATE SEQUENCE public.id_numbers_1
    START WITH 1
    INCREMENT BY 2
    NO MINVALUE
    NO MAXVALUE
    CACHE 64;

CREATE SEQUENCE public.id_turn
    START WITH 0
    INCREMENT BY 1
    MINVALUE 0
    MAXVALUE 1
    CACHE 1;

CREATE TABLE public.idempotency_keys (
    store_id integer NOT NULL,
    key_hash bytea NOT NULL,
    fingerprint bytea NOT NULL,
    sealed_body bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    about uuid,
    CONSTRAINT idempotency_keys_fingerprint_check CHECK ((length(fingerprint) = 32)),
    CONSTRAINT idempotency_keys_key_hash_check CHECK ((length(key_hash) = 32))
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.idempotency_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.imports (
    store_id integer NOT NULL,
    input_hash bytea NOT NULL,
    kind text NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    finished_at timestamp with time zone,
    rows_read bigint DEFAULT 0 NOT NULL,
    counts jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT imports_counts_check CHECK ((length((counts)::text) <= 100000)),
    CONSTRAINT imports_input_hash_check CHECK ((length(input_hash) = 32)),
    CONSTRAINT imports_kind_check CHECK ((length(kind) <= 40))
);

ALTER TABLE ONLY public.imports FORCE ROW LEVEL SECURITY;

CREATE TABLE public.installation_keys (
    purpose text NOT NULL,
    sealed_key bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT installation_keys_purpose_check CHECK (((length(purpose) >= 1) AND (length(purpose) <= 40))),
    CONSTRAINT installation_keys_sealed_key_check CHECK ((length(sealed_key) <= 200))
);

ALTER TABLE ONLY public.installation_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.items (
    list_id bigint NOT NULL,
    variant_id bigint NOT NULL,
    added_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    store_id integer NOT NULL,
    updated_after integer DEFAULT 0 NOT NULL,
    quantity smallint DEFAULT 1 NOT NULL,
    flags smallint DEFAULT 0 NOT NULL,
    details jsonb,
    CONSTRAINT items_quantity_check CHECK ((quantity >= 1)),
    CONSTRAINT items_updated_after_check CHECK ((updated_after >= 0))
)
WITH (fillfactor='95', autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.items REPLICA IDENTITY FULL;

ALTER TABLE ONLY public.items FORCE ROW LEVEL SECURITY;

CREATE TABLE public.ledger (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    subscription_id bigint NOT NULL,
    plan_id bigint,
    store_id integer NOT NULL,
    state smallint NOT NULL,
    reason text NOT NULL,
    waited_since timestamp with time zone,
    quantity smallint,
    CONSTRAINT ledger_reason_check CHECK ((length(reason) <= 80))
);

ALTER TABLE ONLY public.ledger REPLICA IDENTITY FULL;

ALTER TABLE ONLY public.ledger FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lists (
    id bigint NOT NULL,
    shopper_id bigint NOT NULL,
    moved_to bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    count integer DEFAULT 0 NOT NULL,
    shares integer DEFAULT 0 NOT NULL,
    status smallint DEFAULT 1 NOT NULL,
    is_public boolean DEFAULT false NOT NULL,
    is_copying boolean DEFAULT false NOT NULL,
    public_id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text DEFAULT 'wl'::text NOT NULL,
    name text NOT NULL,
    preview bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    note text,
    extras jsonb,
    CONSTRAINT lists_count_check CHECK ((count >= 0)),
    CONSTRAINT lists_name_check CHECK (((length(name) >= 1) AND (length(name) <= 50))),
    CONSTRAINT lists_note_check CHECK ((length(note) <= 500)),
    CONSTRAINT lists_status_check CHECK ((status = ANY (ARRAY[0, 1]))),
    CONSTRAINT lists_type_check CHECK (((length(type) >= 1) AND (length(type) <= 40)))
)
WITH (fillfactor='75', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.lists FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mails (
    id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    store_id integer NOT NULL,
    shopper_id bigint,
    attempts smallint DEFAULT 0 NOT NULL,
    kind text NOT NULL,
    to_email text NOT NULL,
    subject text NOT NULL,
    text_body text NOT NULL,
    html_body text NOT NULL,
    problem text,
    mailbox text,
    medium text DEFAULT 'email'::text NOT NULL,
    slot smallint DEFAULT public.mails_slot(now()) NOT NULL,
    unsubscribe_url text,
    CONSTRAINT mails_kind_check CHECK ((length(kind) <= 40)),
    CONSTRAINT mails_medium_check CHECK ((medium = ANY (ARRAY['email'::text, 'sms'::text]))),
    CONSTRAINT mails_subject_check CHECK ((length(subject) <= 300)),
    CONSTRAINT mails_to_email_check CHECK ((length(to_email) <= 254)),
    CONSTRAINT mails_unsubscribe_url_check CHECK ((length(unsubscribe_url) <= 500))
)
PARTITION BY LIST (slot);

ALTER TABLE ONLY public.mails FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mails_0 (
    id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    store_id integer NOT NULL,
    shopper_id bigint,
    attempts smallint DEFAULT 0 NOT NULL,
    kind text NOT NULL,
    to_email text NOT NULL,
    subject text NOT NULL,
    text_body text NOT NULL,
    html_body text NOT NULL,
    problem text,
    mailbox text,
    medium text DEFAULT 'email'::text NOT NULL,
    slot smallint DEFAULT public.mails_slot(now()) NOT NULL,
    unsubscribe_url text,
    CONSTRAINT mails_kind_check CHECK ((length(kind) <= 40)),
    CONSTRAINT mails_medium_check CHECK ((medium = ANY (ARRAY['email'::text, 'sms'::text]))),
    CONSTRAINT mails_subject_check CHECK ((length(subject) <= 300)),
    CONSTRAINT mails_to_email_check CHECK ((length(to_email) <= 254)),
    CONSTRAINT mails_unsubscribe_url_check CHECK ((length(unsubscribe_url) <= 500))
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.mails_0 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mails_1 (
    id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    store_id integer NOT NULL,
    shopper_id bigint,
    attempts smallint DEFAULT 0 NOT NULL,
    kind text NOT NULL,
    to_email text NOT NULL,
    subject text NOT NULL,
    text_body text NOT NULL,
    html_body text NOT NULL,
    problem text,
    mailbox text,
    medium text DEFAULT 'email'::text NOT NULL,
    slot smallint DEFAULT public.mails_slot(now()) NOT NULL,
    unsubscribe_url text,
    CONSTRAINT mails_kind_check CHECK ((length(kind) <= 40)),
    CONSTRAINT mails_medium_check CHECK ((medium = ANY (ARRAY['email'::text, 'sms'::text]))),
    CONSTRAINT mails_subject_check CHECK ((length(subject) <= 300)),
    CONSTRAINT mails_to_email_check CHECK ((length(to_email) <= 254)),
    CONSTRAINT mails_unsubscribe_url_check CHECK ((length(unsubscribe_url) <= 500))
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.mails_1 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mails_2 (
    id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    store_id integer NOT NULL,
    shopper_id bigint,
    attempts smallint DEFAULT 0 NOT NULL,
    kind text NOT NULL,
    to_email text NOT NULL,
    subject text NOT NULL,
    text_body text NOT NULL,
    html_body text NOT NULL,
    problem text,
    mailbox text,
    medium text DEFAULT 'email'::text NOT NULL,
    slot smallint DEFAULT public.mails_slot(now()) NOT NULL,
    unsubscribe_url text,
    CONSTRAINT mails_kind_check CHECK ((length(kind) <= 40)),
    CONSTRAINT mails_medium_check CHECK ((medium = ANY (ARRAY['email'::text, 'sms'::text]))),
    CONSTRAINT mails_subject_check CHECK ((length(subject) <= 300)),
    CONSTRAINT mails_to_email_check CHECK ((length(to_email) <= 254)),
    CONSTRAINT mails_unsubscribe_url_check CHECK ((length(unsubscribe_url) <= 500))
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.mails_2 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mails_3 (
    id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    store_id integer NOT NULL,
    shopper_id bigint,
    attempts smallint DEFAULT 0 NOT NULL,
    kind text NOT NULL,
    to_email text NOT NULL,
    subject text NOT NULL,
    text_body text NOT NULL,
    html_body text NOT NULL,
    problem text,
    mailbox text,
    medium text DEFAULT 'email'::text NOT NULL,
    slot smallint DEFAULT public.mails_slot(now()) NOT NULL,
    unsubscribe_url text,
    CONSTRAINT mails_kind_check CHECK ((length(kind) <= 40)),
    CONSTRAINT mails_medium_check CHECK ((medium = ANY (ARRAY['email'::text, 'sms'::text]))),
    CONSTRAINT mails_subject_check CHECK ((length(subject) <= 300)),
    CONSTRAINT mails_to_email_check CHECK ((length(to_email) <= 254)),
    CONSTRAINT mails_unsubscribe_url_check CHECK ((length(unsubscribe_url) <= 500))
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.mails_3 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.marketing_connections (
    id bigint NOT NULL,
    store_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    tool text NOT NULL,
    label text NOT NULL,
    sealed_access bytea NOT NULL,
    subjects text[] NOT NULL,
    passes_consent boolean NOT NULL,
    list_id text,
    paused_at timestamp with time zone,
    paused_because text,
    CONSTRAINT marketing_connections_check CHECK (((paused_at IS NULL) = (paused_because IS NULL))),
    CONSTRAINT marketing_connections_label_check CHECK (((length(label) >= 1) AND (length(label) <= 300))),
    CONSTRAINT marketing_connections_list_id_check CHECK (((length(list_id) >= 1) AND (length(list_id) <= 100))),
    CONSTRAINT marketing_connections_paused_because_check CHECK (((length(paused_because) >= 1) AND (length(paused_because) <= 300))),
    CONSTRAINT marketing_connections_sealed_access_check CHECK ((length(sealed_access) <= 5000)),
    CONSTRAINT marketing_connections_subjects_check CHECK ((cardinality(subjects) <= 50)),
    CONSTRAINT marketing_connections_tool_check CHECK ((tool = ANY (ARRAY['klaviyo'::text, 'http'::text])))
);

ALTER TABLE ONLY public.marketing_connections FORCE ROW LEVEL SECURITY;

CREATE TABLE public.marketing_erasures (
    id bigint NOT NULL,
    connection_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone NOT NULL,
    store_id integer NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    told smallint DEFAULT 0 NOT NULL,
    sealed_person bytea NOT NULL,
    CONSTRAINT marketing_erasures_sealed_person_check CHECK ((length(sealed_person) <= 1000000))
);

ALTER TABLE ONLY public.marketing_erasures FORCE ROW LEVEL SECURITY;

CREATE TABLE public.marketing_messages (
    id bigint NOT NULL,
    connection_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    number bigint NOT NULL,
    shopper_id bigint,
    contact_id bigint,
    subscription_id bigint,
    variant_id bigint,
    store_id integer NOT NULL,
    place smallint NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    is_uncertain boolean DEFAULT false NOT NULL,
    subject text NOT NULL,
    facts jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT marketing_messages_facts_check CHECK ((length((facts)::text) <= 1000)),
    CONSTRAINT marketing_messages_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.marketing_messages FORCE ROW LEVEL SECURITY;

CREATE TABLE public.marketing_turns (
    connection_id bigint NOT NULL,
    store_id integer NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT 'infinity'::timestamp with time zone NOT NULL,
    lease integer DEFAULT 0 NOT NULL,
    arrivals bigint DEFAULT 0 NOT NULL,
    queued bigint DEFAULT 0 NOT NULL,
    sent bigint DEFAULT 0 NOT NULL,
    skipped bigint DEFAULT 0 NOT NULL,
    refused bigint DEFAULT 0 NOT NULL,
    dropped bigint DEFAULT 0 NOT NULL,
    paused_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    is_troubled boolean DEFAULT false NOT NULL,
    failed_turns integer DEFAULT 0 NOT NULL,
    failing_since timestamp with time zone,
    succeeded_at timestamp with time zone,
    failed_at timestamp with time zone,
    problem text,
    refused_at timestamp with time zone,
    refusal text,
    spent jsonb DEFAULT '{}'::jsonb NOT NULL,
    spent_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    erasures_lost bigint DEFAULT 0 NOT NULL,
    CONSTRAINT marketing_turns_problem_check CHECK ((length(problem) <= 300)),
    CONSTRAINT marketing_turns_refusal_check CHECK ((length(refusal) <= 300)),
    CONSTRAINT marketing_turns_spent_check CHECK ((length((spent)::text) <= 20000)),
    CONSTRAINT marketing_turns_state_check CHECK (((state >= 0) AND (state <= 2)))
)
WITH (fillfactor='60', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0.1', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.marketing_turns FORCE ROW LEVEL SECURITY;

CREATE TABLE public.memberships (
    organisation_id integer NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    invited_by text NOT NULL,
    invited_at timestamp with time zone DEFAULT now() NOT NULL,
    joined_at timestamp with time zone,
    CONSTRAINT memberships_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
    CONSTRAINT memberships_invited_by_check CHECK ((length(invited_by) <= 300)),
    CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'support'::text, 'viewer'::text])))
);

ALTER TABLE ONLY public.memberships FORCE ROW LEVEL SECURITY;

CREATE TABLE public.merges (
    id bigint NOT NULL,
    guest_id bigint NOT NULL,
    account_id bigint NOT NULL,
    merged_at timestamp with time zone DEFAULT now() NOT NULL,
    undone_at timestamp with time zone,
    store_id integer NOT NULL,
    moved jsonb DEFAULT '{}'::jsonb NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.merges FORCE ROW LEVEL SECURITY;

CREATE TABLE public.offer_holds (
    id bigint NOT NULL,
    accepted_at timestamp with time zone DEFAULT now() NOT NULL,
    until timestamp with time zone NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    plan_id bigint NOT NULL,
    subscription_id bigint,
    variant_id bigint NOT NULL,
    store_id integer NOT NULL,
    units smallint NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    token uuid DEFAULT gen_random_uuid() NOT NULL,
    reference text,
    url text,
    CONSTRAINT offer_holds_reference_check CHECK ((length(reference) <= 200)),
    CONSTRAINT offer_holds_state_check CHECK (((state >= 0) AND (state <= 5))),
    CONSTRAINT offer_holds_units_check CHECK (((units >= 1) AND (units <= 999))),
    CONSTRAINT offer_holds_url_check CHECK ((length(url) <= 2048))
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.offer_holds FORCE ROW LEVEL SECURITY;

CREATE TABLE public.offers (
    until timestamp with time zone,
    plan_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    variant_id bigint NOT NULL,
    store_id integer NOT NULL,
    units smallint NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    place bigint,
    CONSTRAINT offers_check CHECK (((state = 0) OR (until IS NOT NULL))),
    CONSTRAINT offers_state_check CHECK (((state >= 0) AND (state <= 5))),
    CONSTRAINT offers_units_check CHECK (((units >= 1) AND (units <= 999)))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.offers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.operators (
    email text NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT operators_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254))))
);

CREATE TABLE public.order_lines (
    variant_id bigint NOT NULL,
    touched_at timestamp with time zone,
    plan_id bigint,
    subscription_id bigint,
    store_id integer NOT NULL,
    quantity integer NOT NULL,
    touch smallint NOT NULL,
    amount numeric(24,4) NOT NULL,
    topic text NOT NULL,
    order_id text NOT NULL,
    CONSTRAINT order_lines_amount_check CHECK ((amount >= (0)::numeric)),
    CONSTRAINT order_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000))),
    CONSTRAINT order_lines_touch_check CHECK (((touch >= 0) AND (touch <= 3)))
)
WITH (fillfactor='90', autovacuum_vacuum_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.order_lines FORCE ROW LEVEL SECURITY;

CREATE TABLE public.orders (
    occurred_at timestamp with time zone NOT NULL,
    reported_at timestamp with time zone DEFAULT now() NOT NULL,
    shopper_id bigint,
    store_id integer NOT NULL,
    is_cancelled boolean DEFAULT false NOT NULL,
    address_hash uuid,
    id text NOT NULL,
    currency text NOT NULL,
    CONSTRAINT orders_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT orders_id_check CHECK (((length(id) >= 1) AND (length(id) <= 100)))
)
WITH (fillfactor='90', autovacuum_vacuum_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.orders FORCE ROW LEVEL SECURITY;

CREATE TABLE public.organisations (
    id integer NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT organisations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);

ALTER TABLE ONLY public.organisations FORCE ROW LEVEL SECURITY;

ALTER TABLE public.organisations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.organisations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.outbox (
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    CONSTRAINT outbox_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
PARTITION BY LIST (slot);

ALTER TABLE ONLY public.outbox FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_0 (
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    CONSTRAINT outbox_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_0 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_1 (
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    CONSTRAINT outbox_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_1 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_2 (
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    CONSTRAINT outbox_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_2 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_3 (
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    CONSTRAINT outbox_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_3 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_4 (
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    CONSTRAINT outbox_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_4 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_5 (
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    CONSTRAINT outbox_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_5 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_6 (
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    CONSTRAINT outbox_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_6 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_7 (
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    CONSTRAINT outbox_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_7 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_batches (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    snapshot pg_snapshot NOT NULL,
    ends_snapshot boolean NOT NULL,
    from_xid xid8,
    to_xid xid8,
    late xid8[] NOT NULL,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    events integer NOT NULL
)
PARTITION BY LIST (slot);

CREATE TABLE public.outbox_batches_0 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    snapshot pg_snapshot NOT NULL,
    ends_snapshot boolean NOT NULL,
    from_xid xid8,
    to_xid xid8,
    late xid8[] NOT NULL,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

CREATE TABLE public.outbox_batches_1 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    snapshot pg_snapshot NOT NULL,
    ends_snapshot boolean NOT NULL,
    from_xid xid8,
    to_xid xid8,
    late xid8[] NOT NULL,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

CREATE TABLE public.outbox_batches_2 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    snapshot pg_snapshot NOT NULL,
    ends_snapshot boolean NOT NULL,
    from_xid xid8,
    to_xid xid8,
    late xid8[] NOT NULL,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

CREATE TABLE public.outbox_batches_3 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    snapshot pg_snapshot NOT NULL,
    ends_snapshot boolean NOT NULL,
    from_xid xid8,
    to_xid xid8,
    late xid8[] NOT NULL,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

CREATE TABLE public.outbox_batches_4 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    snapshot pg_snapshot NOT NULL,
    ends_snapshot boolean NOT NULL,
    from_xid xid8,
    to_xid xid8,
    late xid8[] NOT NULL,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

CREATE TABLE public.outbox_batches_5 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    snapshot pg_snapshot NOT NULL,
    ends_snapshot boolean NOT NULL,
    from_xid xid8,
    to_xid xid8,
    late xid8[] NOT NULL,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

CREATE TABLE public.outbox_batches_6 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    snapshot pg_snapshot NOT NULL,
    ends_snapshot boolean NOT NULL,
    from_xid xid8,
    to_xid xid8,
    late xid8[] NOT NULL,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

CREATE TABLE public.outbox_batches_7 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    snapshot pg_snapshot NOT NULL,
    ends_snapshot boolean NOT NULL,
    from_xid xid8,
    to_xid xid8,
    late xid8[] NOT NULL,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE public.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.outbox_last_numbers (
    store_id integer NOT NULL,
    last_number bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0.1', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.outbox_last_numbers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_numbers (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    store_id integer NOT NULL,
    first_number bigint NOT NULL,
    events integer NOT NULL
)
PARTITION BY LIST (slot);

ALTER TABLE ONLY public.outbox_numbers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_numbers_0 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    store_id integer NOT NULL,
    first_number bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_numbers_0 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_numbers_1 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    store_id integer NOT NULL,
    first_number bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_numbers_1 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_numbers_2 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    store_id integer NOT NULL,
    first_number bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_numbers_2 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_numbers_3 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    store_id integer NOT NULL,
    first_number bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_numbers_3 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_numbers_4 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    store_id integer NOT NULL,
    first_number bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_numbers_4 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_numbers_5 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    store_id integer NOT NULL,
    first_number bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_numbers_5 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_numbers_6 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    store_id integer NOT NULL,
    first_number bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_numbers_6 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_numbers_7 (
    batch bigint NOT NULL,
    slot smallint DEFAULT public.outbox_slot(now()) NOT NULL,
    store_id integer NOT NULL,
    first_number bigint NOT NULL,
    events integer NOT NULL
)
WITH (autovacuum_vacuum_insert_threshold='-1');

ALTER TABLE ONLY public.outbox_numbers_7 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_parked (
    reader text NOT NULL,
    event_id bigint NOT NULL,
    store_id integer NOT NULL,
    number bigint NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    tries integer NOT NULL,
    retries integer DEFAULT 0 NOT NULL,
    error text NOT NULL,
    parked_at timestamp with time zone DEFAULT now() NOT NULL,
    retry_at timestamp with time zone,
    CONSTRAINT outbox_parked_error_check CHECK ((length(error) <= 1000))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0.1', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.outbox_parked REPLICA IDENTITY FULL;

ALTER TABLE ONLY public.outbox_parked FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_partitions (
    partition smallint NOT NULL,
    worker uuid,
    term integer DEFAULT 0 NOT NULL,
    CONSTRAINT outbox_partitions_partition_check CHECK (((partition >= 0) AND (partition <= 15)))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0.1', autovacuum_vacuum_cost_delay='0');

CREATE TABLE public.outbox_positions (
    reader text NOT NULL,
    partition smallint NOT NULL,
    batch bigint DEFAULT 0 NOT NULL,
    id bigint DEFAULT 0 NOT NULL,
    CONSTRAINT outbox_positions_partition_check CHECK (((partition >= 0) AND (partition <= 15))),
    CONSTRAINT outbox_positions_reader_check CHECK (((length(reader) >= 1) AND (length(reader) <= 64)))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0.1', autovacuum_vacuum_cost_delay='0');

CREATE TABLE public.outbox_workers (
    id uuid NOT NULL,
    until timestamp with time zone NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0.1', autovacuum_vacuum_cost_delay='0');

CREATE TABLE public.plan_log (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    plan_id bigint NOT NULL,
    store_id integer NOT NULL,
    wave integer,
    quantity integer,
    arrived integer,
    told integer,
    reserved integer,
    people integer,
    units integer,
    kind smallint NOT NULL,
    is_wait_over boolean,
    CONSTRAINT plan_log_kind_check CHECK (((kind >= 0) AND (kind <= 5)))
);

ALTER TABLE ONLY public.plan_log FORCE ROW LEVEL SECURITY;

ALTER TABLE public.plan_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.plan_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.plans (
    id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    next_at timestamp with time zone,
    variant_id bigint NOT NULL,
    store_id integer NOT NULL,
    number integer NOT NULL,
    told integer DEFAULT 0 NOT NULL,
    waves integer DEFAULT 0 NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    topic text NOT NULL,
    seed text NOT NULL,
    policy jsonb NOT NULL,
    reason text,
    slot smallint DEFAULT public.delivery_slot(now()) NOT NULL,
    cause smallint DEFAULT 0 NOT NULL,
    joined_until bigint,
    next_position bigint,
    next_id bigint,
    lap smallint DEFAULT 0 NOT NULL,
    is_line_read boolean DEFAULT false NOT NULL,
    failures smallint DEFAULT 0 NOT NULL,
    keep_until timestamp with time zone DEFAULT (now() + '400 days'::interval) NOT NULL,
    bought integer DEFAULT 0 NOT NULL,
    first_bought_at timestamp with time zone,
    mean_bought_at timestamp with time zone,
    CONSTRAINT plans_reason_check CHECK ((length(reason) <= 80)),
    CONSTRAINT plans_seed_check CHECK ((length(seed) <= 64)),
    CONSTRAINT plans_state_check CHECK (((state >= 0) AND (state <= 4))),
    CONSTRAINT plans_topic_check CHECK (((length(topic) >= 1) AND (length(topic) <= 64)))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0.1', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.plans FORCE ROW LEVEL SECURITY;

CREATE TABLE public.price_counts (
    store_id integer NOT NULL,
    variant_id bigint NOT NULL,
    prices integer NOT NULL
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.price_counts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.prices (
    variant_id bigint NOT NULL,
    seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    store_id integer NOT NULL,
    currency text NOT NULL,
    price numeric(14,4) NOT NULL,
    compare_at numeric(14,4),
    CONSTRAINT prices_compare_at_check CHECK ((compare_at >= (0)::numeric)),
    CONSTRAINT prices_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT prices_price_check CHECK ((price >= (0)::numeric))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_freeze_min_age='0');

ALTER TABLE ONLY public.prices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.product_saves (
    store_id integer NOT NULL,
    people bigint DEFAULT 0 NOT NULL,
    product_id text NOT NULL,
    CONSTRAINT product_saves_product_id_check CHECK ((length(product_id) <= 64))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.product_saves FORCE ROW LEVEL SECURITY;

CREATE TABLE public.report_crossings (
    at timestamp with time zone DEFAULT now() NOT NULL,
    variant_id bigint NOT NULL,
    store_id integer NOT NULL,
    email text NOT NULL
);

ALTER TABLE ONLY public.report_crossings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.report_preferences (
    daily_due_at timestamp with time zone,
    weekly_due_at timestamp with time zone,
    check_due_at timestamp with time zone,
    due_at timestamp with time zone GENERATED ALWAYS AS (LEAST(daily_due_at, weekly_due_at, check_due_at)) STORED,
    store_id integer NOT NULL,
    email text NOT NULL,
    language text NOT NULL,
    threshold integer,
    daily_until date,
    weekly_until date,
    stop_token uuid DEFAULT gen_random_uuid() NOT NULL,
    CONSTRAINT report_preferences_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
    CONSTRAINT report_preferences_language_check CHECK ((length(language) <= 8)),
    CONSTRAINT report_preferences_threshold_check CHECK (((threshold >= 1) AND (threshold <= 1000000)))
);

ALTER TABLE ONLY public.report_preferences FORCE ROW LEVEL SECURITY;

CREATE TABLE public.saves (
    store_id integer NOT NULL,
    variant_id bigint NOT NULL,
    shopper_id bigint NOT NULL,
    times integer NOT NULL,
    product_id text NOT NULL,
    CONSTRAINT saves_product_id_check CHECK ((length(product_id) <= 64))
)
WITH (fillfactor='90', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.saves FORCE ROW LEVEL SECURITY;

CREATE TABLE public.schema_migrations (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.send_counts (
    store_id integer NOT NULL,
    medium smallint NOT NULL,
    day date NOT NULL,
    messages integer NOT NULL,
    spent bigint NOT NULL,
    CONSTRAINT send_counts_medium_check CHECK ((medium = ANY (ARRAY[1, 2])))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0.1', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.send_counts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sender_checks (
    store_id integer NOT NULL,
    checked_at timestamp with time zone DEFAULT now() NOT NULL,
    records jsonb NOT NULL,
    CONSTRAINT sender_checks_records_check CHECK ((length((records)::text) <= 50000))
);

ALTER TABLE ONLY public.sender_checks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sender_health (
    store_id integer NOT NULL,
    medium smallint NOT NULL,
    last_success_at timestamp with time zone,
    last_failure_at timestamp with time zone,
    problem text,
    fix text,
    CONSTRAINT sender_health_fix_check CHECK ((length(fix) <= 500)),
    CONSTRAINT sender_health_medium_check CHECK ((medium = ANY (ARRAY[1, 2]))),
    CONSTRAINT sender_health_problem_check CHECK ((length(problem) <= 300))
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.sender_health FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sessions (
    id bigint NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    store_id integer NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.shoppers (
    id bigint NOT NULL,
    merged_into bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    session_epoch integer DEFAULT 0 NOT NULL,
    regid uuid NOT NULL,
    email text,
    merged_at timestamp with time zone,
    erased_at timestamp with time zone,
    CONSTRAINT shoppers_check CHECK (((merged_into IS NULL) OR (email IS NULL))),
    CONSTRAINT shoppers_check1 CHECK (((merged_into IS NULL) = (merged_at IS NULL))),
    CONSTRAINT shoppers_email_check CHECK ((length(email) <= 254))
)
WITH (fillfactor='95', autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.shoppers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sightings (
    first_at timestamp with time zone DEFAULT now() NOT NULL,
    last_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    kind text NOT NULL,
    origin text DEFAULT ''::text NOT NULL,
    key_name text,
    CONSTRAINT sightings_key_name_check CHECK ((length(key_name) <= 200)),
    CONSTRAINT sightings_kind_check CHECK ((kind = ANY (ARRAY['script'::text, 'origin'::text, 'save'::text, 'stock'::text, 'catalogue'::text, 'orders'::text]))),
    CONSTRAINT sightings_origin_check CHECK ((length(origin) <= 300))
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.sightings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sign_in_failures (
    email_hash bytea NOT NULL,
    failures integer NOT NULL,
    failed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sign_in_failures_email_hash_check CHECK ((length(email_hash) = 32))
);

CREATE TABLE public.sign_up_requests (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    variant_id bigint NOT NULL,
    shopper_id bigint,
    address_hash uuid NOT NULL,
    store_id integer NOT NULL,
    medium smallint NOT NULL,
    quantity smallint,
    on_mailing_list boolean,
    value text NOT NULL,
    topic text NOT NULL,
    locale text,
    currency text,
    time_zone text,
    source text NOT NULL,
    consent_text text NOT NULL,
    extras text,
    client_product jsonb,
    target numeric(14,4),
    waits_since timestamp with time zone,
    ip_hash uuid,
    CONSTRAINT sign_up_requests_consent_text_check CHECK ((length(consent_text) <= 1000)),
    CONSTRAINT sign_up_requests_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT sign_up_requests_extras_check CHECK ((length(extras) <= 2048)),
    CONSTRAINT sign_up_requests_locale_check CHECK ((length(locale) <= 35)),
    CONSTRAINT sign_up_requests_medium_check CHECK ((medium = ANY (ARRAY[1, 2]))),
    CONSTRAINT sign_up_requests_quantity_check CHECK (((quantity >= 1) AND (quantity <= 999))),
    CONSTRAINT sign_up_requests_source_check CHECK ((length(source) <= 40)),
    CONSTRAINT sign_up_requests_target_check CHECK ((target > (0)::numeric)),
    CONSTRAINT sign_up_requests_time_zone_check CHECK ((length(time_zone) <= 64)),
    CONSTRAINT sign_up_requests_topic_check CHECK (((length(topic) >= 1) AND (length(topic) <= 64))),
    CONSTRAINT sign_up_requests_value_check CHECK (((length(value) >= 3) AND (length(value) <= 254)))
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.sign_up_requests FORCE ROW LEVEL SECURITY;

CREATE TABLE public.stock (
    variant_id bigint NOT NULL,
    rising_at timestamp with time zone,
    store_id integer NOT NULL,
    quantity integer DEFAULT 0 NOT NULL,
    arrived integer DEFAULT 0 NOT NULL,
    restocks integer DEFAULT 0 NOT NULL,
    is_in boolean DEFAULT false NOT NULL,
    history_left smallint DEFAULT 0 NOT NULL
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.stock FORCE ROW LEVEL SECURITY;

CREATE TABLE public.stock_history (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    variant_id bigint NOT NULL,
    store_id integer NOT NULL,
    number integer NOT NULL,
    quantity integer NOT NULL,
    arrived integer NOT NULL,
    is_in boolean NOT NULL,
    is_last boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY public.stock_history FORCE ROW LEVEL SECURITY;

ALTER TABLE public.stock_history ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.stock_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.stock_levels (
    variant_id bigint NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    store_id integer NOT NULL,
    quantity integer NOT NULL,
    location text NOT NULL,
    CONSTRAINT stock_levels_location_check CHECK ((length(location) <= 64))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.stock_levels FORCE ROW LEVEL SECURITY;

CREATE TABLE public.store_days (
    units bigint DEFAULT 0 NOT NULL,
    day date NOT NULL,
    store_id integer NOT NULL,
    signed_up integer DEFAULT 0 NOT NULL,
    confirmed integer DEFAULT 0 NOT NULL,
    notified integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    unsubscribed integer DEFAULT 0 NOT NULL,
    offered integer DEFAULT 0 NOT NULL,
    clicked integer DEFAULT 0 NOT NULL,
    bought integer DEFAULT 0 NOT NULL,
    saved integer DEFAULT 0 NOT NULL,
    unsaved integer DEFAULT 0 NOT NULL,
    restocks integer DEFAULT 0 NOT NULL,
    revenue numeric DEFAULT 0 NOT NULL,
    topic text NOT NULL,
    currency text NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.store_days FORCE ROW LEVEL SECURITY;

CREATE TABLE public.store_demand (
    store_id integer NOT NULL,
    people bigint DEFAULT 0 NOT NULL,
    units bigint DEFAULT 0 NOT NULL,
    value numeric DEFAULT 0 NOT NULL,
    topic text NOT NULL,
    currency text NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.store_demand FORCE ROW LEVEL SECURITY;

CREATE TABLE public.store_senders (
    store_id integer NOT NULL,
    medium smallint NOT NULL,
    provider text NOT NULL,
    label text NOT NULL,
    sealed_access bytea NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT store_senders_label_check CHECK (((length(label) >= 1) AND (length(label) <= 300))),
    CONSTRAINT store_senders_medium_check CHECK ((medium = ANY (ARRAY[1, 2]))),
    CONSTRAINT store_senders_provider_check CHECK ((provider = ANY (ARRAY['smtp'::text, 'ses'::text, 'http'::text, 'twilio'::text]))),
    CONSTRAINT store_senders_sealed_access_check CHECK ((length(sealed_access) <= 20000))
);

ALTER TABLE ONLY public.store_senders FORCE ROW LEVEL SECURITY;

CREATE TABLE public.stores (
    id integer NOT NULL,
    pid text NOT NULL,
    name text NOT NULL,
    sealed_secret bytea NOT NULL,
    identity_secret_version integer DEFAULT 1 NOT NULL,
    session_epoch integer DEFAULT 0 NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    hook_version integer DEFAULT 0 NOT NULL,
    old_hook_until timestamp with time zone,
    organisation_id integer,
    is_test boolean DEFAULT false NOT NULL,
    sender_version integer DEFAULT 0 NOT NULL,
    sender_media smallint DEFAULT 0 NOT NULL,
    erased_at timestamp with time zone,
    is_sample boolean DEFAULT false NOT NULL,
    CONSTRAINT stores_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT stores_pid_check CHECK (((length(pid) >= 6) AND (length(pid) <= 64))),
    CONSTRAINT stores_sender_media_check CHECK (((sender_media >= 0) AND (sender_media <= 3)))
);

ALTER TABLE ONLY public.stores FORCE ROW LEVEL SECURITY;

CREATE TABLE public.subscriptions (
    id bigint NOT NULL,
    signed_up_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    variant_id bigint NOT NULL,
    contact_id bigint NOT NULL,
    shopper_id bigint,
    store_id integer NOT NULL,
    state smallint NOT NULL,
    quantity smallint DEFAULT 1 NOT NULL,
    topic text NOT NULL,
    extras text,
    client_product jsonb,
    target numeric(14,4),
    CONSTRAINT subscriptions_extras_check CHECK ((length(extras) <= 2048)),
    CONSTRAINT subscriptions_quantity_check CHECK (((quantity >= 1) AND (quantity <= 999))),
    CONSTRAINT subscriptions_state_check CHECK (((state >= 1) AND (state <= 7))),
    CONSTRAINT subscriptions_target_check CHECK ((target > (0)::numeric)),
    CONSTRAINT subscriptions_topic_check CHECK (((length(topic) >= 1) AND (length(topic) <= 64)))
)
WITH (fillfactor='90', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.subscriptions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.suppressions (
    since timestamp with time zone DEFAULT now() NOT NULL,
    address_hash uuid NOT NULL,
    store_id integer NOT NULL,
    reason text NOT NULL,
    erased_at timestamp with time zone,
    CONSTRAINT suppressions_reason_check CHECK ((length(reason) <= 40))
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.suppressions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.template_versions (
    store_id integer NOT NULL,
    topic text NOT NULL,
    version integer NOT NULL,
    subject text NOT NULL,
    source text NOT NULL,
    saved_at timestamp with time zone DEFAULT now() NOT NULL,
    saved_by text NOT NULL,
    language text DEFAULT ''::text NOT NULL,
    CONSTRAINT template_versions_language_check CHECK ((length(language) <= 8)),
    CONSTRAINT template_versions_saved_by_check CHECK ((length(saved_by) <= 300)),
    CONSTRAINT template_versions_source_check CHECK ((length(source) <= 50000)),
    CONSTRAINT template_versions_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 400))),
    CONSTRAINT template_versions_topic_check CHECK (((length(topic) >= 1) AND (length(topic) <= 64)))
);

ALTER TABLE ONLY public.template_versions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.templates (
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    topic text NOT NULL,
    subject text NOT NULL,
    source text NOT NULL,
    html text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    language text DEFAULT ''::text NOT NULL,
    CONSTRAINT templates_html_check CHECK ((length(html) <= 400000)),
    CONSTRAINT templates_language_check CHECK ((length(language) <= 8)),
    CONSTRAINT templates_source_check CHECK ((length(source) <= 50000)),
    CONSTRAINT templates_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 400))),
    CONSTRAINT templates_topic_check CHECK (((length(topic) >= 1) AND (length(topic) <= 64)))
);

ALTER TABLE ONLY public.templates FORCE ROW LEVEL SECURITY;

CREATE TABLE public.variant_counts (
    store_id integer NOT NULL,
    unknown integer DEFAULT 0 NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0.1', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.variant_counts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.variant_days (
    variant_id bigint NOT NULL,
    units bigint DEFAULT 0 NOT NULL,
    day date NOT NULL,
    store_id integer NOT NULL,
    signed_up integer DEFAULT 0 NOT NULL,
    confirmed integer DEFAULT 0 NOT NULL,
    notified integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    unsubscribed integer DEFAULT 0 NOT NULL,
    offered integer DEFAULT 0 NOT NULL,
    clicked integer DEFAULT 0 NOT NULL,
    bought integer DEFAULT 0 NOT NULL,
    saved integer DEFAULT 0 NOT NULL,
    unsaved integer DEFAULT 0 NOT NULL,
    restocks integer DEFAULT 0 NOT NULL,
    revenue numeric DEFAULT 0 NOT NULL,
    topic text NOT NULL,
    currency text NOT NULL
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.variant_days FORCE ROW LEVEL SECURITY;

CREATE TABLE public.variant_saves (
    variant_id bigint NOT NULL,
    store_id integer NOT NULL,
    lists integer NOT NULL
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.variant_saves FORCE ROW LEVEL SECURITY;

CREATE TABLE public.variants (
    id bigint NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    platform_id text NOT NULL,
    product_id text,
    product jsonb,
    unused_since timestamp with time zone,
    market_of bigint,
    market_product jsonb,
    CONSTRAINT variants_product_id_check CHECK (((length(product_id) >= 1) AND (length(product_id) <= 64)))
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.variants FORCE ROW LEVEL SECURITY;

CREATE TABLE public.waiting (
    variant_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    place bigint NOT NULL,
    store_id integer NOT NULL,
    rank integer NOT NULL,
    quantity smallint NOT NULL,
    topic text NOT NULL,
    currency text,
    price_max numeric(14,4)
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.waiting FORCE ROW LEVEL SECURITY;

CREATE TABLE public.waves (
    begun_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    plan_id bigint NOT NULL,
    store_id integer NOT NULL,
    units integer,
    people integer NOT NULL,
    wave integer NOT NULL,
    reason text NOT NULL,
    CONSTRAINT waves_reason_check CHECK ((length(reason) <= 80))
);

ALTER TABLE ONLY public.waves FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_deliveries (
    id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone NOT NULL,
    tried_at timestamp with time zone,
    number bigint NOT NULL,
    store_id integer NOT NULL,
    took_ms integer,
    slot smallint DEFAULT public.webhook_slot(now()) NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    status smallint,
    subject text NOT NULL,
    problem text,
    body text NOT NULL,
    CONSTRAINT webhook_deliveries_body_check CHECK ((length(body) <= 1000000)),
    CONSTRAINT webhook_deliveries_problem_check CHECK ((length(problem) <= 200)),
    CONSTRAINT webhook_deliveries_state_check CHECK (((state >= 0) AND (state <= 2))),
    CONSTRAINT webhook_deliveries_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
PARTITION BY LIST (slot);

ALTER TABLE ONLY public.webhook_deliveries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_deliveries_0 (
    id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone NOT NULL,
    tried_at timestamp with time zone,
    number bigint NOT NULL,
    store_id integer NOT NULL,
    took_ms integer,
    slot smallint DEFAULT public.webhook_slot(now()) NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    status smallint,
    subject text NOT NULL,
    problem text,
    body text NOT NULL,
    CONSTRAINT webhook_deliveries_body_check CHECK ((length(body) <= 1000000)),
    CONSTRAINT webhook_deliveries_problem_check CHECK ((length(problem) <= 200)),
    CONSTRAINT webhook_deliveries_state_check CHECK (((state >= 0) AND (state <= 2))),
    CONSTRAINT webhook_deliveries_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.webhook_deliveries_0 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_deliveries_1 (
    id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone NOT NULL,
    tried_at timestamp with time zone,
    number bigint NOT NULL,
    store_id integer NOT NULL,
    took_ms integer,
    slot smallint DEFAULT public.webhook_slot(now()) NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    status smallint,
    subject text NOT NULL,
    problem text,
    body text NOT NULL,
    CONSTRAINT webhook_deliveries_body_check CHECK ((length(body) <= 1000000)),
    CONSTRAINT webhook_deliveries_problem_check CHECK ((length(problem) <= 200)),
    CONSTRAINT webhook_deliveries_state_check CHECK (((state >= 0) AND (state <= 2))),
    CONSTRAINT webhook_deliveries_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.webhook_deliveries_1 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_deliveries_2 (
    id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone NOT NULL,
    tried_at timestamp with time zone,
    number bigint NOT NULL,
    store_id integer NOT NULL,
    took_ms integer,
    slot smallint DEFAULT public.webhook_slot(now()) NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    status smallint,
    subject text NOT NULL,
    problem text,
    body text NOT NULL,
    CONSTRAINT webhook_deliveries_body_check CHECK ((length(body) <= 1000000)),
    CONSTRAINT webhook_deliveries_problem_check CHECK ((length(problem) <= 200)),
    CONSTRAINT webhook_deliveries_state_check CHECK (((state >= 0) AND (state <= 2))),
    CONSTRAINT webhook_deliveries_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.webhook_deliveries_2 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_deliveries_3 (
    id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone NOT NULL,
    tried_at timestamp with time zone,
    number bigint NOT NULL,
    store_id integer NOT NULL,
    took_ms integer,
    slot smallint DEFAULT public.webhook_slot(now()) NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    status smallint,
    subject text NOT NULL,
    problem text,
    body text NOT NULL,
    CONSTRAINT webhook_deliveries_body_check CHECK ((length(body) <= 1000000)),
    CONSTRAINT webhook_deliveries_problem_check CHECK ((length(problem) <= 200)),
    CONSTRAINT webhook_deliveries_state_check CHECK (((state >= 0) AND (state <= 2))),
    CONSTRAINT webhook_deliveries_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 64)))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.webhook_deliveries_3 FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_endpoints (
    id bigint NOT NULL,
    store_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    url text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    subjects text[],
    sealed_secret bytea NOT NULL,
    sealed_old_secret bytea,
    old_secret_until timestamp with time zone,
    disabled_at timestamp with time zone,
    disabled_because text,
    CONSTRAINT webhook_endpoints_check CHECK (((sealed_old_secret IS NULL) = (old_secret_until IS NULL))),
    CONSTRAINT webhook_endpoints_check1 CHECK (((disabled_at IS NULL) = (disabled_because IS NULL))),
    CONSTRAINT webhook_endpoints_description_check CHECK ((length(description) <= 200)),
    CONSTRAINT webhook_endpoints_disabled_because_check CHECK (((length(disabled_because) >= 1) AND (length(disabled_because) <= 200))),
    CONSTRAINT webhook_endpoints_sealed_old_secret_check CHECK ((length(sealed_old_secret) <= 500)),
    CONSTRAINT webhook_endpoints_sealed_secret_check CHECK ((length(sealed_secret) <= 500)),
    CONSTRAINT webhook_endpoints_subjects_check CHECK (((cardinality(subjects) >= 1) AND (cardinality(subjects) <= 100))),
    CONSTRAINT webhook_endpoints_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2048)))
);

ALTER TABLE ONLY public.webhook_endpoints FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_replays (
    endpoint_id bigint NOT NULL,
    store_id integer NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    after_batch bigint,
    from_number bigint NOT NULL,
    to_number bigint NOT NULL,
    from_time timestamp with time zone NOT NULL,
    to_time timestamp with time zone NOT NULL,
    events integer DEFAULT 0 NOT NULL,
    failures smallint DEFAULT 0 NOT NULL,
    problem text,
    next_number bigint,
    CONSTRAINT webhook_replays_problem_check CHECK ((length(problem) <= 200))
);

ALTER TABLE ONLY public.webhook_replays FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_turns (
    endpoint_id bigint NOT NULL,
    store_id integer NOT NULL,
    state smallint DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT 'infinity'::timestamp with time zone NOT NULL,
    lease integer DEFAULT 0 NOT NULL,
    queued bigint DEFAULT 0 NOT NULL,
    ended bigint DEFAULT 0 NOT NULL,
    paused_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    at_once smallint DEFAULT 4 NOT NULL,
    is_troubled boolean DEFAULT false NOT NULL,
    failed_turns integer DEFAULT 0 NOT NULL,
    failing_since timestamp with time zone,
    succeeded_at timestamp with time zone,
    failed_at timestamp with time zone,
    problem text,
    CONSTRAINT webhook_turns_at_once_check CHECK (((at_once >= 1) AND (at_once <= 100))),
    CONSTRAINT webhook_turns_problem_check CHECK ((length(problem) <= 200)),
    CONSTRAINT webhook_turns_state_check CHECK (((state >= 0) AND (state <= 2)))
)
WITH (fillfactor='60', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0.1', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.webhook_turns FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_0 FOR VALUES IN ('0');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_1 FOR VALUES IN ('1');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_10 FOR VALUES IN ('10');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_11 FOR VALUES IN ('11');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_12 FOR VALUES IN ('12');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_13 FOR VALUES IN ('13');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_14 FOR VALUES IN ('14');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_15 FOR VALUES IN ('15');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_16 FOR VALUES IN ('16');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_17 FOR VALUES IN ('17');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_18 FOR VALUES IN ('18');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_19 FOR VALUES IN ('19');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_2 FOR VALUES IN ('2');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_20 FOR VALUES IN ('20');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_21 FOR VALUES IN ('21');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_22 FOR VALUES IN ('22');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_23 FOR VALUES IN ('23');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_24 FOR VALUES IN ('24');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_25 FOR VALUES IN ('25');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_3 FOR VALUES IN ('3');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_4 FOR VALUES IN ('4');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_5 FOR VALUES IN ('5');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_6 FOR VALUES IN ('6');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_7 FOR VALUES IN ('7');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_8 FOR VALUES IN ('8');

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_9 FOR VALUES IN ('9');

ALTER TABLE ONLY public.mails ATTACH PARTITION public.mails_0 FOR VALUES IN ('0');

ALTER TABLE ONLY public.mails ATTACH PARTITION public.mails_1 FOR VALUES IN ('1');

ALTER TABLE ONLY public.mails ATTACH PARTITION public.mails_2 FOR VALUES IN ('2');

ALTER TABLE ONLY public.mails ATTACH PARTITION public.mails_3 FOR VALUES IN ('3');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_0 FOR VALUES IN ('0');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_1 FOR VALUES IN ('1');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_2 FOR VALUES IN ('2');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_3 FOR VALUES IN ('3');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_4 FOR VALUES IN ('4');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_5 FOR VALUES IN ('5');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_6 FOR VALUES IN ('6');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_7 FOR VALUES IN ('7');

ALTER TABLE ONLY public.outbox_batches ATTACH PARTITION public.outbox_batches_0 FOR VALUES IN ('0');

ALTER TABLE ONLY public.outbox_batches ATTACH PARTITION public.outbox_batches_1 FOR VALUES IN ('1');

ALTER TABLE ONLY public.outbox_batches ATTACH PARTITION public.outbox_batches_2 FOR VALUES IN ('2');

ALTER TABLE ONLY public.outbox_batches ATTACH PARTITION public.outbox_batches_3 FOR VALUES IN ('3');

ALTER TABLE ONLY public.outbox_batches ATTACH PARTITION public.outbox_batches_4 FOR VALUES IN ('4');

ALTER TABLE ONLY public.outbox_batches ATTACH PARTITION public.outbox_batches_5 FOR VALUES IN ('5');

ALTER TABLE ONLY public.outbox_batches ATTACH PARTITION public.outbox_batches_6 FOR VALUES IN ('6');

ALTER TABLE ONLY public.outbox_batches ATTACH PARTITION public.outbox_batches_7 FOR VALUES IN ('7');

ALTER TABLE ONLY public.outbox_numbers ATTACH PARTITION public.outbox_numbers_0 FOR VALUES IN ('0');

ALTER TABLE ONLY public.outbox_numbers ATTACH PARTITION public.outbox_numbers_1 FOR VALUES IN ('1');

ALTER TABLE ONLY public.outbox_numbers ATTACH PARTITION public.outbox_numbers_2 FOR VALUES IN ('2');

ALTER TABLE ONLY public.outbox_numbers ATTACH PARTITION public.outbox_numbers_3 FOR VALUES IN ('3');

ALTER TABLE ONLY public.outbox_numbers ATTACH PARTITION public.outbox_numbers_4 FOR VALUES IN ('4');

ALTER TABLE ONLY public.outbox_numbers ATTACH PARTITION public.outbox_numbers_5 FOR VALUES IN ('5');

ALTER TABLE ONLY public.outbox_numbers ATTACH PARTITION public.outbox_numbers_6 FOR VALUES IN ('6');

ALTER TABLE ONLY public.outbox_numbers ATTACH PARTITION public.outbox_numbers_7 FOR VALUES IN ('7');

ALTER TABLE ONLY public.webhook_deliveries ATTACH PARTITION public.webhook_deliveries_0 FOR VALUES IN ('0');

ALTER TABLE ONLY public.webhook_deliveries ATTACH PARTITION public.webhook_deliveries_1 FOR VALUES IN ('1');

ALTER TABLE ONLY public.webhook_deliveries ATTACH PARTITION public.webhook_deliveries_2 FOR VALUES IN ('2');

ALTER TABLE ONLY public.webhook_deliveries ATTACH PARTITION public.webhook_deliveries_3 FOR VALUES IN ('3');

ALTER TABLE ONLY dashboard.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY dashboard.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY dashboard.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY dashboard.session
    ADD CONSTRAINT session_token_key UNIQUE (token);

ALTER TABLE ONLY dashboard."twoFactor"
    ADD CONSTRAINT "twoFactor_pkey" PRIMARY KEY (id);

ALTER TABLE ONLY dashboard."user"
    ADD CONSTRAINT user_email_key UNIQUE (email);

ALTER TABLE ONLY dashboard."user"
    ADD CONSTRAINT user_pkey PRIMARY KEY (id);

ALTER TABLE ONLY dashboard.verification
    ADD CONSTRAINT verification_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.brakes
    ADD CONSTRAINT brakes_pkey PRIMARY KEY (store_id);

ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_pkey PRIMARY KEY (id, store_id);

ALTER TABLE ONLY public.clicks
    ADD CONSTRAINT clicks_pkey PRIMARY KEY (store_id, subscription_id, plan_id);

ALTER TABLE ONLY public.confirmation_counts
    ADD CONSTRAINT confirmation_counts_pkey PRIMARY KEY (store_id, medium);

ALTER TABLE ONLY public.confirmations
    ADD CONSTRAINT confirmations_pkey PRIMARY KEY (address_hash);

ALTER TABLE ONLY public.connectors
    ADD CONSTRAINT connectors_pkey PRIMARY KEY (store_id, name);

ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_pkey PRIMARY KEY (store_id, subscription_id, given_at);

ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_0
    ADD CONSTRAINT deliveries_0_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_10
    ADD CONSTRAINT deliveries_10_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_11
    ADD CONSTRAINT deliveries_11_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_12
    ADD CONSTRAINT deliveries_12_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_13
    ADD CONSTRAINT deliveries_13_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_14
    ADD CONSTRAINT deliveries_14_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_15
    ADD CONSTRAINT deliveries_15_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_16
    ADD CONSTRAINT deliveries_16_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_17
    ADD CONSTRAINT deliveries_17_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_18
    ADD CONSTRAINT deliveries_18_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_19
    ADD CONSTRAINT deliveries_19_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_1
    ADD CONSTRAINT deliveries_1_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_20
    ADD CONSTRAINT deliveries_20_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_21
    ADD CONSTRAINT deliveries_21_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_22
    ADD CONSTRAINT deliveries_22_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_23
    ADD CONSTRAINT deliveries_23_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_24
    ADD CONSTRAINT deliveries_24_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_25
    ADD CONSTRAINT deliveries_25_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_2
    ADD CONSTRAINT deliveries_2_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_3
    ADD CONSTRAINT deliveries_3_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_4
    ADD CONSTRAINT deliveries_4_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_5
    ADD CONSTRAINT deliveries_5_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_6
    ADD CONSTRAINT deliveries_6_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_7
    ADD CONSTRAINT deliveries_7_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_8
    ADD CONSTRAINT deliveries_8_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.deliveries_9
    ADD CONSTRAINT deliveries_9_pkey PRIMARY KEY (store_id, slot, plan_id, subscription_id);

ALTER TABLE ONLY public.delivery_batches
    ADD CONSTRAINT delivery_batches_pkey PRIMARY KEY (store_id, plan_id, id);

ALTER TABLE ONLY public.demand
    ADD CONSTRAINT demand_pkey PRIMARY KEY (store_id, variant_id, topic);

ALTER TABLE ONLY public.dkim_keys
    ADD CONSTRAINT dkim_keys_pkey PRIMARY KEY (store_id, domain, selector);

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (store_id, key_hash);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (store_id, input_hash);

ALTER TABLE ONLY public.installation_keys
    ADD CONSTRAINT installation_keys_pkey PRIMARY KEY (purpose);

ALTER TABLE ONLY public.items
    ADD CONSTRAINT items_pkey PRIMARY KEY (list_id, variant_id);

ALTER TABLE ONLY public.lists
    ADD CONSTRAINT lists_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.mails_0
    ADD CONSTRAINT mails_0_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.mails_1
    ADD CONSTRAINT mails_1_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.mails_2
    ADD CONSTRAINT mails_2_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.mails_3
    ADD CONSTRAINT mails_3_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.marketing_connections
    ADD CONSTRAINT marketing_connections_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.marketing_erasures
    ADD CONSTRAINT marketing_erasures_pkey PRIMARY KEY (store_id, connection_id, id);

ALTER TABLE ONLY public.marketing_messages
    ADD CONSTRAINT marketing_messages_pkey PRIMARY KEY (store_id, connection_id, id);

ALTER TABLE ONLY public.marketing_turns
    ADD CONSTRAINT marketing_turns_pkey PRIMARY KEY (store_id, connection_id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (organisation_id, email);

ALTER TABLE ONLY public.merges
    ADD CONSTRAINT merges_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.offer_holds
    ADD CONSTRAINT offer_holds_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.offers
    ADD CONSTRAINT offers_pkey PRIMARY KEY (store_id, plan_id, subscription_id);

ALTER TABLE ONLY public.operators
    ADD CONSTRAINT operators_pkey PRIMARY KEY (email);

ALTER TABLE ONLY public.order_lines
    ADD CONSTRAINT order_lines_pkey PRIMARY KEY (store_id, order_id, variant_id);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.organisations
    ADD CONSTRAINT organisations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outbox_batches
    ADD CONSTRAINT outbox_batches_pkey PRIMARY KEY (batch, slot);

ALTER TABLE ONLY public.outbox_batches_0
    ADD CONSTRAINT outbox_batches_0_pkey PRIMARY KEY (batch, slot);

ALTER TABLE ONLY public.outbox_batches_1
    ADD CONSTRAINT outbox_batches_1_pkey PRIMARY KEY (batch, slot);

ALTER TABLE ONLY public.outbox_batches_2
    ADD CONSTRAINT outbox_batches_2_pkey PRIMARY KEY (batch, slot);

ALTER TABLE ONLY public.outbox_batches_3
    ADD CONSTRAINT outbox_batches_3_pkey PRIMARY KEY (batch, slot);

ALTER TABLE ONLY public.outbox_batches_4
    ADD CONSTRAINT outbox_batches_4_pkey PRIMARY KEY (batch, slot);

ALTER TABLE ONLY public.outbox_batches_5
    ADD CONSTRAINT outbox_batches_5_pkey PRIMARY KEY (batch, slot);

ALTER TABLE ONLY public.outbox_batches_6
    ADD CONSTRAINT outbox_batches_6_pkey PRIMARY KEY (batch, slot);

ALTER TABLE ONLY public.outbox_batches_7
    ADD CONSTRAINT outbox_batches_7_pkey PRIMARY KEY (batch, slot);

ALTER TABLE ONLY public.outbox_last_numbers
    ADD CONSTRAINT outbox_last_numbers_pkey PRIMARY KEY (store_id);

ALTER TABLE ONLY public.outbox_numbers
    ADD CONSTRAINT outbox_numbers_pkey PRIMARY KEY (batch, store_id, slot);

ALTER TABLE ONLY public.outbox_numbers_0
    ADD CONSTRAINT outbox_numbers_0_pkey PRIMARY KEY (batch, store_id, slot);

ALTER TABLE ONLY public.outbox_numbers_1
    ADD CONSTRAINT outbox_numbers_1_pkey PRIMARY KEY (batch, store_id, slot);

ALTER TABLE ONLY public.outbox_numbers_2
    ADD CONSTRAINT outbox_numbers_2_pkey PRIMARY KEY (batch, store_id, slot);

ALTER TABLE ONLY public.outbox_numbers_3
    ADD CONSTRAINT outbox_numbers_3_pkey PRIMARY KEY (batch, store_id, slot);

ALTER TABLE ONLY public.outbox_numbers_4
    ADD CONSTRAINT outbox_numbers_4_pkey PRIMARY KEY (batch, store_id, slot);

ALTER TABLE ONLY public.outbox_numbers_5
    ADD CONSTRAINT outbox_numbers_5_pkey PRIMARY KEY (batch, store_id, slot);

ALTER TABLE ONLY public.outbox_numbers_6
    ADD CONSTRAINT outbox_numbers_6_pkey PRIMARY KEY (batch, store_id, slot);

ALTER TABLE ONLY public.outbox_numbers_7
    ADD CONSTRAINT outbox_numbers_7_pkey PRIMARY KEY (batch, store_id, slot);

ALTER TABLE ONLY public.outbox_parked
    ADD CONSTRAINT outbox_parked_pkey PRIMARY KEY (reader, event_id);

ALTER TABLE ONLY public.outbox_partitions
    ADD CONSTRAINT outbox_partitions_pkey PRIMARY KEY (partition);

ALTER TABLE ONLY public.outbox_positions
    ADD CONSTRAINT outbox_positions_pkey PRIMARY KEY (reader, partition);

ALTER TABLE ONLY public.outbox_workers
    ADD CONSTRAINT outbox_workers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.plan_log
    ADD CONSTRAINT plan_log_pkey PRIMARY KEY (store_id, plan_id, id);

ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.price_counts
    ADD CONSTRAINT price_counts_pkey PRIMARY KEY (store_id, variant_id);

ALTER TABLE ONLY public.prices
    ADD CONSTRAINT prices_pkey PRIMARY KEY (store_id, variant_id, currency, seen_at);

ALTER TABLE ONLY public.product_saves
    ADD CONSTRAINT product_saves_pkey PRIMARY KEY (store_id, product_id);

ALTER TABLE ONLY public.report_crossings
    ADD CONSTRAINT report_crossings_pkey PRIMARY KEY (store_id, email, variant_id);

ALTER TABLE ONLY public.report_preferences
    ADD CONSTRAINT report_preferences_pkey PRIMARY KEY (store_id, email);

ALTER TABLE ONLY public.saves
    ADD CONSTRAINT saves_pkey PRIMARY KEY (store_id, variant_id, shopper_id, product_id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.send_counts
    ADD CONSTRAINT send_counts_pkey PRIMARY KEY (store_id, medium);

ALTER TABLE ONLY public.sender_checks
    ADD CONSTRAINT sender_checks_pkey PRIMARY KEY (store_id);

ALTER TABLE ONLY public.sender_health
    ADD CONSTRAINT sender_health_pkey PRIMARY KEY (store_id, medium);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.shoppers
    ADD CONSTRAINT shoppers_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.sightings
    ADD CONSTRAINT sightings_pkey PRIMARY KEY (store_id, kind, origin);

ALTER TABLE ONLY public.sign_in_failures
    ADD CONSTRAINT sign_in_failures_pkey PRIMARY KEY (email_hash);

ALTER TABLE ONLY public.sign_up_requests
    ADD CONSTRAINT sign_up_requests_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.stock_history
    ADD CONSTRAINT stock_history_pkey PRIMARY KEY (store_id, variant_id, number, id);

ALTER TABLE ONLY public.stock_levels
    ADD CONSTRAINT stock_levels_pkey PRIMARY KEY (store_id, variant_id, location);

ALTER TABLE ONLY public.stock
    ADD CONSTRAINT stock_pkey PRIMARY KEY (store_id, variant_id);

ALTER TABLE ONLY public.store_days
    ADD CONSTRAINT store_days_pkey PRIMARY KEY (store_id, day, topic, currency);

ALTER TABLE ONLY public.store_demand
    ADD CONSTRAINT store_demand_pkey PRIMARY KEY (store_id, topic, currency);

ALTER TABLE ONLY public.store_senders
    ADD CONSTRAINT store_senders_pkey PRIMARY KEY (store_id, medium);

ALTER TABLE ONLY public.stores
    ADD CONSTRAINT stores_pid_key UNIQUE (pid);

ALTER TABLE ONLY public.stores
    ADD CONSTRAINT stores_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.suppressions
    ADD CONSTRAINT suppressions_pkey PRIMARY KEY (store_id, address_hash);

ALTER TABLE ONLY public.template_versions
    ADD CONSTRAINT template_versions_pkey PRIMARY KEY (store_id, topic, language, version);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_pkey PRIMARY KEY (store_id, topic, language);

ALTER TABLE ONLY public.variant_counts
    ADD CONSTRAINT variant_counts_pkey PRIMARY KEY (store_id);

ALTER TABLE ONLY public.variant_days
    ADD CONSTRAINT variant_days_pkey PRIMARY KEY (store_id, variant_id, day, topic, currency);

ALTER TABLE ONLY public.variant_saves
    ADD CONSTRAINT variant_saves_pkey PRIMARY KEY (store_id, variant_id);

ALTER TABLE ONLY public.variants
    ADD CONSTRAINT variants_pkey PRIMARY KEY (store_id, id);

ALTER TABLE public.variants
    ADD CONSTRAINT variants_platform_id_check CHECK (((length(platform_id) >= 1) AND (length(platform_id) <= 85))) NOT VALID;

ALTER TABLE ONLY public.waiting
    ADD CONSTRAINT waiting_pkey PRIMARY KEY (store_id, subscription_id);

ALTER TABLE ONLY public.waves
    ADD CONSTRAINT waves_pkey PRIMARY KEY (store_id, plan_id, wave);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (store_id, endpoint_id, id, slot);

ALTER TABLE ONLY public.webhook_deliveries_0
    ADD CONSTRAINT webhook_deliveries_0_pkey PRIMARY KEY (store_id, endpoint_id, id, slot);

ALTER TABLE ONLY public.webhook_deliveries_1
    ADD CONSTRAINT webhook_deliveries_1_pkey PRIMARY KEY (store_id, endpoint_id, id, slot);

ALTER TABLE ONLY public.webhook_deliveries_2
    ADD CONSTRAINT webhook_deliveries_2_pkey PRIMARY KEY (store_id, endpoint_id, id, slot);

ALTER TABLE ONLY public.webhook_deliveries_3
    ADD CONSTRAINT webhook_deliveries_3_pkey PRIMARY KEY (store_id, endpoint_id, id, slot);

ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.webhook_replays
    ADD CONSTRAINT webhook_replays_pkey PRIMARY KEY (store_id, endpoint_id);

ALTER TABLE ONLY public.webhook_turns
    ADD CONSTRAINT webhook_turns_pkey PRIMARY KEY (store_id, endpoint_id);

CREATE INDEX account_of_user ON dashboard.account USING btree ("userId");

CREATE UNIQUE INDEX passkey_by_credential ON dashboard.passkey USING btree ("credentialID");

CREATE INDEX passkey_of_user ON dashboard.passkey USING btree ("userId");

CREATE INDEX session_by_end ON dashboard.session USING btree ("expiresAt");

CREATE INDEX session_of_user ON dashboard.session USING btree ("userId");

CREATE INDEX two_factor_of_user ON dashboard."twoFactor" USING btree ("userId");

CREATE INDEX verification_by_end ON dashboard.verification USING btree ("expiresAt");

CREATE INDEX verification_by_identifier ON dashboard.verification USING btree (identifier);

CREATE UNIQUE INDEX api_keys_by_id ON public.api_keys USING btree (id);

CREATE INDEX audit_log_by_time ON public.audit_log USING btree (at);

CREATE INDEX audit_log_of_action ON public.audit_log USING btree (store_id, action, at, id);

CREATE INDEX audit_log_of_actor ON public.audit_log USING btree (store_id, actor_id, at, id);

CREATE INDEX audit_log_of_store_by_time ON public.audit_log USING btree (store_id, at DESC NULLS LAST, id DESC NULLS LAST);

CREATE INDEX chunks_due ON public.chunks USING btree (due_at) WHERE (state = ANY (ARRAY[1, 2]));

CREATE INDEX chunks_in_turn ON public.chunks USING btree (turn, id) WHERE (state = 0);

CREATE INDEX chunks_of_plan ON public.chunks USING btree (plan_id);

CREATE INDEX chunks_turns_of_store ON public.chunks USING btree (store_id, turn) WHERE (state = ANY (ARRAY[0, 1]));

CREATE INDEX clicks_by_age ON public.clicks USING brin (at) WITH (autosummarize='on');

CREATE INDEX contacts_by_address ON public.contacts USING btree (store_id, address_hash);

CREATE UNIQUE INDEX contacts_by_value ON public.contacts USING btree (store_id, medium, value);

CREATE INDEX delivery_batches_by_time ON public.delivery_batches USING btree (store_id, at);

CREATE INDEX demand_by_people ON public.demand USING btree (store_id, topic, people, variant_id);

CREATE INDEX demand_by_units ON public.demand USING btree (store_id, topic, units, variant_id);

CREATE INDEX demand_by_value ON public.demand USING btree (store_id, topic, currency, value, variant_id) WHERE (value IS NOT NULL);

CREATE INDEX erasures_due ON public.erasures USING btree (due_at) WHERE (state < 2);

CREATE INDEX idempotency_keys_about ON public.idempotency_keys USING btree (store_id, about) WHERE (about IS NOT NULL);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

CREATE INDEX ledger_of_subscription ON public.ledger USING btree (subscription_id, at);

CREATE UNIQUE INDEX lists_by_public_id ON public.lists USING btree (public_id);

CREATE INDEX lists_of_shopper ON public.lists USING btree (store_id, shopper_id);

CREATE INDEX lists_united ON public.lists USING btree (store_id, moved_to) WHERE (moved_to IS NOT NULL);

CREATE INDEX mails_due ON ONLY public.mails USING btree (due_at) WHERE ((sent_at IS NULL) AND (attempts < 8));

CREATE INDEX mails_0_due_at_idx ON public.mails_0 USING btree (due_at) WHERE ((sent_at IS NULL) AND (attempts < 8));

CREATE INDEX mails_unsent ON ONLY public.mails USING btree (store_id, created_at) WHERE ((sent_at IS NULL) AND (attempts < 8));

CREATE INDEX mails_0_store_id_created_at_idx ON public.mails_0 USING btree (store_id, created_at) WHERE ((sent_at IS NULL) AND (attempts < 8));

CREATE INDEX mails_by_kind ON ONLY public.mails USING btree (store_id, kind, created_at);

CREATE INDEX mails_0_store_id_kind_created_at_idx ON public.mails_0 USING btree (store_id, kind, created_at);

CREATE INDEX mails_to ON ONLY public.mails USING btree (store_id, mailbox, created_at);

CREATE INDEX mails_0_store_id_mailbox_created_at_idx ON public.mails_0 USING btree (store_id, mailbox, created_at);

CREATE INDEX mails_of_shopper ON ONLY public.mails USING btree (store_id, shopper_id, created_at);

CREATE INDEX mails_0_store_id_shopper_id_created_at_idx ON public.mails_0 USING btree (store_id, shopper_id, created_at);

CREATE INDEX mails_1_due_at_idx ON public.mails_1 USING btree (due_at) WHERE ((sent_at IS NULL) AND (attempts < 8));

CREATE INDEX mails_1_store_id_created_at_idx ON public.mails_1 USING btree (store_id, created_at) WHERE ((sent_at IS NULL) AND (attempts < 8));

CREATE INDEX mails_1_store_id_kind_created_at_idx ON public.mails_1 USING btree (store_id, kind, created_at);

CREATE INDEX mails_1_store_id_mailbox_created_at_idx ON public.mails_1 USING btree (store_id, mailbox, created_at);

CREATE INDEX mails_1_store_id_shopper_id_created_at_idx ON public.mails_1 USING btree (store_id, shopper_id, created_at);

CREATE INDEX mails_2_due_at_idx ON public.mails_2 USING btree (due_at) WHERE ((sent_at IS NULL) AND (attempts < 8));

CREATE INDEX mails_2_store_id_created_at_idx ON public.mails_2 USING btree (store_id, created_at) WHERE ((sent_at IS NULL) AND (attempts < 8));

CREATE INDEX mails_2_store_id_kind_created_at_idx ON public.mails_2 USING btree (store_id, kind, created_at);

CREATE INDEX mails_2_store_id_mailbox_created_at_idx ON public.mails_2 USING btree (store_id, mailbox, created_at);

CREATE INDEX mails_2_store_id_shopper_id_created_at_idx ON public.mails_2 USING btree (store_id, shopper_id, created_at);

CREATE INDEX mails_3_due_at_idx ON public.mails_3 USING btree (due_at) WHERE ((sent_at IS NULL) AND (attempts < 8));

CREATE INDEX mails_3_store_id_created_at_idx ON public.mails_3 USING btree (store_id, created_at) WHERE ((sent_at IS NULL) AND (attempts < 8));

CREATE INDEX mails_3_store_id_kind_created_at_idx ON public.mails_3 USING btree (store_id, kind, created_at);

CREATE INDEX mails_3_store_id_mailbox_created_at_idx ON public.mails_3 USING btree (store_id, mailbox, created_at);

CREATE INDEX mails_3_store_id_shopper_id_created_at_idx ON public.mails_3 USING btree (store_id, shopper_id, created_at);

CREATE INDEX marketing_erasures_old ON public.marketing_erasures USING btree (created_at);

CREATE INDEX marketing_messages_due ON public.marketing_messages USING btree (store_id, connection_id, due_at, id);

CREATE INDEX marketing_messages_of_contact ON public.marketing_messages USING btree (store_id, contact_id, id) WHERE (contact_id IS NOT NULL);

CREATE INDEX marketing_messages_of_shopper ON public.marketing_messages USING btree (store_id, shopper_id, id) WHERE (shopper_id IS NOT NULL);

CREATE INDEX marketing_messages_of_subscription ON public.marketing_messages USING btree (store_id, subscription_id, id) WHERE (subscription_id IS NOT NULL);

CREATE INDEX marketing_messages_old ON public.marketing_messages USING btree (created_at);

CREATE INDEX marketing_turns_due ON public.marketing_turns USING btree (is_troubled, due_at) WHERE (due_at < 'infinity'::timestamp with time zone);

CREATE INDEX memberships_of_person ON public.memberships USING btree (email);

CREATE INDEX merges_of_account ON public.merges USING btree (store_id, account_id);

CREATE INDEX merges_of_guest ON public.merges USING btree (store_id, guest_id);

CREATE UNIQUE INDEX merges_standing ON public.merges USING btree (store_id, guest_id) WHERE (undone_at IS NULL);

CREATE INDEX offer_holds_ended ON public.offer_holds USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX offer_holds_given_up ON public.offer_holds USING btree (store_id) WHERE (state = 5);

CREATE INDEX offer_holds_held ON public.offer_holds USING btree (store_id, id) WHERE (state = 1);

CREATE INDEX offer_holds_of_subscription ON public.offer_holds USING btree (subscription_id) WHERE (subscription_id IS NOT NULL);

CREATE UNIQUE INDEX offer_holds_of_token ON public.offer_holds USING btree (store_id, token);

CREATE INDEX offer_holds_open ON public.offer_holds USING btree (store_id, id) WHERE (state = ANY (ARRAY[0, 3]));

CREATE UNIQUE INDEX offer_holds_running ON public.offer_holds USING btree (store_id, plan_id, subscription_id) WHERE (ended_at IS NULL);

CREATE INDEX offer_holds_until ON public.offer_holds USING btree (until) WHERE (ended_at IS NULL);

CREATE INDEX offers_held ON public.offers USING btree (store_id, variant_id) WHERE (state < 3);

CREATE INDEX offers_of_subscription ON public.offers USING btree (subscription_id) WHERE (state < 3);

CREATE INDEX offers_running ON public.offers USING btree (until) WHERE (state = ANY (ARRAY[1, 2]));

CREATE INDEX order_lines_of_variant ON public.order_lines USING btree (store_id, variant_id);

CREATE INDEX orders_by_age ON public.orders USING brin (reported_at) WITH (autosummarize='on');

CREATE INDEX orders_of_address ON public.orders USING btree (store_id, address_hash) WHERE (address_hash IS NOT NULL);

CREATE INDEX orders_of_shopper ON public.orders USING btree (store_id, shopper_id) WHERE (shopper_id IS NOT NULL);

CREATE INDEX outbox_in_order ON ONLY public.outbox USING btree (xid, id);

CREATE INDEX outbox_0_xid_id_idx ON public.outbox_0 USING btree (xid, id);

CREATE INDEX outbox_1_xid_id_idx ON public.outbox_1 USING btree (xid, id);

CREATE INDEX outbox_2_xid_id_idx ON public.outbox_2 USING btree (xid, id);

CREATE INDEX outbox_3_xid_id_idx ON public.outbox_3 USING btree (xid, id);

CREATE INDEX outbox_4_xid_id_idx ON public.outbox_4 USING btree (xid, id);

CREATE INDEX outbox_5_xid_id_idx ON public.outbox_5 USING btree (xid, id);

CREATE INDEX outbox_6_xid_id_idx ON public.outbox_6 USING btree (xid, id);

CREATE INDEX outbox_7_xid_id_idx ON public.outbox_7 USING btree (xid, id);

CREATE INDEX outbox_numbers_by_store ON ONLY public.outbox_numbers USING btree (store_id, batch DESC);

CREATE INDEX outbox_numbers_0_store_id_batch_idx ON public.outbox_numbers_0 USING btree (store_id, batch DESC);

CREATE INDEX outbox_numbers_1_store_id_batch_idx ON public.outbox_numbers_1 USING btree (store_id, batch DESC);

CREATE INDEX outbox_numbers_2_store_id_batch_idx ON public.outbox_numbers_2 USING btree (store_id, batch DESC);

CREATE INDEX outbox_numbers_3_store_id_batch_idx ON public.outbox_numbers_3 USING btree (store_id, batch DESC);

CREATE INDEX outbox_numbers_4_store_id_batch_idx ON public.outbox_numbers_4 USING btree (store_id, batch DESC);

CREATE INDEX outbox_numbers_5_store_id_batch_idx ON public.outbox_numbers_5 USING btree (store_id, batch DESC);

CREATE INDEX outbox_numbers_6_store_id_batch_idx ON public.outbox_numbers_6 USING btree (store_id, batch DESC);

CREATE INDEX outbox_numbers_7_store_id_batch_idx ON public.outbox_numbers_7 USING btree (store_id, batch DESC);

CREATE INDEX outbox_parked_by_age ON public.outbox_parked USING btree (parked_at, event_id, reader);

CREATE INDEX outbox_parked_of_store ON public.outbox_parked USING btree (store_id, parked_at);

CREATE INDEX outbox_parked_to_retry ON public.outbox_parked USING btree (retry_at) WHERE (retry_at IS NOT NULL);

CREATE INDEX plans_by_slot ON public.plans USING btree (slot, keep_until);

CREATE INDEX plans_by_time ON public.plans USING btree (store_id, created_at, id);

CREATE INDEX plans_due ON public.plans USING btree (next_at) WHERE ((state = 0) AND (next_at IS NOT NULL));

CREATE INDEX plans_held ON public.plans USING btree (store_id, created_at, id) WHERE (state = 1);

CREATE INDEX plans_of_topic ON public.plans USING btree (store_id, topic, created_at, id);

CREATE UNIQUE INDEX plans_once ON public.plans USING btree (store_id, variant_id, topic, cause, number);

CREATE INDEX plans_open_by_time ON public.plans USING btree (store_id, created_at, id) WHERE (state < 2);

CREATE INDEX plans_to_delete ON public.plans USING btree (keep_until) WHERE (state >= 2);

CREATE INDEX report_preferences_due ON public.report_preferences USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX report_preferences_of_token ON public.report_preferences USING btree (store_id, stop_token);

CREATE INDEX saves_of_product ON public.saves USING btree (store_id, product_id, shopper_id) WHERE (times > 0);

CREATE INDEX sessions_by_use ON public.sessions USING btree (used_at) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX shoppers_by_regid ON public.shoppers USING btree (store_id, regid);

CREATE INDEX shoppers_merged ON public.shoppers USING btree (store_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX sign_in_failures_by_time ON public.sign_in_failures USING btree (failed_at);

CREATE INDEX sign_up_requests_by_age ON public.sign_up_requests USING btree (requested_at);

CREATE INDEX sign_up_requests_of_batch ON public.sign_up_requests USING btree (store_id, batch_id);

CREATE INDEX sign_up_requests_of_shopper ON public.sign_up_requests USING btree (store_id, shopper_id) WHERE (shopper_id IS NOT NULL);

CREATE INDEX sign_up_requests_of_variant ON public.sign_up_requests USING btree (store_id, variant_id);

CREATE UNIQUE INDEX sign_up_requests_once ON public.sign_up_requests USING btree (store_id, address_hash, shopper_id, variant_id, topic) NULLS NOT DISTINCT;

CREATE INDEX stock_rising ON public.stock USING btree (rising_at) WHERE (rising_at IS NOT NULL);

CREATE INDEX store_days_by_age ON public.store_days USING brin (day) WITH (autosummarize='on');

CREATE INDEX stores_by_name ON public.stores USING btree (lower(name) COLLATE "C", id) WHERE (erased_at IS NULL);

CREATE INDEX stores_of_organisation ON public.stores USING btree (organisation_id) WHERE (organisation_id IS NOT NULL);

CREATE INDEX stores_paused ON public.stores USING btree (lower(name) COLLATE "C", id) WHERE ((erased_at IS NULL) AND (((settings -> 'sending'::text) ->> 'pausedUntil'::text) IS NOT NULL));

CREATE UNIQUE INDEX stores_sample ON public.stores USING btree (organisation_id) WHERE (is_sample AND (erased_at IS NULL));

CREATE INDEX subscriptions_of_shopper ON public.subscriptions USING btree (store_id, shopper_id) WHERE (shopper_id IS NOT NULL);

CREATE INDEX subscriptions_of_variant ON public.subscriptions USING btree (store_id, variant_id);

CREATE UNIQUE INDEX subscriptions_once ON public.subscriptions USING btree (contact_id, variant_id, topic);

CREATE INDEX variant_days_by_age ON public.variant_days USING brin (day) WITH (autosummarize='on');

CREATE INDEX variant_days_results ON public.variant_days USING btree (store_id, day, variant_id, topic, currency) INCLUDE (notified, clicked, bought, units, revenue) WHERE ((notified > 0) OR (clicked > 0) OR (bought > 0) OR (units <> 0));

CREATE INDEX variant_days_results_of_variant ON public.variant_days USING btree (store_id, variant_id, day, topic, currency) INCLUDE (notified, clicked, bought, units, revenue) WHERE ((notified > 0) OR (clicked > 0) OR (bought > 0) OR (units <> 0));

CREATE INDEX variant_saves_by_lists ON public.variant_saves USING btree (store_id, lists, variant_id);

CREATE UNIQUE INDEX variants_by_platform_id ON public.variants USING btree (store_id, platform_id);

CREATE INDEX variants_of_markets ON public.variants USING btree (store_id, market_of) WHERE (market_of IS NOT NULL);

CREATE INDEX variants_of_product ON public.variants USING btree (store_id, product_id) WHERE (product_id IS NOT NULL);

CREATE INDEX variants_unknown ON public.variants USING btree (store_id, id) WHERE (product IS NULL);

CREATE INDEX waiting_by_place ON public.waiting USING btree (store_id, variant_id, topic, place, subscription_id);

CREATE INDEX waiting_by_price ON public.waiting USING btree (store_id, variant_id, currency, price_max) INCLUDE (quantity) WHERE (topic = 'pricedrop'::text);

CREATE INDEX waiting_by_rank ON public.waiting USING btree (store_id, variant_id, topic, rank, subscription_id);

CREATE INDEX webhook_deliveries_due ON ONLY public.webhook_deliveries USING btree (store_id, endpoint_id, due_at, id) WHERE (state = 0);

CREATE INDEX webhook_deliveries_0_store_id_endpoint_id_due_at_id_idx ON public.webhook_deliveries_0 USING btree (store_id, endpoint_id, due_at, id) WHERE (state = 0);

CREATE INDEX webhook_deliveries_ended ON ONLY public.webhook_deliveries USING btree (store_id, endpoint_id, state, id) WHERE (state > 0);

CREATE INDEX webhook_deliveries_0_store_id_endpoint_id_state_id_idx ON public.webhook_deliveries_0 USING btree (store_id, endpoint_id, state, id) WHERE (state > 0);

CREATE INDEX webhook_deliveries_1_store_id_endpoint_id_due_at_id_idx ON public.webhook_deliveries_1 USING btree (store_id, endpoint_id, due_at, id) WHERE (state = 0);

CREATE INDEX webhook_deliveries_1_store_id_endpoint_id_state_id_idx ON public.webhook_deliveries_1 USING btree (store_id, endpoint_id, state, id) WHERE (state > 0);

CREATE INDEX webhook_deliveries_2_store_id_endpoint_id_due_at_id_idx ON public.webhook_deliveries_2 USING btree (store_id, endpoint_id, due_at, id) WHERE (state = 0);

CREATE INDEX webhook_deliveries_2_store_id_endpoint_id_state_id_idx ON public.webhook_deliveries_2 USING btree (store_id, endpoint_id, state, id) WHERE (state > 0);

CREATE INDEX webhook_deliveries_3_store_id_endpoint_id_due_at_id_idx ON public.webhook_deliveries_3 USING btree (store_id, endpoint_id, due_at, id) WHERE (state = 0);

CREATE INDEX webhook_deliveries_3_store_id_endpoint_id_state_id_idx ON public.webhook_deliveries_3 USING btree (store_id, endpoint_id, state, id) WHERE (state > 0);

CREATE INDEX webhook_replays_due ON public.webhook_replays USING btree (due_at) WHERE (finished_at IS NULL);

CREATE INDEX webhook_turns_due ON public.webhook_turns USING btree (is_troubled, due_at) WHERE (due_at < 'infinity'::timestamp with time zone);

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_0_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_10_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_11_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_12_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_13_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_14_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_15_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_16_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_17_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_18_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_19_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_1_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_20_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_21_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_22_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_23_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_24_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_25_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_2_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_3_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_4_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_5_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_6_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_7_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_8_pkey;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_9_pkey;

ALTER INDEX public.mails_due ATTACH PARTITION public.mails_0_due_at_idx;

ALTER INDEX public.mails_unsent ATTACH PARTITION public.mails_0_store_id_created_at_idx;

ALTER INDEX public.mails_by_kind ATTACH PARTITION public.mails_0_store_id_kind_created_at_idx;

ALTER INDEX public.mails_to ATTACH PARTITION public.mails_0_store_id_mailbox_created_at_idx;

ALTER INDEX public.mails_of_shopper ATTACH PARTITION public.mails_0_store_id_shopper_id_created_at_idx;

ALTER INDEX public.mails_due ATTACH PARTITION public.mails_1_due_at_idx;

ALTER INDEX public.mails_unsent ATTACH PARTITION public.mails_1_store_id_created_at_idx;

ALTER INDEX public.mails_by_kind ATTACH PARTITION public.mails_1_store_id_kind_created_at_idx;

ALTER INDEX public.mails_to ATTACH PARTITION public.mails_1_store_id_mailbox_created_at_idx;

ALTER INDEX public.mails_of_shopper ATTACH PARTITION public.mails_1_store_id_shopper_id_created_at_idx;

ALTER INDEX public.mails_due ATTACH PARTITION public.mails_2_due_at_idx;

ALTER INDEX public.mails_unsent ATTACH PARTITION public.mails_2_store_id_created_at_idx;

ALTER INDEX public.mails_by_kind ATTACH PARTITION public.mails_2_store_id_kind_created_at_idx;

ALTER INDEX public.mails_to ATTACH PARTITION public.mails_2_store_id_mailbox_created_at_idx;

ALTER INDEX public.mails_of_shopper ATTACH PARTITION public.mails_2_store_id_shopper_id_created_at_idx;

ALTER INDEX public.mails_due ATTACH PARTITION public.mails_3_due_at_idx;

ALTER INDEX public.mails_unsent ATTACH PARTITION public.mails_3_store_id_created_at_idx;

ALTER INDEX public.mails_by_kind ATTACH PARTITION public.mails_3_store_id_kind_created_at_idx;

ALTER INDEX public.mails_to ATTACH PARTITION public.mails_3_store_id_mailbox_created_at_idx;

ALTER INDEX public.mails_of_shopper ATTACH PARTITION public.mails_3_store_id_shopper_id_created_at_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_0_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_1_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_2_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_3_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_4_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_5_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_6_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_7_xid_id_idx;

ALTER INDEX public.outbox_batches_pkey ATTACH PARTITION public.outbox_batches_0_pkey;

ALTER INDEX public.outbox_batches_pkey ATTACH PARTITION public.outbox_batches_1_pkey;

ALTER INDEX public.outbox_batches_pkey ATTACH PARTITION public.outbox_batches_2_pkey;

ALTER INDEX public.outbox_batches_pkey ATTACH PARTITION public.outbox_batches_3_pkey;

ALTER INDEX public.outbox_batches_pkey ATTACH PARTITION public.outbox_batches_4_pkey;

ALTER INDEX public.outbox_batches_pkey ATTACH PARTITION public.outbox_batches_5_pkey;

ALTER INDEX public.outbox_batches_pkey ATTACH PARTITION public.outbox_batches_6_pkey;

ALTER INDEX public.outbox_batches_pkey ATTACH PARTITION public.outbox_batches_7_pkey;

ALTER INDEX public.outbox_numbers_pkey ATTACH PARTITION public.outbox_numbers_0_pkey;

ALTER INDEX public.outbox_numbers_by_store ATTACH PARTITION public.outbox_numbers_0_store_id_batch_idx;

ALTER INDEX public.outbox_numbers_pkey ATTACH PARTITION public.outbox_numbers_1_pkey;

ALTER INDEX public.outbox_numbers_by_store ATTACH PARTITION public.outbox_numbers_1_store_id_batch_idx;

ALTER INDEX public.outbox_numbers_pkey ATTACH PARTITION public.outbox_numbers_2_pkey;

ALTER INDEX public.outbox_numbers_by_store ATTACH PARTITION public.outbox_numbers_2_store_id_batch_idx;

ALTER INDEX public.outbox_numbers_pkey ATTACH PARTITION public.outbox_numbers_3_pkey;

ALTER INDEX public.outbox_numbers_by_store ATTACH PARTITION public.outbox_numbers_3_store_id_batch_idx;

ALTER INDEX public.outbox_numbers_pkey ATTACH PARTITION public.outbox_numbers_4_pkey;

ALTER INDEX public.outbox_numbers_by_store ATTACH PARTITION public.outbox_numbers_4_store_id_batch_idx;

ALTER INDEX public.outbox_numbers_pkey ATTACH PARTITION public.outbox_numbers_5_pkey;

ALTER INDEX public.outbox_numbers_by_store ATTACH PARTITION public.outbox_numbers_5_store_id_batch_idx;

ALTER INDEX public.outbox_numbers_pkey ATTACH PARTITION public.outbox_numbers_6_pkey;

ALTER INDEX public.outbox_numbers_by_store ATTACH PARTITION public.outbox_numbers_6_store_id_batch_idx;

ALTER INDEX public.outbox_numbers_pkey ATTACH PARTITION public.outbox_numbers_7_pkey;

ALTER INDEX public.outbox_numbers_by_store ATTACH PARTITION public.outbox_numbers_7_store_id_batch_idx;

ALTER INDEX public.webhook_deliveries_pkey ATTACH PARTITION public.webhook_deliveries_0_pkey;

ALTER INDEX public.webhook_deliveries_due ATTACH PARTITION public.webhook_deliveries_0_store_id_endpoint_id_due_at_id_idx;

ALTER INDEX public.webhook_deliveries_ended ATTACH PARTITION public.webhook_deliveries_0_store_id_endpoint_id_state_id_idx;

ALTER INDEX public.webhook_deliveries_pkey ATTACH PARTITION public.webhook_deliveries_1_pkey;

ALTER INDEX public.webhook_deliveries_due ATTACH PARTITION public.webhook_deliveries_1_store_id_endpoint_id_due_at_id_idx;

ALTER INDEX public.webhook_deliveries_ended ATTACH PARTITION public.webhook_deliveries_1_store_id_endpoint_id_state_id_idx;

ALTER INDEX public.webhook_deliveries_pkey ATTACH PARTITION public.webhook_deliveries_2_pkey;

ALTER INDEX public.webhook_deliveries_due ATTACH PARTITION public.webhook_deliveries_2_store_id_endpoint_id_due_at_id_idx;

ALTER INDEX public.webhook_deliveries_ended ATTACH PARTITION public.webhook_deliveries_2_store_id_endpoint_id_state_id_idx;

ALTER INDEX public.webhook_deliveries_pkey ATTACH PARTITION public.webhook_deliveries_3_pkey;

ALTER INDEX public.webhook_deliveries_due ATTACH PARTITION public.webhook_deliveries_3_store_id_endpoint_id_due_at_id_idx;

ALTER INDEX public.webhook_deliveries_ended ATTACH PARTITION public.webhook_deliveries_3_store_id_endpoint_id_state_id_idx;

CREATE TRIGGER announce_changed_quantities AFTER UPDATE ON public.waiting REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.announce_changed_quantities();

CREATE TRIGGER announce_joined AFTER INSERT ON public.waiting REFERENCING NEW TABLE AS joined FOR EACH STATEMENT EXECUTE FUNCTION public.announce_joined();

CREATE TRIGGER announce_left AFTER DELETE ON public.waiting REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.announce_left();

CREATE TRIGGER follow_line AFTER UPDATE ON public.subscriptions REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.follow_line();

CREATE TRIGGER join_line AFTER INSERT ON public.subscriptions REFERENCING NEW TABLE AS joined FOR EACH STATEMENT EXECUTE FUNCTION public.join_line();

CREATE TRIGGER stores_stay BEFORE DELETE OR UPDATE OF id ON public.stores FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_to_lose_a_store();

ALTER TABLE ONLY dashboard.account
    ADD CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES dashboard."user"(id) ON DELETE CASCADE;

ALTER TABLE ONLY dashboard.passkey
    ADD CONSTRAINT "passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES dashboard."user"(id) ON DELETE CASCADE;

ALTER TABLE ONLY dashboard.session
    ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES dashboard."user"(id) ON DELETE CASCADE;

ALTER TABLE ONLY dashboard."twoFactor"
    ADD CONSTRAINT "twoFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES dashboard."user"(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.brakes
    ADD CONSTRAINT brakes_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.confirmation_counts
    ADD CONSTRAINT confirmation_counts_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.items
    ADD CONSTRAINT items_store_id_list_id_fkey FOREIGN KEY (store_id, list_id) REFERENCES public.lists(store_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lists
    ADD CONSTRAINT lists_store_id_moved_to_fkey FOREIGN KEY (store_id, moved_to) REFERENCES public.lists(store_id, id) ON DELETE SET NULL (moved_to);

ALTER TABLE ONLY public.lists
    ADD CONSTRAINT lists_store_id_shopper_id_fkey FOREIGN KEY (store_id, shopper_id) REFERENCES public.shoppers(store_id, id);

ALTER TABLE ONLY public.marketing_erasures
    ADD CONSTRAINT marketing_erasures_store_id_connection_id_fkey FOREIGN KEY (store_id, connection_id) REFERENCES public.marketing_connections(store_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.marketing_turns
    ADD CONSTRAINT marketing_turns_store_id_connection_id_fkey FOREIGN KEY (store_id, connection_id) REFERENCES public.marketing_connections(store_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES public.organisations(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.merges
    ADD CONSTRAINT merges_store_id_account_id_fkey FOREIGN KEY (store_id, account_id) REFERENCES public.shoppers(store_id, id);

ALTER TABLE ONLY public.merges
    ADD CONSTRAINT merges_store_id_guest_id_fkey FOREIGN KEY (store_id, guest_id) REFERENCES public.shoppers(store_id, id);

ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_store_id_variant_id_fkey FOREIGN KEY (store_id, variant_id) REFERENCES public.variants(store_id, id);

ALTER TABLE ONLY public.prices
    ADD CONSTRAINT prices_store_id_variant_id_fkey FOREIGN KEY (store_id, variant_id) REFERENCES public.variants(store_id, id);

ALTER TABLE ONLY public.report_crossings
    ADD CONSTRAINT report_crossings_store_id_email_fkey FOREIGN KEY (store_id, email) REFERENCES public.report_preferences(store_id, email) ON DELETE CASCADE;

ALTER TABLE ONLY public.shoppers
    ADD CONSTRAINT shoppers_store_id_merged_into_fkey FOREIGN KEY (store_id, merged_into) REFERENCES public.shoppers(store_id, id);

ALTER TABLE ONLY public.sign_up_requests
    ADD CONSTRAINT sign_up_requests_store_id_variant_id_fkey FOREIGN KEY (store_id, variant_id) REFERENCES public.variants(store_id, id);

ALTER TABLE ONLY public.stock_levels
    ADD CONSTRAINT stock_levels_store_id_variant_id_fkey FOREIGN KEY (store_id, variant_id) REFERENCES public.variants(store_id, id);

ALTER TABLE ONLY public.stock
    ADD CONSTRAINT stock_store_id_variant_id_fkey FOREIGN KEY (store_id, variant_id) REFERENCES public.variants(store_id, id);

ALTER TABLE ONLY public.stores
    ADD CONSTRAINT stores_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES public.organisations(id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_store_id_contact_id_fkey FOREIGN KEY (store_id, contact_id) REFERENCES public.contacts(store_id, id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_store_id_variant_id_fkey FOREIGN KEY (store_id, variant_id) REFERENCES public.variants(store_id, id);

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.variant_counts
    ADD CONSTRAINT variant_counts_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.webhook_replays
    ADD CONSTRAINT webhook_replays_store_id_endpoint_id_fkey FOREIGN KEY (store_id, endpoint_id) REFERENCES public.webhook_endpoints(store_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_turns
    ADD CONSTRAINT webhook_turns_store_id_endpoint_id_fkey FOREIGN KEY (store_id, endpoint_id) REFERENCES public.webhook_endpoints(store_id, id) ON DELETE CASCADE;

ALTER TABLE public.api_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_log ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.brakes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.chunks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.clicks ENABLE ROW LEVEL SECURITY;

CREATE POLICY clockwork ON public.erasures FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY clockwork ON public.offer_holds TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY clockwork ON public.offers FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY clockwork ON public.plans FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY clockwork ON public.stock FOR SELECT TO keepsake_worker USING (true);

ALTER TABLE public.confirmation_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.confirmations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.connectors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.consents ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.contacts ENABLE ROW LEVEL SECURITY;

CREATE POLICY credentials ON public.api_keys TO keepsake_hot USING (true);

CREATE POLICY credentials ON public.memberships TO keepsake_hot USING (true);

CREATE POLICY credentials ON public.stores FOR SELECT TO keepsake_hot USING (true);

ALTER TABLE public.deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_0 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_1 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_10 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_11 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_12 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_13 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_14 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_15 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_16 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_17 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_18 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_19 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_2 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_20 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_21 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_22 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_23 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_24 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_25 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_3 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_4 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_5 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_6 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_7 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_8 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_9 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.delivery_batches ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.demand ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.dkim_keys ENABLE ROW LEVEL SECURITY;

CREATE POLICY due ON public.report_preferences FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY erasing ON public.api_keys FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.audit_log FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.brakes FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.chunks FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.clicks FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.confirmation_counts FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.confirmations FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.connectors FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.consents FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.contacts FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_0 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_1 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_10 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_11 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_12 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_13 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_14 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_15 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_16 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_17 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_18 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_19 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_2 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_20 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_21 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_22 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_23 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_24 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_25 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_3 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_4 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_5 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_6 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_7 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_8 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.deliveries_9 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.delivery_batches FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.demand FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.dkim_keys FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.erasures FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.idempotency_keys FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.imports FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.items FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.ledger FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.lists FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.mails_0 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.mails_1 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.mails_2 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.mails_3 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.marketing_connections FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.marketing_erasures FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.marketing_messages FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.marketing_turns FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.merges FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.offer_holds FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.offers FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.order_lines FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.orders FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_0 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_1 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_2 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_3 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_4 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_5 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_6 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_7 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_last_numbers FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_numbers_0 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_numbers_1 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_numbers_2 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_numbers_3 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_numbers_4 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_numbers_5 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_numbers_6 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_numbers_7 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.outbox_parked FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.plan_log FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.plans FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.price_counts FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.prices FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.product_saves FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.report_crossings FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.report_preferences FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.saves FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.send_counts FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.sender_checks FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.sender_health FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.sessions FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.shoppers FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.sightings FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.sign_up_requests FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.stock FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.stock_history FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.stock_levels FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.store_days FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.store_demand FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.store_senders FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.subscriptions FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.suppressions FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.template_versions FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.templates FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.variant_counts FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.variant_days FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.variant_saves FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.variants FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.waiting FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.waves FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.webhook_deliveries_0 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.webhook_deliveries_1 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.webhook_deliveries_2 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.webhook_deliveries_3 FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.webhook_endpoints FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.webhook_replays FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing ON public.webhook_turns FOR DELETE TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.api_keys FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.audit_log FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.brakes FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.chunks FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.clicks FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.confirmation_counts FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.confirmations FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.connectors FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.consents FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.contacts FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_0 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_1 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_10 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_11 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_12 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_13 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_14 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_15 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_16 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_17 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_18 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_19 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_2 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_20 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_21 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_22 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_23 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_24 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_25 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_3 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_4 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_5 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_6 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_7 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_8 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.deliveries_9 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.delivery_batches FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.demand FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.dkim_keys FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.erasures FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.idempotency_keys FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.imports FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.items FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.ledger FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.lists FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.mails_0 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.mails_1 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.mails_2 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.mails_3 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.marketing_connections FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.marketing_erasures FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.marketing_messages FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.marketing_turns FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.merges FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.offer_holds FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.offers FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.order_lines FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.orders FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_0 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_1 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_2 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_3 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_4 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_5 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_6 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_7 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_last_numbers FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_numbers_0 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_numbers_1 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_numbers_2 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_numbers_3 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_numbers_4 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_numbers_5 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_numbers_6 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_numbers_7 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.outbox_parked FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.plan_log FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.plans FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.price_counts FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.prices FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.product_saves FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.report_crossings FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.report_preferences FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.saves FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.send_counts FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.sender_checks FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.sender_health FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.sessions FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.shoppers FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.sightings FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.sign_up_requests FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.stock FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.stock_history FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.stock_levels FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.store_days FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.store_demand FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.store_senders FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.subscriptions FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.suppressions FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.template_versions FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.templates FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.variant_counts FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.variant_days FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.variant_saves FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.variants FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.waiting FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.waves FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.webhook_deliveries_0 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.webhook_deliveries_1 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.webhook_deliveries_2 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.webhook_deliveries_3 FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.webhook_endpoints FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.webhook_replays FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

CREATE POLICY erasing_reads ON public.webhook_turns FOR SELECT TO keepsake_operator USING ((store_id = ( SELECT public.erasing_store() AS erasing_store)));

ALTER TABLE public.erasures ENABLE ROW LEVEL SECURITY;

CREATE POLICY folded ON public.consents FOR INSERT TO keepsake_hot WITH CHECK (true);

CREATE POLICY folded ON public.contacts TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY folded ON public.items TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY folded ON public.ledger FOR INSERT TO keepsake_hot WITH CHECK (true);

CREATE POLICY folded ON public.lists TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY folded ON public.outbox FOR INSERT TO keepsake_hot WITH CHECK (true);

CREATE POLICY folded ON public.prices FOR SELECT TO keepsake_hot USING (true);

CREATE POLICY folded ON public.product_saves FOR SELECT TO keepsake_hot USING (true);

CREATE POLICY folded ON public.sessions TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY folded ON public.shoppers TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY folded ON public.stock FOR SELECT TO keepsake_hot USING (true);

CREATE POLICY folded ON public.subscriptions TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY folded ON public.suppressions FOR SELECT TO keepsake_hot USING (true);

CREATE POLICY folded ON public.variant_counts TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY folded ON public.variants TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY folded ON public.waiting TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY folded_reads ON public.consents FOR SELECT TO keepsake_hot USING (true);

CREATE POLICY folded_writes ON public.connectors TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY folded_writes ON public.sightings TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY housekeeping ON public.audit_log TO keepsake_worker USING ((at < (now() - '2 years'::interval)));

CREATE POLICY housekeeping ON public.confirmations TO keepsake_worker USING (true);

CREATE POLICY housekeeping ON public.idempotency_keys TO keepsake_worker USING (true);

CREATE POLICY housekeeping ON public.sessions TO keepsake_worker USING (true);

CREATE POLICY housekeeping ON public.shoppers FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY housekeeping ON public.sign_up_requests TO keepsake_worker USING (true);

ALTER TABLE public.idempotency_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.imports ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.installation_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.items ENABLE ROW LEVEL SECURITY;

CREATE POLICY lease ON public.chunks TO keepsake_worker USING (true) WITH CHECK (true);

ALTER TABLE public.ledger ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lists ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mails ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mails_0 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mails_1 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mails_2 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mails_3 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.marketing_connections ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.marketing_erasures ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.marketing_messages ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.marketing_turns ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.memberships ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.merges ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.offer_holds ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.offers ENABLE ROW LEVEL SECURITY;

CREATE POLICY old_rows ON public.clicks TO keepsake_worker USING ((at < (now() - '400 days'::interval)));

CREATE POLICY old_rows ON public.orders FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY operator ON public.api_keys TO keepsake_operator USING (true) WITH CHECK (true);

CREATE POLICY operator ON public.idempotency_keys TO keepsake_operator USING (true) WITH CHECK (true);

CREATE POLICY operator ON public.installation_keys TO keepsake_operator USING (true) WITH CHECK (true);

CREATE POLICY operator ON public.memberships TO keepsake_operator USING (true) WITH CHECK (true);

CREATE POLICY operator ON public.organisations TO keepsake_operator USING (true) WITH CHECK (true);

CREATE POLICY operator ON public.outbox FOR INSERT TO keepsake_operator WITH CHECK (true);

CREATE POLICY operator ON public.stores TO keepsake_operator USING (true) WITH CHECK (true);

CREATE POLICY operator_adds ON public.audit_log FOR INSERT TO keepsake_operator WITH CHECK (true);

CREATE POLICY operator_reads ON public.audit_log FOR SELECT TO keepsake_operator USING (true);

CREATE POLICY operators ON public.outbox_parked TO keepsake_hot USING (true) WITH CHECK (true);

ALTER TABLE public.order_lines ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.orders ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.organisations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_0 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_1 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_2 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_3 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_4 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_5 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_6 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_7 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_last_numbers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_numbers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_numbers_0 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_numbers_1 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_numbers_2 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_numbers_3 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_numbers_4 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_numbers_5 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_numbers_6 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_numbers_7 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_parked ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_organisation ON public.memberships TO keepsake_store USING ((organisation_id = ( SELECT public.current_organisation() AS current_organisation))) WITH CHECK ((organisation_id = ( SELECT public.current_organisation() AS current_organisation)));

CREATE POLICY own_organisation ON public.organisations TO keepsake_store USING ((id = ( SELECT public.current_organisation() AS current_organisation))) WITH CHECK ((id = ( SELECT public.current_organisation() AS current_organisation)));

CREATE POLICY own_store ON public.api_keys TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.audit_log TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.brakes TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.chunks TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.clicks TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.confirmation_counts TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.confirmations TO keepsake_store USING (((public.current_store() IS NOT NULL) AND ((store_id IS NULL) OR (store_id = public.current_store())))) WITH CHECK (((public.current_store() IS NOT NULL) AND ((store_id IS NULL) OR (store_id = public.current_store()))));

CREATE POLICY own_store ON public.connectors TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.consents TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.contacts TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_0 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_1 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_10 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_11 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_12 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_13 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_14 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_15 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_16 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_17 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_18 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_19 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_2 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_20 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_21 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_22 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_23 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_24 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_25 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_3 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_4 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_5 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_6 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_7 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_8 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.deliveries_9 TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.delivery_batches TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.demand TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.dkim_keys TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.erasures TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.idempotency_keys TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.imports TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.items TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.ledger TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.lists TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.mails TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.marketing_connections TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.marketing_erasures TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.marketing_messages TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.marketing_turns TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.merges TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.offer_holds TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.offers TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.order_lines TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.orders TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.outbox TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.outbox_parked FOR SELECT TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.plan_log TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.plans TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.price_counts TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.prices TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.product_saves TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.report_crossings TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.report_preferences TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.saves TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.send_counts TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.sender_checks TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.sender_health TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.sessions TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.shoppers TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.sightings TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.sign_up_requests TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.stock TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.stock_history TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.stock_levels TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.store_days TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.store_demand TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.store_senders TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.stores TO keepsake_store USING ((id = public.current_store())) WITH CHECK ((id = public.current_store()));

CREATE POLICY own_store ON public.subscriptions TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.suppressions TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.template_versions TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.templates TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.variant_counts TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.variant_days TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.variant_saves TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.variants TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.waiting TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.waves TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.webhook_deliveries TO keepsake_store USING ((store_id = ( SELECT public.current_store() AS current_store))) WITH CHECK ((store_id = ( SELECT public.current_store() AS current_store)));

CREATE POLICY own_store ON public.webhook_endpoints TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.webhook_replays TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.webhook_turns TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

ALTER TABLE public.plan_log ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.plans ENABLE ROW LEVEL SECURITY;

CREATE POLICY polls ON public.offer_holds FOR SELECT TO keepsake_hot USING (true);

ALTER TABLE public.price_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.prices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.product_saves ENABLE ROW LEVEL SECURITY;

CREATE POLICY reader ON public.outbox FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY reader ON public.outbox_0 FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY reader ON public.outbox_1 FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY reader ON public.outbox_2 FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY reader ON public.outbox_3 FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY reader ON public.outbox_4 FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY reader ON public.outbox_5 FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY reader ON public.outbox_6 FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY reader ON public.outbox_7 FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY reading ON public.installation_keys FOR SELECT TO keepsake_hot USING (true);

ALTER TABLE public.report_crossings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.report_preferences ENABLE ROW LEVEL SECURITY;

CREATE POLICY restored ON public.outbox FOR UPDATE TO keepsake_worker USING (true);

CREATE POLICY roll_up ON public.demand TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY roll_up ON public.items FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY roll_up ON public.product_saves TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY roll_up ON public.saves TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY roll_up ON public.store_days TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY roll_up ON public.store_demand TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY roll_up ON public.subscriptions FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY roll_up ON public.variant_days TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY roll_up ON public.variant_saves TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY roll_up ON public.variants FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY roll_up ON public.waiting FOR SELECT TO keepsake_worker USING (true);

ALTER TABLE public.saves ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.send_counts ENABLE ROW LEVEL SECURITY;

CREATE POLICY sender ON public.mails TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY sender ON public.mails_0 TO keepsake_worker USING (true);

CREATE POLICY sender ON public.mails_1 TO keepsake_worker USING (true);

CREATE POLICY sender ON public.mails_2 TO keepsake_worker USING (true);

CREATE POLICY sender ON public.mails_3 TO keepsake_worker USING (true);

ALTER TABLE public.sender_checks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sender_health ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.shoppers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sightings ENABLE ROW LEVEL SECURITY;

CREATE POLICY sign_ins ON public.audit_log FOR INSERT TO keepsake_hot WITH CHECK ((store_id IS NULL));

ALTER TABLE public.sign_up_requests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stock ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stock_history ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stock_levels ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.store_days ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.store_demand ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.store_senders ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stores ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.subscriptions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.suppressions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.template_versions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.templates ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.variant_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.variant_days ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.variant_saves ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.variants ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.waiting ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.waves ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_deliveries_0 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_deliveries_1 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_deliveries_2 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_deliveries_3 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_endpoints ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_replays ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_turns ENABLE ROW LEVEL SECURITY;

CREATE POLICY worker ON public.marketing_connections FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY worker ON public.marketing_erasures TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY worker ON public.marketing_messages TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY worker ON public.marketing_turns TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY worker ON public.outbox_last_numbers TO keepsake_worker USING (true);

CREATE POLICY worker ON public.outbox_numbers TO keepsake_worker USING (true);

CREATE POLICY worker ON public.outbox_numbers_0 TO keepsake_worker USING (true);

CREATE POLICY worker ON public.outbox_numbers_1 TO keepsake_worker USING (true);

CREATE POLICY worker ON public.outbox_numbers_2 TO keepsake_worker USING (true);

CREATE POLICY worker ON public.outbox_numbers_3 TO keepsake_worker USING (true);

CREATE POLICY worker ON public.outbox_numbers_4 TO keepsake_worker USING (true);

CREATE POLICY worker ON public.outbox_numbers_5 TO keepsake_worker USING (true);

CREATE POLICY worker ON public.outbox_numbers_6 TO keepsake_worker USING (true);

CREATE POLICY worker ON public.outbox_numbers_7 TO keepsake_worker USING (true);

CREATE POLICY worker ON public.outbox_parked TO keepsake_worker USING (true);

CREATE POLICY worker ON public.webhook_deliveries TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY worker ON public.webhook_deliveries_0 TO keepsake_worker USING (true);

CREATE POLICY worker ON public.webhook_deliveries_1 TO keepsake_worker USING (true);

CREATE POLICY worker ON public.webhook_deliveries_2 TO keepsake_worker USING (true);

CREATE POLICY worker ON public.webhook_deliveries_3 TO keepsake_worker USING (true);

CREATE POLICY worker ON public.webhook_endpoints FOR SELECT TO keepsake_worker USING (true);

CREATE POLICY worker ON public.webhook_replays TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY worker ON public.webhook_turns TO keepsake_worker USING (true) WITH CHECK (true);

GRANT USAGE ON SCHEMA dashboard TO keepsake_hot;
GRANT USAGE ON SCHEMA dashboard TO keepsake_worker;
GRANT USAGE ON SCHEMA dashboard TO keepsake_operator;

GRANT USAGE ON SCHEMA public TO keepsake_store;
GRANT USAGE ON SCHEMA public TO keepsake_hot;
GRANT USAGE ON SCHEMA public TO keepsake_worker;
GRANT USAGE ON SCHEMA public TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE dashboard.account TO keepsake_hot;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE dashboard.passkey TO keepsake_hot;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE dashboard.session TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE dashboard.session TO keepsake_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE dashboard."twoFactor" TO keepsake_hot;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE dashboard."user" TO keepsake_hot;
GRANT DELETE ON TABLE dashboard."user" TO keepsake_operator;

GRANT SELECT(id) ON TABLE dashboard."user" TO keepsake_operator;

GRANT SELECT(email) ON TABLE dashboard."user" TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE dashboard.verification TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE dashboard.verification TO keepsake_worker;

GRANT SELECT ON TABLE public.api_keys TO keepsake_hot;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_keys TO keepsake_operator;

GRANT SELECT(store_id),INSERT(store_id) ON TABLE public.api_keys TO keepsake_store;

GRANT SELECT(id),INSERT(id) ON TABLE public.api_keys TO keepsake_store;

GRANT SELECT(name),INSERT(name) ON TABLE public.api_keys TO keepsake_store;

GRANT SELECT(scopes),INSERT(scopes) ON TABLE public.api_keys TO keepsake_store;

GRANT INSERT(secret_hash) ON TABLE public.api_keys TO keepsake_store;

GRANT SELECT(created_at) ON TABLE public.api_keys TO keepsake_store;

GRANT SELECT(expires_at),UPDATE(expires_at) ON TABLE public.api_keys TO keepsake_store;

GRANT SELECT(revoked_at),UPDATE(revoked_at) ON TABLE public.api_keys TO keepsake_store;

GRANT UPDATE(last_used_at) ON TABLE public.api_keys TO keepsake_hot;
GRANT SELECT(last_used_at) ON TABLE public.api_keys TO keepsake_store;

GRANT SELECT,INSERT ON TABLE public.audit_log TO keepsake_store;
GRANT SELECT,INSERT,DELETE ON TABLE public.audit_log TO keepsake_operator;
GRANT INSERT ON TABLE public.audit_log TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.audit_log TO keepsake_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.brakes TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.brakes TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.chunks TO keepsake_store;
GRANT SELECT ON TABLE public.chunks TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.chunks TO keepsake_operator;

GRANT UPDATE(turn) ON TABLE public.chunks TO keepsake_worker;

GRANT UPDATE(due_at) ON TABLE public.chunks TO keepsake_worker;

GRANT UPDATE(lease) ON TABLE public.chunks TO keepsake_worker;

GRANT UPDATE(state) ON TABLE public.chunks TO keepsake_worker;

GRANT UPDATE(tries) ON TABLE public.chunks TO keepsake_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.clicks TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.clicks TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.clicks TO keepsake_operator;

GRANT SELECT,INSERT,UPDATE ON TABLE public.confirmation_counts TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.confirmation_counts TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.confirmations TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.confirmations TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.confirmations TO keepsake_operator;

GRANT SELECT,DELETE ON TABLE public.connectors TO keepsake_store;
GRANT SELECT,INSERT,UPDATE ON TABLE public.connectors TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.connectors TO keepsake_operator;

GRANT SELECT,INSERT,DELETE ON TABLE public.consents TO keepsake_store;
GRANT INSERT ON TABLE public.consents TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.consents TO keepsake_operator;

GRANT SELECT(subscription_id) ON TABLE public.consents TO keepsake_hot;

GRANT SELECT(store_id) ON TABLE public.consents TO keepsake_hot;

GRANT SELECT(text_version) ON TABLE public.consents TO keepsake_hot;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.contacts TO keepsake_store;
GRANT SELECT,INSERT,UPDATE ON TABLE public.contacts TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.contacts TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.deliveries TO keepsake_store;

GRANT TRUNCATE ON TABLE public.deliveries_0 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_0 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_1 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_1 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_10 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_10 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_11 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_11 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_12 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_12 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_13 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_13 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_14 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_14 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_15 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_15 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_16 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_16 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_17 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_17 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_18 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_18 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_19 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_19 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_2 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_2 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_20 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_20 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_21 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_21 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_22 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_22 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_23 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_23 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_24 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_24 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_25 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_25 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_3 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_3 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_4 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_4 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_5 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_5 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_6 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_6 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_7 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_7 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_8 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_8 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.deliveries_9 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.deliveries_9 TO keepsake_operator;

GRANT SELECT,INSERT,DELETE ON TABLE public.delivery_batches TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.delivery_batches TO keepsake_operator;

GRANT SELECT ON TABLE public.demand TO keepsake_store;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.demand TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.demand TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.dkim_keys TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.dkim_keys TO keepsake_operator;

GRANT SELECT,INSERT,UPDATE ON TABLE public.erasures TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.erasures TO keepsake_operator;

GRANT SELECT(id) ON TABLE public.erasures TO keepsake_worker;

GRANT SELECT(requested_at) ON TABLE public.erasures TO keepsake_worker;

GRANT SELECT(due_at) ON TABLE public.erasures TO keepsake_worker;

GRANT SELECT(store_id) ON TABLE public.erasures TO keepsake_worker;

GRANT SELECT(state) ON TABLE public.erasures TO keepsake_worker;

GRANT USAGE,UPDATE ON SEQUENCE public.id_numbers_0 TO keepsake_store;
GRANT USAGE,UPDATE ON SEQUENCE public.id_numbers_0 TO keepsake_hot;
GRANT USAGE,UPDATE ON SEQUENCE public.id_numbers_0 TO keepsake_worker;

GRANT USAGE,UPDATE ON SEQUENCE public.id_numbers_1 TO keepsake_store;
GRANT USAGE,UPDATE ON SEQUENCE public.id_numbers_1 TO keepsake_hot;
GRANT USAGE,UPDATE ON SEQUENCE public.id_numbers_1 TO keepsake_worker;

GRANT USAGE,UPDATE ON SEQUENCE public.id_turn TO keepsake_store;
GRANT USAGE,UPDATE ON SEQUENCE public.id_turn TO keepsake_hot;
GRANT USAGE,UPDATE ON SEQUENCE public.id_turn TO keepsake_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.idempotency_keys TO keepsake_store;
GRANT DELETE ON TABLE public.idempotency_keys TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.idempotency_keys TO keepsake_operator;

GRANT SELECT(store_id) ON TABLE public.idempotency_keys TO keepsake_worker;
GRANT SELECT(store_id) ON TABLE public.idempotency_keys TO keepsake_operator;

GRANT SELECT(key_hash) ON TABLE public.idempotency_keys TO keepsake_worker;
GRANT SELECT(key_hash) ON TABLE public.idempotency_keys TO keepsake_operator;

GRANT SELECT(sealed_body),UPDATE(sealed_body) ON TABLE public.idempotency_keys TO keepsake_operator;

GRANT SELECT(created_at) ON TABLE public.idempotency_keys TO keepsake_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.imports TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.imports TO keepsake_operator;

GRANT SELECT ON TABLE public.installation_keys TO keepsake_hot;
GRANT SELECT,INSERT,UPDATE ON TABLE public.installation_keys TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.items TO keepsake_store;
GRANT SELECT,INSERT,UPDATE ON TABLE public.items TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.items TO keepsake_operator;

GRANT SELECT(variant_id) ON TABLE public.items TO keepsake_worker;

GRANT SELECT(store_id) ON TABLE public.items TO keepsake_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.ledger TO keepsake_store;
GRANT INSERT ON TABLE public.ledger TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.ledger TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lists TO keepsake_store;
GRANT SELECT,UPDATE ON TABLE public.lists TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.lists TO keepsake_operator;

GRANT SELECT,INSERT,DELETE ON TABLE public.mails TO keepsake_store;
GRANT SELECT,UPDATE ON TABLE public.mails TO keepsake_worker;

GRANT UPDATE(due_at) ON TABLE public.mails TO keepsake_store;

GRANT TRUNCATE ON TABLE public.mails_0 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.mails_0 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.mails_1 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.mails_1 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.mails_2 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.mails_2 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.mails_3 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.mails_3 TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.marketing_connections TO keepsake_store;
GRANT SELECT ON TABLE public.marketing_connections TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.marketing_connections TO keepsake_operator;

GRANT SELECT,INSERT,DELETE ON TABLE public.marketing_erasures TO keepsake_store;
GRANT SELECT,DELETE,UPDATE ON TABLE public.marketing_erasures TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.marketing_erasures TO keepsake_operator;

GRANT SELECT,INSERT,DELETE ON TABLE public.marketing_messages TO keepsake_store;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.marketing_messages TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.marketing_messages TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.marketing_turns TO keepsake_store;
GRANT SELECT,UPDATE ON TABLE public.marketing_turns TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.marketing_turns TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memberships TO keepsake_store;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memberships TO keepsake_operator;
GRANT SELECT ON TABLE public.memberships TO keepsake_hot;

GRANT UPDATE(joined_at) ON TABLE public.memberships TO keepsake_hot;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.merges TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.merges TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.offer_holds TO keepsake_store;
GRANT SELECT ON TABLE public.offer_holds TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.offer_holds TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.offer_holds TO keepsake_operator;

GRANT UPDATE(since) ON TABLE public.offer_holds TO keepsake_worker;

GRANT UPDATE(ended_at) ON TABLE public.offer_holds TO keepsake_worker;

GRANT UPDATE(state) ON TABLE public.offer_holds TO keepsake_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.offers TO keepsake_store;
GRANT SELECT ON TABLE public.offers TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.offers TO keepsake_operator;

GRANT SELECT,INSERT,DELETE ON TABLE public.operators TO keepsake_operator;
GRANT SELECT ON TABLE public.operators TO keepsake_hot;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.order_lines TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.order_lines TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.orders TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.orders TO keepsake_operator;

GRANT SELECT(reported_at) ON TABLE public.orders TO keepsake_worker;

GRANT SELECT(store_id) ON TABLE public.orders TO keepsake_worker;

GRANT SELECT(id) ON TABLE public.orders TO keepsake_worker;

GRANT SELECT,UPDATE ON TABLE public.organisations TO keepsake_store;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.organisations TO keepsake_operator;

GRANT INSERT ON TABLE public.outbox TO keepsake_store;
GRANT INSERT ON TABLE public.outbox TO keepsake_operator;
GRANT SELECT ON TABLE public.outbox TO keepsake_worker;
GRANT INSERT ON TABLE public.outbox TO keepsake_hot;

GRANT UPDATE(xid) ON TABLE public.outbox TO keepsake_worker;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_0 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_0 TO keepsake_operator;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_1 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_1 TO keepsake_operator;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_2 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_2 TO keepsake_operator;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_3 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_3 TO keepsake_operator;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_4 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_4 TO keepsake_operator;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_5 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_5 TO keepsake_operator;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_6 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_6 TO keepsake_operator;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_7 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_7 TO keepsake_operator;

GRANT SELECT,INSERT ON TABLE public.outbox_batches TO keepsake_worker;
GRANT SELECT ON TABLE public.outbox_batches TO keepsake_store;

GRANT TRUNCATE ON TABLE public.outbox_batches_0 TO keepsake_worker;

GRANT TRUNCATE ON TABLE public.outbox_batches_1 TO keepsake_worker;

GRANT TRUNCATE ON TABLE public.outbox_batches_2 TO keepsake_worker;

GRANT TRUNCATE ON TABLE public.outbox_batches_3 TO keepsake_worker;

GRANT TRUNCATE ON TABLE public.outbox_batches_4 TO keepsake_worker;

GRANT TRUNCATE ON TABLE public.outbox_batches_5 TO keepsake_worker;

GRANT TRUNCATE ON TABLE public.outbox_batches_6 TO keepsake_worker;

GRANT TRUNCATE ON TABLE public.outbox_batches_7 TO keepsake_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox_last_numbers TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_last_numbers TO keepsake_operator;

GRANT SELECT,INSERT ON TABLE public.outbox_numbers TO keepsake_worker;

GRANT TRUNCATE ON TABLE public.outbox_numbers_0 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_numbers_0 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.outbox_numbers_1 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_numbers_1 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.outbox_numbers_2 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_numbers_2 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.outbox_numbers_3 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_numbers_3 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.outbox_numbers_4 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_numbers_4 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.outbox_numbers_5 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_numbers_5 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.outbox_numbers_6 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_numbers_6 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.outbox_numbers_7 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_numbers_7 TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox_parked TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.outbox_parked TO keepsake_operator;

GRANT SELECT(reader) ON TABLE public.outbox_parked TO keepsake_store;
GRANT SELECT(reader) ON TABLE public.outbox_parked TO keepsake_hot;

GRANT SELECT(event_id) ON TABLE public.outbox_parked TO keepsake_hot;

GRANT SELECT(store_id) ON TABLE public.outbox_parked TO keepsake_store;
GRANT SELECT(store_id) ON TABLE public.outbox_parked TO keepsake_hot;

GRANT SELECT(number) ON TABLE public.outbox_parked TO keepsake_hot;

GRANT SELECT(subject) ON TABLE public.outbox_parked TO keepsake_hot;

GRANT SELECT(created_at) ON TABLE public.outbox_parked TO keepsake_store;
GRANT SELECT(created_at) ON TABLE public.outbox_parked TO keepsake_hot;

GRANT SELECT(tries) ON TABLE public.outbox_parked TO keepsake_hot;

GRANT UPDATE(retries) ON TABLE public.outbox_parked TO keepsake_hot;

GRANT SELECT(error) ON TABLE public.outbox_parked TO keepsake_hot;

GRANT SELECT(parked_at) ON TABLE public.outbox_parked TO keepsake_hot;

GRANT SELECT(retry_at),UPDATE(retry_at) ON TABLE public.outbox_parked TO keepsake_hot;

GRANT SELECT,UPDATE ON TABLE public.outbox_partitions TO keepsake_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox_positions TO keepsake_worker;
GRANT SELECT ON TABLE public.outbox_positions TO keepsake_store;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox_workers TO keepsake_worker;
GRANT SELECT ON TABLE public.outbox_workers TO keepsake_store;

GRANT SELECT,INSERT,DELETE ON TABLE public.plan_log TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.plan_log TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.plans TO keepsake_store;
GRANT SELECT ON TABLE public.plans TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.plans TO keepsake_operator;

GRANT SELECT,INSERT,UPDATE ON TABLE public.price_counts TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.price_counts TO keepsake_operator;

GRANT SELECT,INSERT ON TABLE public.prices TO keepsake_store;
GRANT SELECT ON TABLE public.prices TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.prices TO keepsake_operator;

GRANT SELECT ON TABLE public.product_saves TO keepsake_store;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.product_saves TO keepsake_worker;
GRANT SELECT ON TABLE public.product_saves TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.product_saves TO keepsake_operator;

GRANT SELECT,INSERT,DELETE ON TABLE public.report_crossings TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.report_crossings TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.report_preferences TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.report_preferences TO keepsake_operator;

GRANT SELECT(due_at) ON TABLE public.report_preferences TO keepsake_worker;

GRANT SELECT(store_id) ON TABLE public.report_preferences TO keepsake_worker;

GRANT SELECT(email) ON TABLE public.report_preferences TO keepsake_worker;

GRANT SELECT ON TABLE public.saves TO keepsake_store;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.saves TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.saves TO keepsake_operator;

GRANT SELECT ON TABLE public.schema_migrations TO keepsake_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.send_counts TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.send_counts TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sender_checks TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.sender_checks TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sender_health TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.sender_health TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sessions TO keepsake_store;
GRANT SELECT,UPDATE ON TABLE public.sessions TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.sessions TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.sessions TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.shoppers TO keepsake_store;
GRANT SELECT,INSERT ON TABLE public.shoppers TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.shoppers TO keepsake_operator;

GRANT SELECT(id) ON TABLE public.shoppers TO keepsake_worker;

GRANT SELECT(created_at) ON TABLE public.shoppers TO keepsake_worker;
GRANT UPDATE(created_at) ON TABLE public.shoppers TO keepsake_hot;

GRANT SELECT(store_id) ON TABLE public.shoppers TO keepsake_worker;

GRANT UPDATE(email) ON TABLE public.shoppers TO keepsake_hot;

GRANT SELECT ON TABLE public.sightings TO keepsake_store;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sightings TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.sightings TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_failures TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.sign_in_failures TO keepsake_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_up_requests TO keepsake_store;
GRANT DELETE ON TABLE public.sign_up_requests TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.sign_up_requests TO keepsake_operator;

GRANT SELECT(id) ON TABLE public.sign_up_requests TO keepsake_worker;

GRANT SELECT(requested_at) ON TABLE public.sign_up_requests TO keepsake_worker;

GRANT SELECT(confirmed_at) ON TABLE public.sign_up_requests TO keepsake_worker;

GRANT SELECT(store_id) ON TABLE public.sign_up_requests TO keepsake_worker;

GRANT SELECT(waits_since) ON TABLE public.sign_up_requests TO keepsake_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.stock TO keepsake_store;
GRANT SELECT ON TABLE public.stock TO keepsake_worker;
GRANT SELECT ON TABLE public.stock TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.stock TO keepsake_operator;

GRANT SELECT,INSERT,DELETE ON TABLE public.stock_history TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.stock_history TO keepsake_operator;

GRANT SELECT,INSERT,UPDATE ON TABLE public.stock_levels TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.stock_levels TO keepsake_operator;

GRANT SELECT ON TABLE public.store_days TO keepsake_store;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.store_days TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.store_days TO keepsake_operator;

GRANT SELECT ON TABLE public.store_demand TO keepsake_store;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.store_demand TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.store_demand TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.store_senders TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.store_senders TO keepsake_operator;

GRANT SELECT ON TABLE public.stores TO keepsake_store;
GRANT SELECT ON TABLE public.stores TO keepsake_hot;
GRANT SELECT,INSERT,UPDATE ON TABLE public.stores TO keepsake_operator;

GRANT UPDATE(name) ON TABLE public.stores TO keepsake_store;

GRANT UPDATE(session_epoch) ON TABLE public.stores TO keepsake_store;

GRANT UPDATE(settings) ON TABLE public.stores TO keepsake_store;

GRANT UPDATE(sender_version) ON TABLE public.stores TO keepsake_store;

GRANT UPDATE(sender_media) ON TABLE public.stores TO keepsake_store;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.subscriptions TO keepsake_store;
GRANT SELECT,INSERT,UPDATE ON TABLE public.subscriptions TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.subscriptions TO keepsake_operator;

GRANT SELECT(id) ON TABLE public.subscriptions TO keepsake_worker;

GRANT SELECT(store_id) ON TABLE public.subscriptions TO keepsake_worker;

GRANT SELECT(topic) ON TABLE public.subscriptions TO keepsake_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.suppressions TO keepsake_store;
GRANT SELECT ON TABLE public.suppressions TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.suppressions TO keepsake_operator;

GRANT SELECT,INSERT,DELETE ON TABLE public.template_versions TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.template_versions TO keepsake_operator;

GRANT UPDATE(language) ON TABLE public.template_versions TO keepsake_store;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.templates TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.templates TO keepsake_operator;

GRANT SELECT,INSERT,UPDATE ON TABLE public.variant_counts TO keepsake_store;
GRANT SELECT,INSERT,UPDATE ON TABLE public.variant_counts TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.variant_counts TO keepsake_operator;

GRANT SELECT ON TABLE public.variant_days TO keepsake_store;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.variant_days TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.variant_days TO keepsake_operator;

GRANT SELECT ON TABLE public.variant_saves TO keepsake_store;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.variant_saves TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.variant_saves TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.variants TO keepsake_store;
GRANT SELECT,INSERT ON TABLE public.variants TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.variants TO keepsake_operator;

GRANT SELECT(id) ON TABLE public.variants TO keepsake_worker;

GRANT SELECT(store_id) ON TABLE public.variants TO keepsake_worker;

GRANT SELECT(product_id) ON TABLE public.variants TO keepsake_worker;

GRANT SELECT(product) ON TABLE public.variants TO keepsake_worker;

GRANT UPDATE(unused_since) ON TABLE public.variants TO keepsake_hot;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.waiting TO keepsake_store;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.waiting TO keepsake_hot;
GRANT SELECT,DELETE ON TABLE public.waiting TO keepsake_operator;

GRANT SELECT(variant_id) ON TABLE public.waiting TO keepsake_worker;

GRANT SELECT(store_id) ON TABLE public.waiting TO keepsake_worker;

GRANT SELECT(quantity) ON TABLE public.waiting TO keepsake_worker;

GRANT SELECT(topic) ON TABLE public.waiting TO keepsake_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.waves TO keepsake_store;
GRANT SELECT,DELETE ON TABLE public.waves TO keepsake_operator;

GRANT SELECT,INSERT ON TABLE public.webhook_deliveries TO keepsake_store;
GRANT SELECT,INSERT,UPDATE ON TABLE public.webhook_deliveries TO keepsake_worker;

GRANT TRUNCATE ON TABLE public.webhook_deliveries_0 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.webhook_deliveries_0 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.webhook_deliveries_1 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.webhook_deliveries_1 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.webhook_deliveries_2 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.webhook_deliveries_2 TO keepsake_operator;

GRANT TRUNCATE ON TABLE public.webhook_deliveries_3 TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.webhook_deliveries_3 TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_endpoints TO keepsake_store;
GRANT SELECT ON TABLE public.webhook_endpoints TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.webhook_endpoints TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_replays TO keepsake_store;
GRANT SELECT,UPDATE ON TABLE public.webhook_replays TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.webhook_replays TO keepsake_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_turns TO keepsake_store;
GRANT SELECT,UPDATE ON TABLE public.webhook_turns TO keepsake_worker;
GRANT SELECT,DELETE ON TABLE public.webhook_turns TO keepsake_operator;
