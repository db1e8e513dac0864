-- The regid of a merged guest stands for the account for an hour.
alter table shoppers add merged_at timestamptz;
alter table shoppers no force row level security;
alter table merges no force row level security;
update shoppers s set merged_at = coalesce(
  (select m.merged_at from merges m where m.store_id = s.store_id and m.guest_id = s.id and m.undone_at is null), now())
where merged_into is not null;
alter table shoppers force row level security;
alter table merges force row level security;
alter table shoppers add check ((merged_into is null) = (merged_at is null));

-- The sessions of accounts in browsers, which end when they are not used, and other sessions that were ended one by one.
-- Sessions that the shop's server gets, and those of guests, are signed and have no row.
create table sessions (
  id bigint not null, -- a random number of 48 bits in the token
  used_at timestamptz not null default now(),
  ended_at timestamptz,
  store_id integer not null references stores,
  primary key (store_id, id)
);
create index sessions_by_use on sessions (used_at) where ended_at is null;

alter table sessions enable row level security;
alter table sessions force row level security;
create policy own_store on sessions to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy folded on sessions to keepsake_hot using (true) with check (true);
create policy housekeeping on sessions to keepsake_worker using (true);
grant select, insert, update, delete on sessions to keepsake_store;
grant select, update on sessions to keepsake_hot;
grant select, delete on sessions to keepsake_worker;
