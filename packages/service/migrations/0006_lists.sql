-- A shopper's list. `preview` is the newest items as triples (variant, added ms, packed), so that showing all lists
-- of a shopper reads no item. Packed: 16 bits quantity, 16 bits flags, 31 bits seconds from added to updated.
create table lists (
  id bigint not null,
  shopper_id bigint not null,
  moved_to bigint, -- united with this list by a merge: its lid goes on working
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  store_id integer not null,
  count integer not null default 0 check (count >= 0),
  shares integer not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  is_public boolean not null default false,
  is_copying boolean not null default false,
  lid uuid not null default gen_random_uuid(),
  type text not null default 'wl' check (length(type) between 1 and 40),
  name text not null check (length(name) between 1 and 50),
  preview bigint[] not null default '{}',
  note text check (length(note) <= 500),
  extras jsonb,
  primary key (store_id, id),
  foreign key (store_id, shopper_id) references shoppers (store_id, id),
  foreign key (store_id, moved_to) references lists (store_id, id) on delete set null (moved_to)
) with (fillfactor = 75);
create unique index lists_by_lid on lists (lid);
create index lists_of_shopper on lists (store_id, shopper_id);

-- One variant on one list. Nothing but (list, variant) is its key.
create table items (
  list_id bigint not null,
  variant_id bigint not null,
  added_at timestamptz not null default clock_timestamp(),
  store_id integer not null,
  updated_after integer not null default 0 check (updated_after >= 0), -- seconds since added_at
  quantity smallint not null default 1 check (quantity >= 1),
  flags smallint not null default 0,
  details jsonb,
  primary key (list_id, variant_id),
  foreign key (store_id, list_id) references lists (store_id, id) on delete cascade
) with (fillfactor = 95);

alter table lists enable row level security;
alter table lists force row level security;
alter table items enable row level security;
alter table items force row level security;
create policy own_store on lists to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy own_store on items to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on lists, items to keepsake_store;

-- The folded statements name (store, shopper, list).
create policy folded on lists to keepsake_hot using (true) with check (true);
create policy folded on items to keepsake_hot using (true) with check (true);
create policy folded on outbox for insert to keepsake_hot with check (true);
grant select, update on lists to keepsake_hot;
grant select, insert, update on items to keepsake_hot;
grant insert on outbox to keepsake_hot;

/* Writes changed items into a preview without reading the items. One that is not among the newest is not there. */
create function preview_set(preview bigint[], changed bigint[]) returns bigint[]
  language plpgsql immutable
  as $$
    begin
      for at in 1 .. coalesce(array_length(changed, 1), 0) by 3 loop
        for place in 1 .. coalesce(array_length(preview, 1), 0) by 3 loop
          if preview[place] = changed[at] then preview[place + 2] := changed[at + 2]; end if;
        end loop;
      end loop;
      return preview;
    end
  $$;

create function packed_item(quantity smallint, flags smallint, updated_after integer) returns bigint
  language sql immutable
  as $$ select quantity::bigint | (flags::bigint << 16) | (updated_after::bigint << 32) $$;

/* The preview as the items say it: after a removal or a merge, when something older moves up. */
create function preview_of(of_list bigint, keep integer) returns bigint[]
  language sql stable
  as $$
    select coalesce(array_agg(value order by added_at desc, variant_id desc, part), '{}')
    from (select * from items where list_id = of_list order by added_at desc, variant_id desc limit keep) as newest
    cross join lateral (values
      (1, variant_id), (2, (extract(epoch from added_at) * 1000)::bigint), (3, packed_item(quantity, flags, updated_after))
    ) as triple (part, value)
  $$;
