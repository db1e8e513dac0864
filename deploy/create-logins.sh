#!/usr/bin/env bash
# Creates the database logins of Keepsake, or changes their passwords. You can run it again at any time.
#   keepsake_owner         owns the tables: `keepsake migrate` and the other commands
#   keepsake_api_login     `keepsake api`
#   keepsake_worker_login  `keepsake worker`, and `keepsake all`
# It runs psql as a superuser: set PGHOST, PGUSER, PGDATABASE and PGPASSWORD_FILE. These variables name files with the new
# passwords: OWNER_PASSWORD_FILE, API_PASSWORD_FILE, WORKER_PASSWORD_FILE. Use a database of Keepsake's own.
set -euo pipefail
export OWNER_PASSWORD_FILE API_PASSWORD_FILE WORKER_PASSWORD_FILE
if [ -n "${PGPASSWORD_FILE:-}" ]; then
  PGPASSWORD=$(cat "$PGPASSWORD_FILE")
  export PGPASSWORD
fi

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --single-transaction <<'SQL'
\set owner_password `cat "$OWNER_PASSWORD_FILE"`
\set api_password `cat "$API_PASSWORD_FILE"`
\set worker_password `cat "$WORKER_PASSWORD_FILE"`
set client_min_messages = warning;

select format('create role %I', name)
from unnest(array['keepsake_store', 'keepsake_hot', 'keepsake_worker', 'keepsake_operator',
  'keepsake_owner', 'keepsake_api_login', 'keepsake_worker_login']) as name
where not exists (select from pg_roles where rolname = name) \gexec

-- The first migration creates roles, so the owner may do that. The other two can become their roles and nothing else.
alter role keepsake_owner login nosuperuser nobypassrls createrole password :'owner_password';
alter role keepsake_api_login login noinherit nosuperuser nobypassrls nocreaterole password :'api_password';
alter role keepsake_worker_login login noinherit nosuperuser nobypassrls nocreaterole password :'worker_password';
grant keepsake_store, keepsake_hot, keepsake_worker, keepsake_operator to keepsake_owner with admin option;
grant keepsake_store, keepsake_hot to keepsake_api_login;
grant keepsake_store, keepsake_hot, keepsake_worker to keepsake_worker_login;

-- Keepsake sets these itself on a direct connection. A pooler takes them from the login.
select format('alter role %I set %s', login, setting)
from unnest(array['keepsake_api_login', 'keepsake_worker_login']) as login,
  unnest(array['statement_timeout = 5000', 'lock_timeout = 1000', 'idle_in_transaction_session_timeout = 10000',
    'plan_cache_mode = force_generic_plan', 'enable_seqscan = off',
    'enable_memoize = off', 'jit = off']) as setting \gexec

-- A database that was migrated with another login goes over to the owner.
alter database :"DBNAME" owner to keepsake_owner;
select format('alter schema %I owner to keepsake_owner', nspname) from pg_namespace
where nspname = 'dashboard' and nspowner <> 'keepsake_owner'::regrole \gexec
select format('alter table %I.%I owner to keepsake_owner', schemaname, tablename) from pg_tables
where schemaname in ('public', 'dashboard') and tableowner <> 'keepsake_owner' \gexec
select format('alter sequence %s owner to keepsake_owner', oid::regclass) from pg_class c
where relkind = 'S' and relnamespace::regnamespace::text in ('public', 'dashboard') and relowner <> 'keepsake_owner'::regrole
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i')) \gexec
select format('alter routine %s owner to keepsake_owner', oid::regprocedure) from pg_proc
where pronamespace = 'public'::regnamespace and proowner <> 'keepsake_owner'::regrole \gexec
SQL
