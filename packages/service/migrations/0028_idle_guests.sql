-- The worker deletes guests who left nothing behind. These indexes are for the check that no merge refers to one.
create index merges_of_guest on merges (store_id, guest_id);
create index merges_of_account on merges (store_id, account_id);
create policy housekeeping on shoppers for select to keepsake_worker using (true);
grant select (store_id, id, created_at) on shoppers to keepsake_worker;
grant delete on shoppers to keepsake_store;
