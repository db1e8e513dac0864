import type { StoreTx } from "../../../platform/db/db.ts";
import { fragment, fragmentWith } from "../../../platform/db/fragment.ts";
import { unavailable } from "../../../platform/errors.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import type { Regid } from "../regid.ts";

export type ShopperRow = {
  readonly id: ShopperId;
  readonly regid: Regid;
  readonly epoch: number;
  readonly email: string | null;
};

/** A subquery of the ids of the accounts and guests with these regids. A merged guest brings its account, and an account all
 *  its guests. */
const idsOf = (tx: StoreTx, regids: readonly Regid[]) => fragmentWith`
  with named as materialized (
    select coalesce(merged_into, id) as id from shoppers where store_id = ${tx.storeId} and regid = any(${regids}::uuid[])
  )
  select id from named
  union
  select s.id from named join shoppers s on s.store_id = ${tx.storeId} and s.merged_into = named.id`;
const COLUMNS = fragment("id, replace(regid::text, '-', '') as regid, session_epoch as epoch, email");

export const findShoppersOf = (tx: StoreTx, regids: readonly Regid[]) => tx<ShopperRow>`
  select ${COLUMNS} from shoppers
  where store_id = ${tx.storeId} and id = any(array(${idsOf(tx, regids)})) order by shoppers.id`;

const lockShoppers = (tx: StoreTx, regids: readonly Regid[]) => tx<ShopperRow>`
  select ${COLUMNS} from shoppers
  where store_id = ${tx.storeId} and id = any(array(${idsOf(tx, regids)})) order by shoppers.id for update`;

const LOCK_TRIES = 10;

/** No guest is merged into them or detached until the transaction ends. Looks again after it has the locks: while it waited
 *  for them, a merge may have brought another guest, or another erasure may have taken a regid away. */
export async function lockShoppersOf(tx: StoreTx, regids: readonly Regid[]): Promise<readonly ShopperRow[]> {
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    const locked = new Set((await lockShoppers(tx, regids)).map(({ id }) => id));
    const now = await findShoppersOf(tx, regids);
    if (now.length === locked.size && now.every(({ id }) => locked.has(id))) return now;
  }
  throw unavailable("The record of this person");
}

/** Takes the address away from these rows, and puts a regid there that `isErased` recognises. */
export const anonymise = (tx: StoreTx, ids: readonly ShopperId[]) => tx`
  update shoppers set regid = lpad(to_hex(id), 32, '0')::uuid, email = null, session_epoch = session_epoch + 1
  where store_id = ${tx.storeId} and id = any(${ids}::bigint[])`;

export type Tombstone = { readonly regid: Regid; readonly epoch: number };

/** Inserts rows that remember that sessions ended, and when their person was erased: at `at`, or now. A row that has the regid
 *  already gets the higher epoch and the later time. */
export const insertTombstones = (tx: StoreTx, tombstones: readonly Tombstone[], at: string | null) => tx`
  insert into shoppers as s (id, store_id, regid, session_epoch, erased_at)
  select new_id(${tx.storeId}), ${tx.storeId}, regid, epoch, coalesce(${at}::timestamptz, now())
  from unnest(${tombstones.map((one) => one.regid)}::uuid[], ${tombstones.map((one) => one.epoch)}::int[]) as tombstone (regid, epoch)
  order by regid
  on conflict (store_id, regid) do update set session_epoch = greatest(s.session_epoch, excluded.session_epoch),
    erased_at = greatest(s.erased_at, excluded.erased_at)`;

/** Deletes a page of merges of these shoppers, with what an undo would bring back. Returns how many. */
export async function deleteMerges(tx: StoreTx, ids: readonly ShopperId[], limit: number): Promise<number> {
  const gone = await tx<{ id: string }>`
    delete from merges where store_id = ${tx.storeId} and id in (
      select id from merges where store_id = ${tx.storeId} and guest_id = any(${ids}::bigint[])
      union
      select id from merges where store_id = ${tx.storeId} and account_id = any(${ids}::bigint[])
      limit ${limit}
    ) returning id`;
  return gone.length;
}

/** Separates guests that a login in flight has merged into one of these shoppers after its erasure began. */
export const detachOthers = (tx: StoreTx, ids: readonly ShopperId[]) => tx`
  update shoppers set merged_into = null, merged_at = null
  where store_id = ${tx.storeId} and merged_into is not null and merged_into = any(${ids}::bigint[]) and not id = any(${ids}::bigint[])`;

export const deleteShoppers = (tx: StoreTx, ids: readonly ShopperId[]) => tx<{ id: ShopperId }>`
  delete from shoppers where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) returning id`;

type Row = { readonly key: string; readonly record: object };

export const selectShoppers = (tx: StoreTx, ids: readonly ShopperId[], after: string, limit: number) => tx<Row>`
  select id as key, to_jsonb(s) - 'store_id' as record from shoppers s
  where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) and id > ${after}::bigint order by s.id limit ${limit}`;

export const selectMerges = (tx: StoreTx, ids: readonly ShopperId[], after: string, limit: number) => tx<Row>`
  select id as key, to_jsonb(m) - 'store_id' as record from merges m
  where store_id = ${tx.storeId} and (guest_id = any(${ids}::bigint[]) or account_id = any(${ids}::bigint[]))
    and id > ${after}::bigint
  order by m.id limit ${limit}`;

/** Skips guests who are doing something at this moment. */
export const lockGuests = (tx: StoreTx, ids: readonly ShopperId[]) => tx<{ id: ShopperId }>`
  select id from shoppers
  where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) and email is null and merged_into is null
  order by shoppers.id for update skip locked`;
