/** Seeds write subscriptions without triggers, which is faster. This puts the waiting people into the line. */
export const FILL_LINE = `insert into waiting (variant_id, subscription_id, place, store_id, rank, quantity, topic, currency, price_max)
  select s.variant_id, s.id, line_place(s.signed_up_at), s.store_id, line_rank(s.id), s.quantity, s.topic, seen.currency, least(s.target, seen.price - 0.0001)
  from subscriptions s
  left join lateral price_seen(s.store_id, s.variant_id, s.contact_id, s.signed_up_at) as seen on s.topic = 'pricedrop'
  where s.state = 1
  order by s.store_id, s.variant_id, s.topic, s.signed_up_at
  on conflict do nothing`;
