-- How far an import of a file is, written in the transaction of its rows: an import that was killed goes on where it was, and
-- one that has finished is not done again. No personal data: numbers of rows and of lines.
create table imports (
  store_id integer not null,
  -- SHA-256 of the file's own SHA-256, the kind and the mapping.
  input_hash bytea not null check (length(input_hash) = 32),
  kind text not null check (length(kind) <= 40),
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  rows_read bigint not null default 0,
  counts jsonb not null default '{}' check (length(counts::text) <= 100000),
  primary key (store_id, input_hash)
);

alter table imports enable row level security;
alter table imports force row level security;
create policy own_store on imports to keepsake_store
  using (store_id = (select current_store())) with check (store_id = (select current_store()));
grant select, insert, update on imports to keepsake_store;
