-- A confirmed request that is repeated has new terms to confirm, but its shopper goes on seeing it as before: as waiting, at
-- the time of its first confirmation. A subscription behaves the same, so nothing tells a stranger which of the two it is.
alter table sign_up_requests add waits_since timestamptz;
alter table sign_up_requests no force row level security;
update sign_up_requests set waits_since = confirmed_at where confirmed_at is not null;
alter table sign_up_requests force row level security;
grant select (waits_since) on sign_up_requests to keepsake_worker;
