-- A worker reports how long the oldest snapshot has been held, such as by pg_dump, because dead rows cannot be removed
-- meanwhile. To see the transactions of others it needs this right. An owner who may not grant it goes without.
do $$ begin
  grant pg_read_all_stats to keepsake_worker;
exception when insufficient_privilege then
  raise notice 'keepsake_worker does not see the transactions of others. As a superuser: grant pg_read_all_stats to keepsake_worker';
end $$;
