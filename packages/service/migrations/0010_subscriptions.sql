-- An address somebody is told at. `address_hash` is keyed: it stays in `suppressions` when the address itself is erased.
create table contacts (
  id bigint not null,
  created_at timestamptz not null default now(),
  address_hash uuid not null,
  store_id integer not null references stores,
  medium smallint not null check (medium in (1, 2)), -- email, sms
  on_mailing_list boolean,
  value text not null check (length(value) between 3 and 254),
  locale text check (length(locale) <= 35),
  currency text check (currency ~ '^[A-Z]{3}$'),
  time_zone text check (length(time_zone) <= 64),
  primary key (store_id, id)
);
create unique index contacts_by_value on contacts (store_id, medium, value);

-- Who waits for what. One row for life: whoever waits again after an alert takes a new place in line.
-- States: 0 unconfirmed, 1 waiting, 2 offered, 3 notified, 4 bought, 5 expired, 6 unsubscribed, 7 undeliverable.
create table subscriptions (
  id bigint not null,
  signed_up_at timestamptz not null default clock_timestamp(),
  variant_id bigint not null,
  contact_id bigint not null,
  shopper_id bigint,
  store_id integer not null,
  state smallint not null check (state between 0 and 7),
  quantity smallint not null default 1 check (quantity between 1 and 999),
  topic text not null check (length(topic) between 1 and 64),
  extras text check (length(extras) <= 2048),
  primary key (store_id, id),
  foreign key (store_id, variant_id) references variants (store_id, id),
  foreign key (store_id, contact_id) references contacts (store_id, id)
) with (fillfactor = 90);
create unique index subscriptions_once on subscriptions (contact_id, variant_id, topic);
create index subscriptions_in_line on subscriptions (store_id, variant_id, topic, signed_up_at, id) where state = 1;
create index subscriptions_of_shopper on subscriptions (store_id, shopper_id) where shopper_id is not null;

-- What was agreed to, when and where.
create table consents (
  given_at timestamptz not null default clock_timestamp(),
  subscription_id bigint not null,
  address_hash uuid not null,
  store_id integer not null references stores,
  source text not null check (length(source) <= 40),
  words text not null check (length(words) <= 1000),
  primary key (store_id, subscription_id, given_at)
);

-- Whom a store must not write to any more.
create table suppressions (
  since timestamptz not null default now(),
  address_hash uuid not null,
  store_id integer not null references stores,
  reason text not null check (length(reason) <= 40),
  primary key (store_id, address_hash)
);

-- Every change of a subscription's state, and every alert it did not get, with the reason.
create table ledger (
  at timestamptz not null default clock_timestamp(),
  subscription_id bigint not null,
  plan_id bigint,
  store_id integer not null,
  state smallint not null,
  reason text not null check (length(reason) <= 80)
);
create index ledger_of_subscription on ledger (subscription_id, at);

alter table contacts enable row level security;
alter table contacts force row level security;
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
alter table consents enable row level security;
alter table consents force row level security;
alter table suppressions enable row level security;
alter table suppressions force row level security;
alter table ledger enable row level security;
alter table ledger force row level security;
create policy own_store on contacts to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy own_store on subscriptions to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy own_store on consents to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy own_store on suppressions to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy own_store on ledger to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy folded on contacts to keepsake_hot using (true) with check (true);
create policy folded on subscriptions to keepsake_hot using (true) with check (true);
create policy folded on consents for insert to keepsake_hot with check (true);
create policy folded on suppressions for select to keepsake_hot using (true);
create policy folded on ledger for insert to keepsake_hot with check (true);
grant select, insert, update, delete on contacts, subscriptions, suppressions to keepsake_store;
grant select, insert on consents, ledger to keepsake_store;
grant select, insert, update on contacts, subscriptions to keepsake_hot;
grant insert on consents, ledger to keepsake_hot;
grant select on suppressions to keepsake_hot;

-- A confirmation goes to an address, not to a shopper.
alter table mails alter shopper_id drop not null;
