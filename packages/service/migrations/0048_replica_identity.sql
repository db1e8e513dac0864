-- A store moves to another cluster by logical replication of its rows. A filter by store needs store_id in the replica identity.
-- The primary key of items is without it: 4 bytes more for each item would be 8 in its index. The others have a key without it,
-- or none.
-- The old row is written to the WAL only while wal_level is logical; the other cluster still finds an item by its key.
alter table items replica identity full;
alter table ledger replica identity full;
alter table confirmations replica identity full;
alter table outbox_parked replica identity full;
