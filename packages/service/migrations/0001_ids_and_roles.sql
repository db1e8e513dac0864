-- Ids carry their shard: 12 bits shard | 32 bits seconds | 19 bits sequence.
-- A store id is 12 bits shard | 19 bits number, so every id tells its shard and a shard is one key range.
create sequence id_sequence cache 64;

create function new_id(store_id integer) returns bigint
  language sql volatile
  as $$
    select ((store_id >> 19)::bigint << 51)
      | ((extract(epoch from clock_timestamp())::bigint - 1577836800) << 19)
      | (nextval('id_sequence') & 524287)
  $$;

/* The store of the transaction; null outside of one, so that a policy then shows nothing. */
create function current_store() returns integer
  language sql stable
  as $$ select nullif(current_setting('app.store_id', true), '')::integer $$;

-- Roles belong to the cluster, not to the database: another database may have made them already,
-- or be making them at this moment.
do $$
declare role_name text;
begin
  foreach role_name in array array['keepsake_store', 'keepsake_hot', 'keepsake_worker', 'keepsake_operator'] loop
    begin
      execute format('create role %I nologin nosuperuser nobypassrls', role_name);
    exception when duplicate_object or unique_violation then null;
    end;
    begin
      execute format('grant %I to current_user', role_name);
    exception when unique_violation or sqlstate 'XX000' then null; -- granted by a neighbour just now
    end;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to keepsake_store, keepsake_hot, keepsake_worker, keepsake_operator;
grant usage on sequence id_sequence to keepsake_store, keepsake_hot;
