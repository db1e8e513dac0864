-- The providers that a store sends with instead of the installation's, one for mails and one for text messages. Host,
-- login and secrets are sealed together with the store's seal. `label` is what people may see of them.
create table store_senders (
  store_id integer not null,
  medium smallint not null check (medium in (1, 2)), -- email, sms
  provider text not null check (provider in ('smtp', 'ses', 'http', 'twilio')),
  label text not null check (length(label) between 1 and 300),
  sealed_access bytea not null check (length(sealed_access) <= 20000),
  changed_at timestamptz not null default now(),
  primary key (store_id, medium)
);
alter table store_senders enable row level security;
alter table store_senders force row level security;
create policy own_store on store_senders to keepsake_store using (store_id = (select current_store())) with check (store_id = (select current_store()));
grant select, insert, update, delete on store_senders to keepsake_store;

-- The keys that sign a store's mails, one or more for each domain. A key signs once its record was seen in DNS, and until the
-- record of a newer one is seen.
create table dkim_keys (
  store_id integer not null,
  domain text not null check (length(domain) between 3 and 253),
  selector text not null check (length(selector) between 1 and 63),
  public_key text not null check (length(public_key) <= 2000),
  sealed_key bytea not null check (length(sealed_key) <= 10000),
  created_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz,
  primary key (store_id, domain, selector)
);
alter table dkim_keys enable row level security;
alter table dkim_keys force row level security;
create policy own_store on dkim_keys to keepsake_store using (store_id = (select current_store())) with check (store_id = (select current_store()));
grant select, insert, update, delete on dkim_keys to keepsake_store;

-- How sending goes for a store: when a provider last accepted a message, and what was wrong when it last did not.
create table sender_health (
  store_id integer not null,
  medium smallint not null check (medium in (1, 2)),
  last_success_at timestamptz,
  last_failure_at timestamptz,
  problem text check (length(problem) <= 300),
  fix text check (length(fix) <= 500),
  primary key (store_id, medium)
) with (fillfactor = 80);
alter table sender_health enable row level security;
alter table sender_health force row level security;
create policy own_store on sender_health to keepsake_store using (store_id = (select current_store())) with check (store_id = (select current_store()));
grant select, insert, update, delete on sender_health to keepsake_store;

-- What the last look at the DNS records of a store's domain found.
create table sender_checks (
  store_id integer not null primary key,
  checked_at timestamptz not null default now(),
  records jsonb not null check (length(records::text) <= 50000)
);
alter table sender_checks enable row level security;
alter table sender_checks force row level security;
create policy own_store on sender_checks to keepsake_store using (store_id = (select current_store())) with check (store_id = (select current_store()));
grant select, insert, update, delete on sender_checks to keepsake_store;

-- A process that has the store in memory sees by these whether it must read the tables above: the version changes with them,
-- and the media are those with a provider of the store's own (1: email, 2: sms, 3: both).
alter table stores add sender_version integer not null default 0,
  add sender_media smallint not null default 0 check (sender_media between 0 and 3);
grant update (settings, sender_version, sender_media) on stores to keepsake_store;
