-- What shoppers asked for at addresses that are not proven to be theirs. A request changes nothing that exists until the
-- owner of the address confirms it. It is deleted when it becomes the shopper's own subscription. It stays when the address
-- already had a subscription of somebody else: the shopper sees their sign-up, and neither can change the other's.
create table sign_up_requests (
  id bigint not null,
  batch_id bigint not null, -- all requests of one shopper for one address; the link in the mail names it
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  variant_id bigint not null,
  shopper_id bigint, -- null: a sign-up by the shop's server
  address_hash uuid not null,
  store_id integer not null,
  medium smallint not null check (medium in (1, 2)), -- email, sms
  quantity smallint check (quantity between 1 and 999),
  on_mailing_list boolean,
  value text not null check (length(value) between 3 and 254),
  topic text not null check (length(topic) between 1 and 64),
  locale text check (length(locale) <= 35),
  currency text check (currency ~ '^[A-Z]{3}$'),
  time_zone text check (length(time_zone) <= 64),
  source text not null check (length(source) <= 40),
  consent_text text not null check (length(consent_text) <= 1000),
  extras text check (length(extras) <= 2048),
  client_product jsonb,
  target numeric(14,4) check (target > 0),
  primary key (store_id, id),
  foreign key (store_id, variant_id) references variants (store_id, id)
);
create unique index sign_up_requests_once on sign_up_requests (store_id, address_hash, shopper_id, variant_id, topic) nulls not distinct;
create index sign_up_requests_of_batch on sign_up_requests (store_id, batch_id);
create index sign_up_requests_of_shopper on sign_up_requests (store_id, shopper_id) where shopper_id is not null;
create index sign_up_requests_by_age on sign_up_requests (requested_at);

alter table sign_up_requests enable row level security;
alter table sign_up_requests force row level security;
create policy own_store on sign_up_requests to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy housekeeping on sign_up_requests to keepsake_worker using (true);
grant select, insert, update, delete on sign_up_requests to keepsake_store;
grant select (store_id, id, requested_at, confirmed_at), delete on sign_up_requests to keepsake_worker;

-- Sign-ups that nobody confirmed used to be subscriptions in state 0. Links in mails name requests from now on, so the
-- older links no longer work: these shoppers are asked again when they sign up again.
alter table subscriptions no force row level security;
delete from subscriptions where state = 0;
alter table subscriptions force row level security;
alter table subscriptions drop constraint subscriptions_state_check;
alter table subscriptions add constraint subscriptions_state_check check (state between 1 and 7);
