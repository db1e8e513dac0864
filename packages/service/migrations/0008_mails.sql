-- Mails on their way out: written with their cause, sent by a worker, kept for the daily caps.
create table mails (
  id bigint not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  store_id integer not null references stores,
  shopper_id bigint not null,
  attempts smallint not null default 0,
  kind text not null check (length(kind) <= 40),
  to_email text not null check (length(to_email) <= 254),
  subject text not null check (length(subject) <= 300),
  text_body text not null,
  html_body text not null,
  problem text,
  primary key (store_id, id)
);
create index mails_due on mails (due_at) where sent_at is null and attempts < 8;
create index mails_to on mails (store_id, to_email, created_at);
create index mails_of_shopper on mails (store_id, shopper_id, created_at);

alter table mails enable row level security;
alter table mails force row level security;
create policy own_store on mails to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy sender on mails to keepsake_worker using (true) with check (true);
grant select, insert on mails to keepsake_store;
grant select, update, delete on mails to keepsake_worker;
