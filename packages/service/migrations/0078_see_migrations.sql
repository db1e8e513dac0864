-- `keepsake doctor` says which migrations are missing, with the login that the service has.
grant select on schema_migrations to keepsake_worker;
