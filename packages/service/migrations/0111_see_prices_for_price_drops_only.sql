-- A function in a join is called for every row, also where the condition of the join is false: each sign-up looked for a price,
-- and only those for price drops need one. A condition inside a subquery that stays one is checked before.
create or replace function join_line() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off
  as $$ begin
    insert into waiting (variant_id, subscription_id, place, store_id, rank, quantity, topic, currency, price_max)
    select s.variant_id, s.id, line_place(s.signed_up_at), s.store_id, line_rank(s.id), s.quantity, s.topic,
      seen.currency, least(s.target, seen.price - 0.0001)
    from joined s
    left join lateral (
      select * from price_seen(s.store_id, s.variant_id, s.contact_id, s.signed_up_at) where s.topic = 'pricedrop' offset 0
    ) as seen on true
    where s.state = 1;
    return null;
  end $$;
