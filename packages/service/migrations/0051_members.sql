-- The people who work with a store in the dashboard. They are members of an organisation, which has one or more stores.
create table organisations (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz not null default now()
);
alter table stores add organisation_id integer references organisations;
create index stores_of_organisation on stores (organisation_id) where organisation_id is not null;

create function current_organisation() returns integer
  language sql stable
  as $$ select organisation_id from stores where id = current_store() $$;

create table memberships (
  organisation_id integer not null references organisations on delete cascade,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  role text not null check (role in ('owner', 'manager', 'support', 'viewer')),
  invited_by text not null check (length(invited_by) <= 300),
  invited_at timestamptz not null default now(),
  joined_at timestamptz,
  primary key (organisation_id, email)
);
create index memberships_of_person on memberships (email);

-- The people who run the installation. They see stores for a time, read-only, and the stores' audit logs say so.
create table operators (
  email text primary key check (email = lower(email) and length(email) between 3 and 254),
  added_at timestamptz not null default now()
);

-- Wrong passwords in a row, by a keyed hash of the address, which need not be one that we know.
create table sign_in_failures (
  email_hash bytea primary key check (length(email_hash) = 32),
  failures integer not null,
  failed_at timestamptz not null default now()
);
create index sign_in_failures_by_time on sign_in_failures (failed_at);

alter table organisations enable row level security;
alter table organisations force row level security;
alter table memberships enable row level security;
alter table memberships force row level security;
create policy own_organisation on organisations to keepsake_store
  using (id = (select current_organisation())) with check (id = (select current_organisation()));
create policy operator on organisations to keepsake_operator using (true) with check (true);
create policy own_organisation on memberships to keepsake_store
  using (organisation_id = (select current_organisation())) with check (organisation_id = (select current_organisation()));
create policy credentials on memberships to keepsake_hot using (true);
create policy operator on memberships to keepsake_operator using (true) with check (true);

grant select, update on organisations to keepsake_store;
grant select, insert, update on organisations to keepsake_operator;
grant select, insert, update, delete on memberships to keepsake_store, keepsake_operator;
grant select, update (joined_at) on memberships to keepsake_hot;
grant select, insert, delete on operators to keepsake_operator;
grant select on operators to keepsake_hot;
grant select, insert, update, delete on sign_in_failures to keepsake_hot;
grant select, delete on sign_in_failures to keepsake_worker;

-- Each store that exists gets an organisation. It stays null for stores that an older version creates meanwhile;
-- `keepsake member add` then makes it.
do $$
declare
  store record;
begin
  perform set_config('role', 'keepsake_operator', true);
  for store in select id, name from stores loop
    with made as (insert into organisations (name) values (left(store.name, 200)) returning id)
    update stores set organisation_id = made.id from made where stores.id = store.id;
  end loop;
  perform set_config('role', 'none', true);
end $$;
