-- How many erasures of people were given up because the marketing tool could not be told in time.
alter table marketing_turns add column erasures_lost bigint not null default 0;
