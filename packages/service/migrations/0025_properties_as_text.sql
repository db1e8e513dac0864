-- The custom properties of items and lists, and the description of lists, become JSON text: a jsonb object would change the
-- order of their keys and the spelling of their numbers. The text is a string inside `details` and `extras`, which are
-- merged field by field as before.
create function pg_temp.with_text(value jsonb, field text) returns jsonb
  language sql immutable
  as $$
    select case when jsonb_typeof(value -> field) = 'object'
      then jsonb_set(value, array[field], to_jsonb((value -> field)::text)) else value end
  $$;

-- The owner of the tables sees no row while row-level security is forced.
alter table lists no force row level security;
alter table items no force row level security;
alter table merges no force row level security;

update items set details = pg_temp.with_text(details, 'properties')
where jsonb_typeof(details -> 'properties') = 'object';

update lists set extras = pg_temp.with_text(pg_temp.with_text(extras, 'properties'), 'description')
where jsonb_typeof(extras -> 'properties') = 'object' or jsonb_typeof(extras -> 'description') = 'object';

-- What an undo of a merge puts back.
create function pg_temp.item_with_text(item jsonb) returns jsonb
  language sql immutable
  as $$
    select case when jsonb_typeof(item -> 'details') = 'object'
      then jsonb_set(item, '{details}', pg_temp.with_text(item -> 'details', 'properties')) else item end
  $$;
update merges set moved = jsonb_set(moved, '{lists,united}', (
  select coalesce(jsonb_agg(united || jsonb_build_object('items', (
    select coalesce(jsonb_agg(item || jsonb_build_object(
      'guest', pg_temp.item_with_text(item -> 'guest'), 'account', pg_temp.item_with_text(item -> 'account'))), '[]')
    from jsonb_array_elements(united -> 'items') as item))), '[]')
  from jsonb_array_elements(moved #> '{lists,united}') as united))
where jsonb_typeof(moved #> '{lists,united}') = 'array';

alter table lists force row level security;
alter table items force row level security;
alter table merges force row level security;
