-- Every statement that changes the line also says by how much: how many people and units joined or left each variant and
-- topic. How many people wait is the sum of these events, so nobody counts a line of a million people to show a figure. An
-- event has at most a thousand lines, because a statement may empty all lines of a store.
create function announce_joined() returns trigger
  language plpgsql
  as $$ begin
    insert into outbox (store_id, subject, payload)
    select store_id, 'line.changed', jsonb_build_object('variantIds', jsonb_agg(variant_id::text), 'topics', jsonb_agg(topic),
      'people', jsonb_agg(people), 'units', jsonb_agg(units))
    from (
      select store_id, variant_id, topic, count(*) as people, sum(quantity) as units, (row_number() over ()) / 1000 as page
      from joined group by store_id, variant_id, topic
    ) as line group by store_id, page;
    return null;
  end $$;

create function announce_left() returns trigger
  language plpgsql
  as $$ begin
    insert into outbox (store_id, subject, payload)
    select store_id, 'line.changed', jsonb_build_object('variantIds', jsonb_agg(variant_id::text), 'topics', jsonb_agg(topic),
      'people', jsonb_agg(people), 'units', jsonb_agg(units))
    from (
      select store_id, variant_id, topic, -count(*) as people, -sum(quantity) as units, (row_number() over ()) / 1000 as page
      from gone group by store_id, variant_id, topic
    ) as line group by store_id, page;
    return null;
  end $$;

-- A new place in line or another price target changes no figure.
create function announce_changed_quantities() returns trigger
  language plpgsql
  as $$ begin
    insert into outbox (store_id, subject, payload)
    select store_id, 'line.changed', jsonb_build_object('variantIds', jsonb_agg(variant_id::text), 'topics', jsonb_agg(topic),
      'people', jsonb_agg(0), 'units', jsonb_agg(units))
    from (
      select store_id, variant_id, topic, sum(units) as units, (row_number() over ()) / 1000 as page
      from (
        select store_id, variant_id, topic, quantity as units from changed
        union all
        select store_id, variant_id, topic, -quantity from before
      ) as both_times group by store_id, variant_id, topic having sum(units) <> 0
    ) as line group by store_id, page;
    return null;
  end $$;

create trigger announce_joined after insert on waiting
  referencing new table as joined for each statement execute function announce_joined();
create trigger announce_left after delete on waiting
  referencing old table as gone for each statement execute function announce_left();
create trigger announce_changed_quantities after update on waiting
  referencing old table as before new table as changed for each statement execute function announce_changed_quantities();
