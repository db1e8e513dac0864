-- The lists that a merge united with another: a new link of that list replaces theirs, and its deletion looks for them.
create index lists_united on lists (store_id, moved_to) where moved_to is not null;
