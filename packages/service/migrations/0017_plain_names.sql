-- The short names of the public API (epi, empi, lid, dt, …) stay in the API: tables and stored JSON use plain names.
alter table variants rename column epi to platform_id;
alter table variants rename column empi to product_id;
alter index variants_by_epi rename to variants_by_platform_id;
alter table lists rename column lid to public_id;
alter index lists_by_lid rename to lists_by_public_id;
alter table subscriptions rename column said to client_product;
alter table consents rename column words to wording;
alter table variants rename constraint variants_epi_check to variants_platform_id_check;
alter table variants rename constraint variants_empi_check to variants_product_id_check;
alter table consents rename constraint consents_words_check to consents_wording_check;

create function pg_temp.rename_keys(value jsonb, names jsonb) returns jsonb
  language sql immutable
  as $$ select coalesce(jsonb_object_agg(coalesce(names ->> key, key), field), '{}') from jsonb_each(value) as old (key, field) $$;

create function pg_temp.plain_details(details jsonb) returns jsonb
  language sql immutable
  as $$
    select pg_temp.rename_keys(details, '{"cprops": "properties", "lbls": "labels", "said": "clientProduct"}')
      || case when details ? 'said' then jsonb_build_object('clientProduct', pg_temp.rename_keys(details -> 'said',
        '{"empi": "productId", "du": "url", "dt": "title", "iu": "imageUrl", "pr": "price"}')) else '{}' end
      || case when details ? 'custom' then jsonb_build_object('custom', pg_temp.rename_keys(details -> 'custom',
        '{"du": "url", "iu": "imageUrl", "platformitemid": "platformItemId"}')) else '{}' end
  $$;

create function pg_temp.plain_item(item jsonb) returns jsonb
  language sql immutable
  as $$
    select case when jsonb_typeof(item -> 'details') = 'object'
      then jsonb_set(item, '{details}', pg_temp.plain_details(item -> 'details')) else item end
  $$;

-- The owner of the tables sees no row while row-level security is forced.
alter table variants no force row level security;
alter table lists no force row level security;
alter table items no force row level security;
alter table subscriptions no force row level security;
alter table merges no force row level security;
alter table stores no force row level security;

-- Only the known fields: the API used to store whatever else a shop sent, unchecked, and a field called "title" would
-- replace the renamed "dt".
update variants set product = pg_temp.rename_keys((
    select coalesce(jsonb_object_agg(key, field), '{}') from jsonb_each(product) as old (key, field)
    where key in ('bt', 'dt', 'sku', 'du', 'uri', 'iu', 'pr', 'vi', 'compareAtPrice', 'currency', 'tags')),
  '{"bt": "brand", "dt": "title", "du": "url", "uri": "variantUrl", "iu": "imageUrl", "pr": "price", "vi": "variantTitle"}')
where product is not null;

update lists set extras = pg_temp.rename_keys(extras, '{"lprops": "properties", "ldesc": "description"}')
  || case when extras ? 'shown' then jsonb_build_object('shown',
    pg_temp.rename_keys(extras -> 'shown', '{"fname": "firstName", "cprops": "properties"}')) else '{}' end
where extras is not null;

update items set details = pg_temp.plain_details(details) where details is not null;

update subscriptions set client_product =
  pg_temp.rename_keys(client_product, '{"epi": "platformId", "empi": "productId", "du": "url"}')
where client_product is not null;

-- What an undo of a merge puts back.
update merges set moved = jsonb_set(moved, '{lists,united}', (
  select coalesce(jsonb_agg(united || jsonb_build_object('items', (
    select coalesce(jsonb_agg(item || jsonb_build_object(
      'guest', pg_temp.plain_item(item -> 'guest'), 'account', pg_temp.plain_item(item -> 'account'))), '[]')
    from jsonb_array_elements(united -> 'items') as item))), '[]')
  from jsonb_array_elements(moved #> '{lists,united}') as united))
where jsonb_typeof(moved #> '{lists,united}') = 'array';

update stores set settings = jsonb_set(settings #- '{alerts,hold}', '{alerts,requireApproval}', settings #> '{alerts,hold}')
where settings #> '{alerts,hold}' is not null;

alter table variants force row level security;
alter table lists force row level security;
alter table items force row level security;
alter table subscriptions force row level security;
alter table merges force row level security;
alter table stores force row level security;
