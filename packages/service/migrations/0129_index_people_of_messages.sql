-- Runs outside a transaction, because messages are queued while the indexes are built. One that is left of a build that failed is
-- no use. They find what waits about a person: to export it, and to delete it with the person.
drop index concurrently if exists marketing_messages_of_shopper;
create index concurrently marketing_messages_of_shopper on marketing_messages (store_id, shopper_id, id) where shopper_id is not null;
drop index concurrently if exists marketing_messages_of_contact;
create index concurrently marketing_messages_of_contact on marketing_messages (store_id, contact_id, id) where contact_id is not null;
drop index concurrently if exists marketing_messages_of_subscription;
create index concurrently marketing_messages_of_subscription on marketing_messages (store_id, subscription_id, id)
  where subscription_id is not null;
