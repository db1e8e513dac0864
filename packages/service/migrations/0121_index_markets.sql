-- Runs outside a transaction, because shoppers save items while the index is built. One that is left of a build that failed is
-- no use.
drop index concurrently if exists variants_of_markets;
create index concurrently variants_of_markets on variants (store_id, market_of) where market_of is not null;
