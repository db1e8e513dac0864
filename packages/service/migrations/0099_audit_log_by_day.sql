-- Finds the entries of days long ago without reading all that came after them, also those of one action or one actor.
-- `nulls last` gives the first an order of its own: otherwise the planner may take `audit_log_by_time` for it, which has the
-- entries of all stores.
create index audit_log_of_store_by_time on audit_log (store_id, at desc nulls last, id desc nulls last);
create index audit_log_of_action on audit_log (store_id, action, at, id);
create index audit_log_of_actor on audit_log (store_id, actor_id, at, id);
drop index audit_log_of_store, audit_log_by_action, audit_log_by_actor;
