-- When an address was last asked to confirm: by one store, and by all of them (then the hash is that of the address alone).
-- No store's row: a cap over all stores must not need to see their mails. The hash is keyed and tells nothing.
create table confirmations (
  address_hash uuid primary key,
  sent timestamptz[] not null check (cardinality(sent) between 1 and 10)
);
grant select, insert, update on confirmations to keepsake_store;
grant select, delete on confirmations to keepsake_worker;

-- Bounces and complaints are told by address.
create index contacts_by_address on contacts (store_id, address_hash);

-- The product as it was described with the sign-up, where the catalogue does not know it: ids as they were sent, address, by whom.
alter table subscriptions add said jsonb;
