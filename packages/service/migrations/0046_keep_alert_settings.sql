-- The next version notifies one shopper per unit unless a store's settings say otherwise. Stores that exist go on as they
-- are: what was the default for them becomes a setting of theirs.
-- The owner of the table sees no row while row-level security is forced.
alter table stores no force row level security;

update stores set settings =
  jsonb_set(settings, '{alerts}', '{"audience": "all", "waitSeconds": 0}' || coalesce(settings -> 'alerts', '{}'));

alter table stores force row level security;
