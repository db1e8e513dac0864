-- The link that ends queued mails of this kind, for the header List-Unsubscribe.
alter table mails add unsubscribe_url text check (length(unsubscribe_url) <= 500);
