-- As a subquery, the store of the transaction is read once for each statement, not once for each row. These are the tables of
-- which a statement reads or writes hundreds of rows.
do $$
declare name text;
begin
  for name in
    select tablename from pg_policies
    where schemaname = 'public' and policyname = 'own_store' and qual = '(store_id = current_store())'
      and (tablename in ('waiting', 'subscriptions', 'contacts', 'suppressions', 'lists', 'items') or tablename like 'deliveries%')
  loop
    execute format('alter policy own_store on %I using (store_id = (select current_store())) with check (store_id = (select current_store()))', name);
  end loop;
end $$;
