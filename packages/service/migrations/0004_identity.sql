-- One person of one store. `regid` is keyed from the email or uuid, so it is also how a person is found.
-- A row without an email is a guest; a guest that logged in points at the account it became part of.
create table shoppers (
  id bigint not null,
  merged_into bigint,
  created_at timestamptz not null default now(),
  store_id integer not null references stores,
  session_epoch integer not null default 0,
  regid uuid not null,
  email text check (length(email) <= 254),
  primary key (store_id, id),
  foreign key (store_id, merged_into) references shoppers (store_id, id),
  check (merged_into is null or email is null)
) with (fillfactor = 95);
create unique index shoppers_by_regid on shoppers (store_id, regid);
create index shoppers_merged on shoppers (store_id, merged_into) where merged_into is not null;

-- What was united, and what its undoing needs.
create table merges (
  id bigint not null,
  guest_id bigint not null,
  account_id bigint not null,
  merged_at timestamptz not null default now(),
  undone_at timestamptz,
  store_id integer not null,
  moved jsonb not null default '{}',
  primary key (store_id, id),
  foreign key (store_id, guest_id) references shoppers (store_id, id),
  foreign key (store_id, account_id) references shoppers (store_id, id)
);
create unique index merges_standing on merges (store_id, guest_id) where undone_at is null;

alter table shoppers enable row level security;
alter table shoppers force row level security;
alter table merges enable row level security;
alter table merges force row level security;
create policy own_store on shoppers to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy own_store on merges to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update on shoppers, merges to keepsake_store;

-- The folded statements serve callers of several stores at once; they name (store, regid) pairs.
create policy folded on shoppers to keepsake_hot using (true) with check (true);
grant select, insert on shoppers to keepsake_hot;
