-- Which report mails a member wants, and when each is due next. A member without a row gets none.
create table report_preferences (
  daily_due_at timestamptz,
  weekly_due_at timestamptz,
  check_due_at timestamptz,
  due_at timestamptz generated always as (least(daily_due_at, weekly_due_at, check_due_at)) stored,
  store_id integer not null,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  language text not null check (length(language) <= 8),
  -- How many people must wait for a product until the member hears of it. Null: the member does not hear of it.
  threshold integer check (threshold between 1 and 1000000),
  -- The last day of the range that the newest report of each kind was about.
  daily_until date,
  weekly_until date,
  -- In the link that ends the mails.
  stop_token uuid not null default gen_random_uuid(),
  primary key (store_id, email)
);
create index report_preferences_due on report_preferences (due_at) where due_at is not null;
create unique index report_preferences_of_token on report_preferences (store_id, stop_token);

-- The products over the threshold that the member has heard of. One that falls below it is deleted, so that the next crossing is
-- told again.
create table report_crossings (
  at timestamptz not null default now(),
  variant_id bigint not null,
  store_id integer not null,
  email text not null,
  primary key (store_id, email, variant_id),
  foreign key (store_id, email) references report_preferences (store_id, email) on delete cascade
);

alter table report_preferences enable row level security;
alter table report_preferences force row level security;
create policy own_store on report_preferences to keepsake_store
  using (store_id = (select current_store())) with check (store_id = (select current_store()));
grant select, insert, update, delete on report_preferences to keepsake_store;
-- The workers find out which store has reports that are due.
create policy due on report_preferences for select to keepsake_worker using (true);
grant select (store_id, email, due_at) on report_preferences to keepsake_worker;

alter table report_crossings enable row level security;
alter table report_crossings force row level security;
create policy own_store on report_crossings to keepsake_store
  using (store_id = (select current_store())) with check (store_id = (select current_store()));
grant select, insert, delete on report_crossings to keepsake_store;
