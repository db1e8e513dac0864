-- Each index of chunks begins with a column that only one kind of statement looks for, or is limited to states that only one
-- kind names. The queue is often empty, and then PostgreSQL takes every index for equally good: by the store alone, or by the
-- state, it would read all dead entries of the store. While a snapshot is held these cannot be removed, and each batch of
-- alerts took tens of milliseconds longer. The table is small, so the lock is short.
alter table chunks drop constraint chunks_pkey, add primary key (id, store_id);
drop index chunks_of_plan;
create index chunks_of_plan on chunks (plan_id);
create index chunks_turns_of_store on chunks (store_id, turn) where state in (0, 1);
