-- Who is told of one restock, or of one call by hand: how many, in which order, with which waits between.
-- States: 0 open, 1 held, 2 done, 3 cancelled. `next_at`: when the next wave is due, while open.
create table plans (
  id bigint not null,
  created_at timestamptz not null default now(),
  next_at timestamptz,
  variant_id bigint not null,
  store_id integer not null,
  number integer not null,
  told integer not null default 0, -- units that those who were told want
  waves smallint not null default 0,
  state smallint not null default 0 check (state between 0 and 3),
  topic text not null check (length(topic) between 1 and 64),
  seed text not null check (length(seed) <= 64),
  policy jsonb not null,
  primary key (store_id, id),
  foreign key (store_id, variant_id) references variants (store_id, id)
) with (fillfactor = 80);
create unique index plans_once on plans (store_id, variant_id, topic, number);
create index plans_due on plans (next_at) where state = 0 and next_at is not null;

-- What was counted before each wave, and what came of it.
create table waves (
  begun_at timestamptz not null default clock_timestamp(),
  plan_id bigint not null,
  store_id integer not null,
  units integer, -- null: the plan does not look at stock
  people integer not null,
  wave smallint not null,
  reason text not null check (length(reason) <= 80),
  primary key (store_id, plan_id, wave)
);

-- Parts of a wave, leased by workers. `turn` is the store's virtual time: whoever had less is next.
create table chunks (
  plan_id bigint not null,
  turn bigint not null,
  leased_until timestamptz not null default '-infinity',
  store_id integer not null,
  nth integer not null,
  wave smallint not null,
  tries smallint not null default 0,
  subscription_ids bigint[] not null,
  primary key (store_id, plan_id, wave, nth)
) with (fillfactor = 80);
create index chunks_in_turn on chunks (turn, plan_id, nth);

-- At most one alert for a subscription and a plan. States: 0 begun, 1 sent, 2 skipped, 3 failed, 4 ambiguous.
create table deliveries (
  at timestamptz not null default clock_timestamp(),
  plan_id bigint not null,
  subscription_id bigint not null,
  store_id integer not null,
  state smallint not null check (state between 0 and 4),
  tries smallint not null default 1,
  primary key (plan_id, subscription_id)
);

alter table plans enable row level security;
alter table plans force row level security;
alter table waves enable row level security;
alter table waves force row level security;
alter table chunks enable row level security;
alter table chunks force row level security;
alter table deliveries enable row level security;
alter table deliveries force row level security;
create policy own_store on plans to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy own_store on waves to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy own_store on chunks to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy own_store on deliveries to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy clockwork on plans for select to keepsake_worker using (true);
create policy lease on chunks to keepsake_worker using (true) with check (true);
grant select, insert, update on plans to keepsake_store;
grant select, insert on waves to keepsake_store;
grant select, insert, update, delete on chunks to keepsake_store;
grant select, insert, update on deliveries to keepsake_store;
grant select on plans to keepsake_worker;
grant select, update (leased_until, tries) on chunks to keepsake_worker;
