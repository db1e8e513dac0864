-- How long a plan is kept, with its waves, deliveries and offers: as long as the store's settings said when it was made.
alter table plans add keep_until timestamptz not null default now() + interval '400 days';
create index plans_to_delete on plans (keep_until) where state >= 2;
create index plans_by_slot on plans (slot, keep_until);
grant delete on plans, waves to keepsake_store;
