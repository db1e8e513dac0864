-- The store's own messages, one for a topic. `html` is what the source compiled to, with its Liquid kept.
create table templates (
  updated_at timestamptz not null default now(),
  store_id integer not null references stores,
  topic text not null check (length(topic) between 1 and 64),
  subject text not null check (length(subject) between 1 and 400),
  source text not null check (length(source) <= 50000),
  html text not null check (length(html) <= 400000),
  primary key (store_id, topic)
);
alter table templates enable row level security;
alter table templates force row level security;
create policy own_store on templates to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on templates to keepsake_store;
