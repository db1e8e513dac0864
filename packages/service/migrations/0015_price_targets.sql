-- The price somebody waits for, where they named one.
alter table subscriptions add target numeric(14, 4) check (target > 0);
