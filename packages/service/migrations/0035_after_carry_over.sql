drop procedure carry_over_alerts();
drop table deliveries_before, chunks_before;
-- The line has an order of its own now.
drop index subscriptions_in_line;
