import type { Runner, Statement, StoreTx } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import type { FoundShopper, NewAccount, ShopperKey } from "./found-shopper.ts";
import type { Regid } from "./regid.ts";

/** `place` counts the input from 1: rows come back in any order. */
type FoundRow = FoundShopper & { readonly place: number };

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint::float8`;
const FOUND_COLUMNS = `s.id, coalesce(s.merged_into, s.id) as "belongsTo", s.session_epoch as epoch,
    coalesce(s.email, account.email) as email, ${ms("coalesce(account.created_at, s.created_at)")} as "createdAt"`;

const FIND_ONE: Statement = {
  name: "find-shopper",
  text: `select 1 as place, ${FOUND_COLUMNS}
    from shoppers s left join shoppers account on account.store_id = s.store_id and account.id = s.merged_into
    where s.store_id = $1 and s.regid = $2`,
};

const FIND_MANY: Statement = {
  name: "find-shoppers",
  text: `select sought.place::int, ${FOUND_COLUMNS}
    from unnest($1::int[], $2::uuid[]) with ordinality as sought (store_id, regid, place)
    join shoppers s on s.store_id = sought.store_id and s.regid = sought.regid
    left join shoppers account on account.store_id = s.store_id and account.id = s.merged_into`,
};

/** Returns the shoppers in the order of the keys, with undefined for a key that has no row. */
export async function findShoppers(runner: Runner, keys: readonly ShopperKey[]): Promise<(FoundShopper | undefined)[]> {
  const [only] = keys;
  const rows =
    keys.length === 1 && only
      ? await runner.run<FoundRow>(FIND_ONE, [only.storeId, only.regid])
      : await runner.run<FoundRow>(FIND_MANY, [keys.map((key) => key.storeId), keys.map((key) => key.regid)]);
  return inOrder(keys.length, rows);
}

export const REGISTER_ONE: Statement = {
  name: "register-account",
  text: `with found as (
      select id, session_epoch, created_at from shoppers where store_id = $1 and regid = $2
    ), inserted as (
      insert into shoppers (id, store_id, regid, email)
      select new_id($1), $1, $2, $3 where not exists (select from found)
      on conflict (store_id, regid) do nothing
      returning id, session_epoch, created_at
    )
    select 1 as place, id, id as "belongsTo", session_epoch as epoch, $3 as email, ${ms("created_at")} as "createdAt"
    from found
    union all select 1, id, id, session_epoch, $3, ${ms("created_at")} from inserted`,
};

const REGISTER_MANY: Statement = {
  name: "register-accounts",
  text: `with sought as (
      select * from unnest($1::int[], $2::uuid[], $3::text[]) with ordinality as sought (store_id, regid, email, place)
    ), found as (
      select sought.place, s.id, s.session_epoch, s.email, s.created_at
      from sought join shoppers s on s.store_id = sought.store_id and s.regid = sought.regid
    ), inserted as (
      insert into shoppers (id, store_id, regid, email)
      select new_id(store_id), store_id, regid, email from sought
      where not exists (select from found where found.place = sought.place)
      order by store_id, regid -- two batches with the same shoppers must not deadlock
      on conflict (store_id, regid) do nothing
      returning id, store_id, regid, session_epoch, email, created_at
    )
    select place::int, id, id as "belongsTo", session_epoch as epoch, email, ${ms("created_at")} as "createdAt"
    from found
    union all
    select sought.place::int, inserted.id, inserted.id, inserted.session_epoch, inserted.email, ${ms("inserted.created_at")}
    from inserted join sought on sought.store_id = inserted.store_id and sought.regid = inserted.regid`,
};

/** Finds accounts and inserts the missing ones. Expects each account once. Returns undefined for an account that another
 *  transaction inserted at the same time; the caller then tries again. */
export async function findOrCreateAccounts(
  runner: Runner,
  accounts: readonly NewAccount[],
): Promise<(FoundShopper | undefined)[]> {
  const [only] = accounts;
  const rows =
    accounts.length === 1 && only
      ? await runner.run<FoundRow>(REGISTER_ONE, [only.storeId, only.regid, only.email])
      : await runner.run<FoundRow>(REGISTER_MANY, [
          accounts.map((one) => one.storeId),
          accounts.map((one) => one.regid),
          accounts.map((one) => one.email),
        ]);
  return inOrder(accounts.length, rows);
}

function inOrder(count: number, rows: readonly FoundRow[]) {
  const found: (FoundShopper | undefined)[] = [];
  for (let place = 0; place < count; place += 1) found.push(undefined);
  for (const { place, id, belongsTo, epoch, email, createdAt } of rows)
    found[place - 1] = { id, belongsTo, epoch, email, createdAt };
  return found;
}

export const insertMissingGuest = (tx: StoreTx, regid: Regid) => tx`
  insert into shoppers (id, store_id, regid) values (new_id(${tx.storeId}), ${tx.storeId}, ${regid})
  on conflict (store_id, regid) do nothing`;

/** Locks the guest's row, inserted if it is missing. Merges, undos and revocations of this guest wait for each other. */
export async function lockGuest(tx: StoreTx, regid: Regid) {
  await insertMissingGuest(tx, regid);
  const [guest] = await tx<{ id: ShopperId; mergedInto: ShopperId | null }>`
    select id, merged_into as "mergedInto" from shoppers
    where store_id = ${tx.storeId} and regid = ${regid} for no key update`;
  if (!guest) throw new Error("The guest's row was deleted while it was being locked");
  return guest;
}
