-- An erased store keeps its row, so that its number is never given to another one; everything else about it is deleted.
alter table stores add erased_at timestamptz;

-- The store that this transaction of an operator erases. Null unless the store is marked: an operator cannot delete the rows
-- of any other. `migrate` adds policies with it to every table that has a store_id, also to those of later versions.
create function erasing_store() returns integer
  language sql stable
  as $$ select id from stores where id = nullif(current_setting('app.erasing_store', true), '')::integer and erased_at is not null $$;

-- Operators add to the audit log and read it. They may delete only the rows of a store that they erase.
drop policy operator on audit_log;
create policy operator_reads on audit_log for select to keepsake_operator using (true);
create policy operator_adds on audit_log for insert to keepsake_operator with check (true);
