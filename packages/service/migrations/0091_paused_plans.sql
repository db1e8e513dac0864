-- The paused plans of a store. A store may have a million plans, and a sale leaves many open ones.
create index plans_held on plans (store_id, created_at, id) where state = 1;
