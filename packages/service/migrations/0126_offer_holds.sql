-- What connectors reserve at the platform for people who accepted an offer: one row for each acceptance. It outlives its offer until
-- the connector has released it.
create table offer_holds (
  id bigint not null,
  accepted_at timestamptz not null default now(),
  until timestamptz not null,
  -- When the row came into its state.
  since timestamptz not null default now(),
  -- When the offer ended. Null while it runs.
  ended_at timestamptz,
  plan_id bigint not null,
  -- Null once the person was erased.
  subscription_id bigint,
  variant_id bigint not null,
  store_id integer not null,
  units smallint not null check (units between 1 and 999),
  -- 0 wanted, 1 held, 2 refused, 3 ending, 4 released, 5 given up: nobody released it for a week.
  state smallint not null default 0 check (state between 0 and 5),
  -- The acceptance as connectors know it. Nobody can guess it, and it says nothing.
  token uuid not null default gen_random_uuid(),
  -- What the platform calls the reservation, and where the shopper buys it.
  reference text check (length(reference) <= 200),
  url text check (length(url) <= 2048),
  primary key (store_id, id)
) with (fillfactor = 80);
create unique index offer_holds_of_token on offer_holds (store_id, token);
-- For the polls of connectors.
create index offer_holds_open on offer_holds (store_id, id) where state in (0, 3);
create index offer_holds_held on offer_holds (store_id, id) where state = 1;
-- Each acceptance has at most one hold. Also for the page of an offer, and for whatever ends it.
create unique index offer_holds_running on offer_holds (store_id, plan_id, subscription_id) where ended_at is null;
create index offer_holds_of_subscription on offer_holds (subscription_id) where subscription_id is not null;
-- Should the end of an offer have been missed, its hold ends all the same.
create index offer_holds_until on offer_holds (until) where ended_at is null;
create index offer_holds_given_up on offer_holds (store_id) where state = 5;
-- For what is given up, and for what is deleted.
create index offer_holds_ended on offer_holds (ended_at) where ended_at is not null;

alter table offer_holds enable row level security;
alter table offer_holds force row level security;
create policy own_store on offer_holds to keepsake_store
  using (store_id = (select current_store())) with check (store_id = (select current_store()));
grant select, insert, update, delete on offer_holds to keepsake_store;
-- Connectors poll without a transaction.
create policy polls on offer_holds for select to keepsake_hot using (true);
grant select on offer_holds to keepsake_hot;
-- Workers find what nobody released, and delete what is over.
create policy clockwork on offer_holds to keepsake_worker using (true) with check (true);
grant select, delete on offer_holds to keepsake_worker;
grant update (state, since, ended_at) on offer_holds to keepsake_worker;
