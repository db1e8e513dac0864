-- Who changed, revealed or exported what. Rows are only ever added: no role may update them, and the worker may delete only
-- those that are older than two years. `store_id` is null for commands that concern the whole installation.
create table audit_log (
  id bigint generated always as identity primary key,
  store_id integer,
  at timestamptz not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('key', 'member', 'operator')),
  actor_id text not null check (length(actor_id) between 1 and 300),
  actor_name text not null check (length(actor_name) <= 300),
  action text not null check (length(action) between 1 and 100),
  -- Ids and settings, never the address of a shopper.
  details jsonb not null default '{}' check (length(details::text) <= 20000)
);
create index audit_log_of_store on audit_log (store_id, id);
create index audit_log_by_action on audit_log (store_id, action, id);
create index audit_log_by_actor on audit_log (store_id, actor_id, id);
create index audit_log_by_time on audit_log (at);

-- Rows of the installation have no store, so the store cannot be part of a key.
alter table audit_log replica identity full;
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy own_store on audit_log to keepsake_store using (store_id = (select current_store())) with check (store_id = (select current_store()));
create policy operator on audit_log to keepsake_operator using (true) with check (true);
create policy housekeeping on audit_log to keepsake_worker using (at < now() - interval '2 years');
-- People who belong to no store, or to several, sign in.
create policy sign_ins on audit_log for insert to keepsake_hot with check (store_id is null);
grant select, insert on audit_log to keepsake_store, keepsake_operator;
grant insert on audit_log to keepsake_hot;
grant select, delete on audit_log to keepsake_worker;

-- A key may have any of the scopes.
alter table api_keys drop constraint api_keys_scopes_check, add constraint api_keys_scopes_check check (cardinality(scopes) between 1 and 30);
