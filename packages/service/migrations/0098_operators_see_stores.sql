-- Operators find stores by the beginning of their name, page by page.
create index stores_by_name on stores ((lower(name) collate "C"), id) where erased_at is null;
create index stores_paused on stores ((lower(name) collate "C"), id)
  where erased_at is null and settings -> 'sending' ->> 'pausedUntil' is not null;
-- The queued messages of one store: how many, and the oldest.
create index mails_unsent on mails (store_id, created_at) where sent_at is null and attempts < 8;
create index outbox_parked_by_age on outbox_parked (parked_at, event_id, reader);
create index outbox_parked_of_store on outbox_parked (store_id, parked_at);

-- The API shows operators the parked events, without what is in them, and lets the workers try them again.
create policy operators on outbox_parked to keepsake_hot using (true) with check (true);
grant select (reader, event_id, store_id, number, subject, created_at, tries, error, parked_at, retry_at),
  update (retry_at, retries) on outbox_parked to keepsake_hot;
