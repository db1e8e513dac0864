-- Saves are counted by variant, because the catalogue may tell or change the product of a variant later: then the counts
-- move to the other product. `product_id` is the catalogue's, otherwise the one that the client sent.
drop table saves;
create table saves (
  store_id integer not null references stores,
  variant_id bigint not null,
  shopper_id bigint not null,
  times integer not null,
  product_id text not null check (length(product_id) <= 64),
  primary key (store_id, variant_id, shopper_id, product_id)
) with (fillfactor = 90);
create index saves_of_product on saves (store_id, product_id, shopper_id) where times > 0;

alter table saves enable row level security;
alter table saves force row level security;
create policy own_store on saves to keepsake_store using (store_id = current_store()) with check (store_id = current_store());
create policy roll_up on saves to keepsake_worker using (true) with check (true);
grant select on saves to keepsake_store;
grant select, insert, update, delete on saves to keepsake_worker;
create policy roll_up on variants for select to keepsake_worker using (true);
grant select (store_id, id, product_id) on variants to keepsake_worker;
grant delete on product_saves to keepsake_worker;

-- Count again from the lists. The reader goes on after the last event that they contain.
alter table items no force row level security;
alter table lists no force row level security;
alter table variants no force row level security;
alter table saves no force row level security;
alter table product_saves no force row level security;
alter table outbox no force row level security;
insert into saves (store_id, variant_id, shopper_id, times, product_id)
select i.store_id, i.variant_id, l.shopper_id, count(*), coalesce(v.product_id, i.details -> 'clientProduct' ->> 'productId', v.platform_id)
from items i join lists l on l.store_id = i.store_id and l.id = i.list_id join variants v on v.store_id = i.store_id and v.id = i.variant_id
group by 1, 2, 3, 5;
delete from product_saves;
insert into product_saves (store_id, product_id, people)
select store_id, product_id, count(distinct shopper_id) from saves where times > 0 group by 1, 2;
update outbox_readers r set xid = last.xid, id = last.id
from (select xid, id from outbox order by xid desc, id desc limit 1) as last
where r.name = 'count-saves' and (last.xid, last.id) > (r.xid, r.id);
alter table items force row level security;
alter table lists force row level security;
alter table variants force row level security;
alter table saves force row level security;
alter table product_saves force row level security;
alter table outbox force row level security;
