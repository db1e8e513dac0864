-- The daily caps count a mailbox, not its spellings: ann+shop@example.com reaches ann@example.com.
alter table mails add mailbox text;
drop index mails_to;
create index mails_to on mails (store_id, mailbox, created_at);
create index mails_by_kind on mails (store_id, kind, created_at);
