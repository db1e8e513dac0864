-- Lists of plans, the newest first. Plans are inserted once for each restock that somebody waits for; an update that changes
-- next_at writes an entry of each index already, and now one or two more.
create index plans_by_time on plans (store_id, created_at, id);
create index plans_open_by_time on plans (store_id, created_at, id) where state < 2;
-- The demand at lower prices. Only people who wait for a price drop are in it: one entry more when they join and leave.
create index waiting_by_price on waiting (store_id, variant_id, currency, price_max) include (quantity) where topic = 'pricedrop';
