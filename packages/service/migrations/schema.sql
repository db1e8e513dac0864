CREATE FUNCTION public.current_store() RETURNS integer
    LANGUAGE sql STABLE
    AS $$ select nullif(current_setting('app.store_id', true), '')::integer $$;

CREATE FUNCTION public.empty_outbox_slot(slot integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$ begin execute format('truncate outbox_%s', slot); return slot; end $$;

CREATE FUNCTION public.new_id(store_id integer) RETURNS bigint
    LANGUAGE sql
    AS $$
    select ((store_id >> 19)::bigint << 51)
      | ((extract(epoch from clock_timestamp())::bigint - 1577836800) << 19)
      | (nextval('id_sequence') & 524287)
  $$;

CREATE FUNCTION public.outbox_slot(at timestamp with time zone) RETURNS smallint
    LANGUAGE sql IMMUTABLE
    AS $$ select ((extract(epoch from at)::bigint / 86400) % 8)::smallint $$;

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
    CONSTRAINT api_keys_scopes_check CHECK (((cardinality(scopes) >= 1) AND (cardinality(scopes) <= 10))),
    CONSTRAINT api_keys_secret_hash_check CHECK ((length(secret_hash) = 32))
);

ALTER TABLE ONLY public.api_keys FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.id_sequence
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 64;

CREATE TABLE public.idempotency_keys (
    store_id integer NOT NULL,
    key_hash bytea NOT NULL,
    fingerprint bytea NOT NULL,
    sealed_body bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT idempotency_keys_fingerprint_check CHECK ((length(fingerprint) = 32)),
    CONSTRAINT idempotency_keys_key_hash_check CHECK ((length(key_hash) = 32))
);

ALTER TABLE ONLY public.idempotency_keys FORCE ROW LEVEL SECURITY;

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
WITH (fillfactor='95');

ALTER TABLE ONLY public.items FORCE ROW LEVEL SECURITY;

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
    lid uuid DEFAULT gen_random_uuid() NOT NULL,
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
WITH (fillfactor='75');

ALTER TABLE ONLY public.lists FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mails (
    id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    store_id integer NOT NULL,
    shopper_id bigint NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    kind text NOT NULL,
    to_email text NOT NULL,
    subject text NOT NULL,
    text_body text NOT NULL,
    html_body text NOT NULL,
    problem text,
    CONSTRAINT mails_kind_check CHECK ((length(kind) <= 40)),
    CONSTRAINT mails_subject_check CHECK ((length(subject) <= 300)),
    CONSTRAINT mails_to_email_check CHECK ((length(to_email) <= 254))
);

ALTER TABLE ONLY public.mails FORCE ROW LEVEL SECURITY;

CREATE TABLE public.merges (
    id bigint NOT NULL,
    guest_id bigint NOT NULL,
    account_id bigint NOT NULL,
    merged_at timestamp with time zone DEFAULT now() NOT NULL,
    undone_at timestamp with time zone,
    store_id integer NOT NULL,
    moved jsonb DEFAULT '{}'::jsonb NOT NULL
);

ALTER TABLE ONLY public.merges FORCE ROW LEVEL SECURITY;

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
);

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
);

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
);

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
);

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
);

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
);

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
);

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
);

ALTER TABLE ONLY public.outbox_7 FORCE ROW LEVEL SECURITY;

ALTER TABLE public.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.outbox_readers (
    name text NOT NULL,
    xid xid8 DEFAULT '0'::xid8 NOT NULL,
    id bigint DEFAULT 0 NOT NULL,
    CONSTRAINT outbox_readers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 64)))
);

CREATE TABLE public.product_saves (
    store_id integer NOT NULL,
    people bigint DEFAULT 0 NOT NULL,
    product_id text NOT NULL,
    CONSTRAINT product_saves_product_id_check CHECK ((length(product_id) <= 64))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.product_saves FORCE ROW LEVEL SECURITY;

CREATE TABLE public.saves (
    store_id integer NOT NULL,
    shopper_id bigint NOT NULL,
    times integer NOT NULL,
    product_id text NOT NULL,
    CONSTRAINT saves_product_id_check CHECK ((length(product_id) <= 64))
)
WITH (fillfactor='90');

ALTER TABLE ONLY public.saves FORCE ROW LEVEL SECURITY;

CREATE TABLE public.schema_migrations (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.shoppers (
    id bigint NOT NULL,
    merged_into bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    session_epoch integer DEFAULT 0 NOT NULL,
    regid uuid NOT NULL,
    email text,
    CONSTRAINT shoppers_check CHECK (((merged_into IS NULL) OR (email IS NULL))),
    CONSTRAINT shoppers_email_check CHECK ((length(email) <= 254))
)
WITH (fillfactor='95');

ALTER TABLE ONLY public.shoppers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.stores (
    id integer NOT NULL,
    pid text NOT NULL,
    name text NOT NULL,
    sealed_secret bytea NOT NULL,
    identity_secret_version integer DEFAULT 1 NOT NULL,
    session_epoch integer DEFAULT 0 NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT stores_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT stores_pid_check CHECK (((length(pid) >= 6) AND (length(pid) <= 64)))
);

ALTER TABLE ONLY public.stores FORCE ROW LEVEL SECURITY;

CREATE TABLE public.variants (
    id bigint NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    store_id integer NOT NULL,
    epi text NOT NULL,
    empi text,
    product jsonb,
    CONSTRAINT variants_empi_check CHECK (((length(empi) >= 1) AND (length(empi) <= 64))),
    CONSTRAINT variants_epi_check CHECK (((length(epi) >= 1) AND (length(epi) <= 64)))
);

ALTER TABLE ONLY public.variants FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_0 FOR VALUES IN ('0');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_1 FOR VALUES IN ('1');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_2 FOR VALUES IN ('2');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_3 FOR VALUES IN ('3');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_4 FOR VALUES IN ('4');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_5 FOR VALUES IN ('5');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_6 FOR VALUES IN ('6');

ALTER TABLE ONLY public.outbox ATTACH PARTITION public.outbox_7 FOR VALUES IN ('7');

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (store_id, key_hash);

ALTER TABLE ONLY public.items
    ADD CONSTRAINT items_pkey PRIMARY KEY (list_id, variant_id);

ALTER TABLE ONLY public.lists
    ADD CONSTRAINT lists_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.merges
    ADD CONSTRAINT merges_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.outbox_readers
    ADD CONSTRAINT outbox_readers_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.product_saves
    ADD CONSTRAINT product_saves_pkey PRIMARY KEY (store_id, product_id);

ALTER TABLE ONLY public.saves
    ADD CONSTRAINT saves_pkey PRIMARY KEY (store_id, product_id, shopper_id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.shoppers
    ADD CONSTRAINT shoppers_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.stores
    ADD CONSTRAINT stores_pid_key UNIQUE (pid);

ALTER TABLE ONLY public.stores
    ADD CONSTRAINT stores_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.variants
    ADD CONSTRAINT variants_pkey PRIMARY KEY (store_id, id);

CREATE UNIQUE INDEX api_keys_by_id ON public.api_keys USING btree (id);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

CREATE UNIQUE INDEX lists_by_lid ON public.lists USING btree (lid);

CREATE INDEX lists_of_shopper ON public.lists USING btree (store_id, shopper_id);

CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE ((sent_at IS NULL) AND (attempts < 8));

CREATE INDEX mails_of_shopper ON public.mails USING btree (store_id, shopper_id, created_at);

CREATE INDEX mails_to ON public.mails USING btree (store_id, to_email, created_at);

CREATE UNIQUE INDEX merges_standing ON public.merges USING btree (store_id, guest_id) WHERE (undone_at IS NULL);

CREATE INDEX outbox_in_order ON ONLY public.outbox USING btree (xid, id);

CREATE INDEX outbox_0_xid_id_idx ON public.outbox_0 USING btree (xid, id);

CREATE INDEX outbox_1_xid_id_idx ON public.outbox_1 USING btree (xid, id);

CREATE INDEX outbox_2_xid_id_idx ON public.outbox_2 USING btree (xid, id);

CREATE INDEX outbox_3_xid_id_idx ON public.outbox_3 USING btree (xid, id);

CREATE INDEX outbox_4_xid_id_idx ON public.outbox_4 USING btree (xid, id);

CREATE INDEX outbox_5_xid_id_idx ON public.outbox_5 USING btree (xid, id);

CREATE INDEX outbox_6_xid_id_idx ON public.outbox_6 USING btree (xid, id);

CREATE INDEX outbox_7_xid_id_idx ON public.outbox_7 USING btree (xid, id);

CREATE UNIQUE INDEX shoppers_by_regid ON public.shoppers USING btree (store_id, regid);

CREATE INDEX shoppers_merged ON public.shoppers USING btree (store_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE UNIQUE INDEX variants_by_epi ON public.variants USING btree (store_id, epi);

CREATE INDEX variants_of_product ON public.variants USING btree (store_id, empi) WHERE (empi IS NOT NULL);

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_0_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_1_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_2_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_3_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_4_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_5_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_6_xid_id_idx;

ALTER INDEX public.outbox_in_order ATTACH PARTITION public.outbox_7_xid_id_idx;

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.items
    ADD CONSTRAINT items_store_id_list_id_fkey FOREIGN KEY (store_id, list_id) REFERENCES public.lists(store_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lists
    ADD CONSTRAINT lists_store_id_moved_to_fkey FOREIGN KEY (store_id, moved_to) REFERENCES public.lists(store_id, id) ON DELETE SET NULL (moved_to);

ALTER TABLE ONLY public.lists
    ADD CONSTRAINT lists_store_id_shopper_id_fkey FOREIGN KEY (store_id, shopper_id) REFERENCES public.shoppers(store_id, id);

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.merges
    ADD CONSTRAINT merges_store_id_account_id_fkey FOREIGN KEY (store_id, account_id) REFERENCES public.shoppers(store_id, id);

ALTER TABLE ONLY public.merges
    ADD CONSTRAINT merges_store_id_guest_id_fkey FOREIGN KEY (store_id, guest_id) REFERENCES public.shoppers(store_id, id);

ALTER TABLE ONLY public.product_saves
    ADD CONSTRAINT product_saves_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.saves
    ADD CONSTRAINT saves_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.shoppers
    ADD CONSTRAINT shoppers_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.shoppers
    ADD CONSTRAINT shoppers_store_id_merged_into_fkey FOREIGN KEY (store_id, merged_into) REFERENCES public.shoppers(store_id, id);

ALTER TABLE ONLY public.variants
    ADD CONSTRAINT variants_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE public.api_keys ENABLE ROW LEVEL SECURITY;

CREATE POLICY credentials ON public.api_keys TO keepsake_hot USING (true);

CREATE POLICY credentials ON public.stores FOR SELECT TO keepsake_hot USING (true);

CREATE POLICY folded ON public.items TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY folded ON public.lists TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY folded ON public.outbox FOR INSERT TO keepsake_hot WITH CHECK (true);

CREATE POLICY folded ON public.product_saves FOR SELECT TO keepsake_hot USING (true);

CREATE POLICY folded ON public.shoppers TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY folded ON public.variants TO keepsake_hot USING (true) WITH CHECK (true);

CREATE POLICY housekeeping ON public.idempotency_keys TO keepsake_worker USING (true);

ALTER TABLE public.idempotency_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.items ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lists ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mails ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.merges ENABLE ROW LEVEL SECURITY;

CREATE POLICY operator ON public.api_keys TO keepsake_operator USING (true) WITH CHECK (true);

CREATE POLICY operator ON public.outbox FOR INSERT TO keepsake_operator WITH CHECK (true);

CREATE POLICY operator ON public.stores TO keepsake_operator USING (true) WITH CHECK (true);

ALTER TABLE public.outbox ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_0 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_1 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_2 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_3 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_4 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_5 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_6 ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_7 ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_store ON public.api_keys TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.idempotency_keys TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.items TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.lists TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.mails TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.merges TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.outbox TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.product_saves TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.saves TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.shoppers TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.stores TO keepsake_store USING ((id = public.current_store())) WITH CHECK ((id = public.current_store()));

CREATE POLICY own_store ON public.variants TO keepsake_store USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

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

CREATE POLICY roll_up ON public.product_saves TO keepsake_worker USING (true) WITH CHECK (true);

CREATE POLICY roll_up ON public.saves TO keepsake_worker USING (true) WITH CHECK (true);

ALTER TABLE public.saves ENABLE ROW LEVEL SECURITY;

CREATE POLICY sender ON public.mails TO keepsake_worker USING (true) WITH CHECK (true);

ALTER TABLE public.shoppers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stores ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.variants ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO keepsake_store;
GRANT USAGE ON SCHEMA public TO keepsake_hot;
GRANT USAGE ON SCHEMA public TO keepsake_worker;
GRANT USAGE ON SCHEMA public TO keepsake_operator;

GRANT SELECT ON TABLE public.api_keys TO keepsake_hot;
GRANT SELECT,INSERT,UPDATE ON TABLE public.api_keys TO keepsake_operator;

GRANT UPDATE(last_used_at) ON TABLE public.api_keys TO keepsake_hot;

GRANT USAGE ON SEQUENCE public.id_sequence TO keepsake_store;
GRANT USAGE ON SEQUENCE public.id_sequence TO keepsake_hot;

GRANT SELECT,INSERT,DELETE ON TABLE public.idempotency_keys TO keepsake_store;
GRANT DELETE ON TABLE public.idempotency_keys TO keepsake_worker;

GRANT SELECT(store_id) ON TABLE public.idempotency_keys TO keepsake_worker;

GRANT SELECT(key_hash) ON TABLE public.idempotency_keys TO keepsake_worker;

GRANT SELECT(created_at) ON TABLE public.idempotency_keys TO keepsake_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.items TO keepsake_store;
GRANT SELECT,INSERT,UPDATE ON TABLE public.items TO keepsake_hot;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lists TO keepsake_store;
GRANT SELECT,UPDATE ON TABLE public.lists TO keepsake_hot;

GRANT SELECT,INSERT ON TABLE public.mails TO keepsake_store;
GRANT SELECT,DELETE,UPDATE ON TABLE public.mails TO keepsake_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.merges TO keepsake_store;

GRANT INSERT ON TABLE public.outbox TO keepsake_store;
GRANT INSERT ON TABLE public.outbox TO keepsake_operator;
GRANT SELECT ON TABLE public.outbox TO keepsake_worker;
GRANT INSERT ON TABLE public.outbox TO keepsake_hot;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_0 TO keepsake_worker;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_1 TO keepsake_worker;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_2 TO keepsake_worker;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_3 TO keepsake_worker;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_4 TO keepsake_worker;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_5 TO keepsake_worker;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_6 TO keepsake_worker;

GRANT SELECT,TRUNCATE ON TABLE public.outbox_7 TO keepsake_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.outbox_readers TO keepsake_worker;

GRANT SELECT ON TABLE public.product_saves TO keepsake_store;
GRANT SELECT,INSERT,UPDATE ON TABLE public.product_saves TO keepsake_worker;
GRANT SELECT ON TABLE public.product_saves TO keepsake_hot;

GRANT SELECT ON TABLE public.saves TO keepsake_store;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.saves TO keepsake_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.shoppers TO keepsake_store;
GRANT SELECT,INSERT ON TABLE public.shoppers TO keepsake_hot;

GRANT SELECT ON TABLE public.stores TO keepsake_store;
GRANT SELECT ON TABLE public.stores TO keepsake_hot;
GRANT SELECT,INSERT,UPDATE ON TABLE public.stores TO keepsake_operator;

GRANT UPDATE(session_epoch) ON TABLE public.stores TO keepsake_store;

GRANT SELECT,INSERT,UPDATE ON TABLE public.variants TO keepsake_store;
GRANT SELECT,INSERT ON TABLE public.variants TO keepsake_hot;
