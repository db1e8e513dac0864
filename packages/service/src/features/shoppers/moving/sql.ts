import type { StoreTx } from "../../../platform/db/db.ts";
import { inUtc, type Line, type LinePage } from "../../../platform/db/lines.ts";
import { toArray } from "../../../platform/db/to-array.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import type { Regid } from "../regid.ts";
import type { MovedOwner } from "./moved-owner.ts";

/** Expects each regid once. A shopper who is there already stays as they are. */
export const insertOwners = (tx: StoreTx, owners: readonly MovedOwner[]) => tx<{ regid: Regid }>`
  insert into shoppers (id, store_id, regid, email, created_at)
  select id, ${tx.storeId}, regid, email, coalesce(created_at, now()) from (
    select new_id(${tx.storeId}) as id, regid, email, created_at
    from unnest(${toArray(owners.map((one) => one.regid))}::uuid[], ${toArray(owners.map((one) => one.email))}::text[],
      ${toArray(owners.map((one) => one.createdAt))}::timestamptz[]) with ordinality as sent (regid, email, created_at, nth)
    order by nth -- ids in the order of the file
  ) as numbered
  order by regid -- as logins do, so that neither waits for the other
  on conflict (store_id, regid) do nothing
  returning replace(regid::text, '-', '') as regid`;

/** They stay who they are until the transaction ends: merges and erasures wait. As everybody who locks several shoppers, in id
 *  order. `erasedAt` is in milliseconds. */
export const findOwners = (tx: StoreTx, regids: readonly Regid[]) => tx<{
  regid: Regid;
  id: ShopperId;
  email: string | null;
  erasedAt: number | null;
}>`
  select replace(regid::text, '-', '') as regid, coalesce(merged_into, id) as id, email,
    (extract(epoch from erased_at) * 1000)::float8 as "erasedAt" from shoppers
  where store_id = ${tx.storeId} and regid = any(${toArray(regids)}::uuid[]) order by shoppers.id for share`;

/** A guest is named by the regid, because their uuid is not stored. Guests who became part of an account, and rows of erased
 *  people, are left out. */
export const selectShoppers = (tx: StoreTx, { after, until, limit }: LinePage) => tx<Line>`
  select id::text as at, case when merged_into is null and (email is not null or get_byte(uuid_send(regid), 0) & 1 = 1)
      and left(regid::text, 18) <> '00000000-0000-0000' and (erased_at is null or email is not null) then
    json_build_object('email', email, 'regid', case when email is null then replace(regid::text, '-', '') end,
      'createdAt', ${inUtc("created_at")})::text end as line
  from shoppers where store_id = ${tx.storeId} and id > ${after}::bigint and id <= ${until}::bigint order by id limit ${limit}`;
