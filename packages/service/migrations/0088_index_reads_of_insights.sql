-- The results of one variant over a range. `variant_days_results` begins with the day, so it serves the ranking of all variants;
-- this one serves the figures of each variant on a page, without the days on which nothing came of an alert.
create index variant_days_results_of_variant on variant_days (store_id, variant_id, day, topic, currency)
  include (notified, clicked, bought, units, revenue)
  where notified > 0 or clicked > 0 or bought > 0 or units <> 0;
-- The newest plans of one topic. A sale makes a plan for each price drop, so the last restocks may lie behind a million plans.
create index plans_of_topic on plans (store_id, topic, created_at, id);
-- Whether a variant was ever ordered.
create index order_lines_of_variant on order_lines (store_id, variant_id);
