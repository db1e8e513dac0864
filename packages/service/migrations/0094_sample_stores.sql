-- A store with sample data, to look around in. An organisation has at most one, and nothing of it is ever sent.
alter table stores add is_sample boolean not null default false;
create unique index stores_sample on stores (organisation_id) where is_sample and erased_at is null;
