-- Counts what waits and what is saved once, less the changes that the reader of the roll-ups will read: it begins with the
-- oldest event that is kept. An event is visible together with the rows that it is about, so nothing is counted twice, and
-- nobody has to wait. Events that an upgrade from 0.1 left out of the batches are not read again.
do $$ begin
  perform set_config('role', 'keepsake_worker', true);
  with counted as (
    select store_id, variant_id, topic, count(*) as people, sum(quantity) as units from waiting group by 1, 2, 3
    union all
    select o.store_id, line.variant_id::bigint, line.topic, -line.people::integer, -line.units::integer
    from outbox o, rows from (
      jsonb_array_elements_text(o.payload -> 'variantIds'), jsonb_array_elements_text(o.payload -> 'topics'),
      jsonb_array_elements_text(o.payload -> 'people'), jsonb_array_elements_text(o.payload -> 'units')
    ) as line (variant_id, topic, people, units)
    where o.subject = 'line.changed'
  )
  insert into demand (store_id, variant_id, topic, people, units, price, currency)
  select line.store_id, line.variant_id, line.topic, line.people, line.units,
    case when v.product ->> 'currency' is not null then (v.product ->> 'price')::numeric end,
    case when v.product ->> 'price' is not null then coalesce(v.product ->> 'currency', '') else '' end
  from (
    select store_id, variant_id, topic, sum(people)::integer as people, sum(units)::integer as units from counted
    group by 1, 2, 3 having sum(people) <> 0 or sum(units) <> 0
  ) as line left join variants v on v.store_id = line.store_id and v.id = line.variant_id;

  insert into store_demand (store_id, topic, currency, people, units, value)
  select store_id, topic, currency, sum(people), sum(units), coalesce(sum(value), 0) from demand group by 1, 2, 3;

  with counted as (
    select store_id, variant_id, count(*) as lists from items group by 1, 2
    union all
    select o.store_id, variant_id::bigint, case o.subject when 'item.added' then -1 else 1 end
    from outbox o, jsonb_array_elements_text(o.payload -> 'variantIds') as variant_id
    where o.subject in ('item.added', 'item.removed')
      and not exists (select from outbox_batches b where b.batch = 0 and pg_visible_in_snapshot(o.xid, b.snapshot))
  )
  insert into variant_saves (store_id, variant_id, lists)
  select store_id, variant_id, sum(lists)::integer from counted group by 1, 2 having sum(lists) <> 0;
  perform set_config('role', 'none', true);
end $$;
