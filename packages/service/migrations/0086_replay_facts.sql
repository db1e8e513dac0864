-- What replays of past restocks and the advice how many units to order need, and was not kept before.

-- What a plan knew each time it selected people, when it was paused, and when it ended, in the order of the ids.
-- Kinds: 0 people were selected, 1 the units were sold out, 2 paused, 3 resumed, 4 cancelled, 5 superseded.
-- `wave`: 0 for people who confirmed late and belong to no wave. `quantity`, `arrived`: the stock, null when it was not
-- counted. `told`, `reserved`: units of the people selected before, and units that offers reserved. `people`, `units`: those
-- selected now.
create table plan_log (
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  plan_id bigint not null,
  store_id integer not null,
  wave integer,
  quantity integer,
  arrived integer,
  told integer,
  reserved integer,
  people integer,
  units integer,
  kind smallint not null check (kind between 0 and 5),
  is_wait_over boolean,
  primary key (store_id, plan_id, id)
);
alter table plan_log enable row level security;
alter table plan_log force row level security;
create policy own_store on plan_log to keepsake_store using (store_id = (select current_store())) with check (store_id = (select current_store()));
grant select, insert, delete on plan_log to keepsake_store;

-- The stock of a variant while its restock is followed: from the plan of the restock to the next restock, each change, up to a
-- number of changes that `history_left` counts down. `number`: the restock. `is_last`: no later change was kept. It is deleted
-- with the plan of the restock.
create table stock_history (
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  variant_id bigint not null,
  store_id integer not null,
  number integer not null,
  quantity integer not null,
  arrived integer not null,
  is_in boolean not null,
  is_last boolean not null default false,
  primary key (store_id, variant_id, number, id)
);
alter table stock_history enable row level security;
alter table stock_history force row level security;
create policy own_store on stock_history to keepsake_store using (store_id = (select current_store())) with check (store_id = (select current_store()));
grant select, insert, delete on stock_history to keepsake_store;

alter table stock add history_left smallint not null default 0;

-- How many of a plan's recipients bought in the window, when the first did, and when on average.
alter table plans add bought integer not null default 0, add first_bought_at timestamptz, add mean_bought_at timestamptz;
