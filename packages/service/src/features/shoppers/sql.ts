import type { Runner, Statement, StoreTx } from "../../platform/db/db.ts";
import type { ShopperId, StoreId } from "../../platform/ids.ts";
import type { Email } from "../../platform/text/email.ts";
import type { Regid } from "./regid.ts";

/** Where a person is in the table. `belongsTo` is the account for a merged guest, else the row itself. */
export type FoundShopper = {
  readonly id: ShopperId;
  readonly belongsTo: ShopperId;
  readonly epoch: number;
  readonly email: string | null;
  /** Of the person, in milliseconds. */
  readonly createdAt: number;
};

export type ShopperKey = { readonly storeId: StoreId; readonly regid: Regid };

type FoundRow = [
  place: number,
  id: ShopperId,
  belongsTo: ShopperId,
  epoch: number,
  email: string | null,
  createdAt: number,
];
const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint::float8`;

const FIND_ONE: Statement = {
  name: "find-shopper",
  text: `select 1, s.id, coalesce(s.merged_into, s.id), s.session_epoch, coalesce(s.email, account.email), ${ms("coalesce(account.created_at, s.created_at)")}
    from shoppers s left join shoppers account on account.store_id = s.store_id and account.id = s.merged_into
    where s.store_id = $1 and s.regid = $2`,
};

const FIND_MANY: Statement = {
  name: "find-shoppers",
  text: `select sought.place::int, s.id, coalesce(s.merged_into, s.id), s.session_epoch, coalesce(s.email, account.email), ${ms("coalesce(account.created_at, s.created_at)")}
    from unnest($1::int[], $2::uuid[]) with ordinality as sought (store_id, regid, place)
    join shoppers s on s.store_id = sought.store_id and s.regid = sought.regid
    left join shoppers account on account.store_id = s.store_id and account.id = s.merged_into`,
};

/** In the order asked; nothing where there is no row. */
export async function findShoppers(
  runner: Runner,
  sought: readonly ShopperKey[],
): Promise<(FoundShopper | undefined)[]> {
  const [only] = sought;
  const rows =
    sought.length === 1 && only
      ? await runner.rows<FoundRow>(FIND_ONE, [only.storeId, only.regid])
      : await runner.rows<FoundRow>(FIND_MANY, [sought.map((one) => one.storeId), sought.map((one) => one.regid)]);
  return inOrder(sought.length, rows);
}

export type NewAccount = ShopperKey & { readonly email: Email };

export const REGISTER_ONE: Statement = {
  name: "register-account",
  text: `with found as (
      select id, session_epoch, created_at from shoppers where store_id = $1 and regid = $2
    ), made as (
      insert into shoppers (id, store_id, regid, email)
      select new_id($1), $1, $2, $3 where not exists (select from found)
      on conflict (store_id, regid) do nothing
      returning id, session_epoch, created_at
    )
    select 1, id, id, session_epoch, $3, ${ms("created_at")} from found
    union all select 1, id, id, session_epoch, $3, ${ms("created_at")} from made`,
};

const REGISTER_MANY: Statement = {
  name: "register-accounts",
  text: `with sought as (
      select * from unnest($1::int[], $2::uuid[], $3::text[]) with ordinality as sought (store_id, regid, email, place)
    ), found as (
      select sought.place, s.id, s.session_epoch, s.email, s.created_at
      from sought join shoppers s on s.store_id = sought.store_id and s.regid = sought.regid
    ), made as (
      insert into shoppers (id, store_id, regid, email)
      select new_id(store_id), store_id, regid, email from sought
      where not exists (select from found where found.place = sought.place)
      order by store_id, regid -- two batches that make the same people must not wait for each other in a ring
      on conflict (store_id, regid) do nothing
      returning id, store_id, regid, session_epoch, email, created_at
    )
    select place::int, id, id, session_epoch, email, ${ms("created_at")} from found
    union all
    select sought.place::int, made.id, made.id, made.session_epoch, made.email, ${ms("made.created_at")}
    from made join sought on sought.store_id = made.store_id and sought.regid = made.regid`,
};

/** Finds accounts and makes the missing ones; each person may be named once. Nothing where another transaction
 *  made the row while we looked: the caller asks again. */
export async function findOrCreateAccounts(
  runner: Runner,
  accounts: readonly NewAccount[],
): Promise<(FoundShopper | undefined)[]> {
  const [only] = accounts;
  const rows =
    accounts.length === 1 && only
      ? await runner.rows<FoundRow>(REGISTER_ONE, [only.storeId, only.regid, only.email])
      : await runner.rows<FoundRow>(REGISTER_MANY, [
          accounts.map((one) => one.storeId),
          accounts.map((one) => one.regid),
          accounts.map((one) => one.email),
        ]);
  return inOrder(accounts.length, rows);
}

function inOrder(count: number, rows: readonly FoundRow[]) {
  const found: (FoundShopper | undefined)[] = [];
  for (let place = 0; place < count; place += 1) found.push(undefined);
  for (const [place, id, belongsTo, epoch, email, createdAt] of rows)
    found[place - 1] = { id, belongsTo, epoch, email, createdAt };
  return found;
}

/** The guest's row, made if missing and locked: whoever merges, undoes or moves this guest waits here. */
export async function lockGuest(tx: StoreTx, regid: Regid) {
  await tx`
    insert into shoppers (id, store_id, regid) values (new_id(${tx.storeId}), ${tx.storeId}, ${regid})
    on conflict (store_id, regid) do nothing`;
  const [guest] = await tx<{ id: ShopperId; mergedInto: ShopperId | null }>`
    select id, merged_into as "mergedInto" from shoppers
    where store_id = ${tx.storeId} and regid = ${regid} for no key update`;
  if (!guest) throw new Error("A guest vanished while it was locked");
  return guest;
}

/** The person a guest belongs to, its row made if missing. A merge waits until this transaction is over. */
export async function lockGuestForShare(tx: StoreTx, regid: Regid): Promise<ShopperId> {
  await tx`
    insert into shoppers (id, store_id, regid) values (new_id(${tx.storeId}), ${tx.storeId}, ${regid})
    on conflict (store_id, regid) do nothing`;
  const [guest] = await tx<{ belongsTo: ShopperId }>`
    select coalesce(merged_into, id) as "belongsTo" from shoppers
    where store_id = ${tx.storeId} and regid = ${regid} for share`;
  if (!guest) throw new Error("A guest vanished while it was held");
  return guest.belongsTo;
}

export async function recordMerge(tx: StoreTx, guestId: ShopperId, accountId: ShopperId, moved: object) {
  await tx`update shoppers set merged_into = ${accountId} where store_id = ${tx.storeId} and id = ${guestId}`;
  await tx`
    insert into merges (id, store_id, guest_id, account_id, moved)
    values (new_id(${tx.storeId}), ${tx.storeId}, ${guestId}, ${accountId}, ${JSON.stringify(moved)})`;
}

/** Ends the merge that stands, if it is young enough. */
export async function takeBackMerge(tx: StoreTx, guestId: ShopperId, days: number) {
  const [merge] = await tx<{ accountId: ShopperId; moved: Record<string, unknown> }>`
    update merges set undone_at = now()
    where store_id = ${tx.storeId} and guest_id = ${guestId} and undone_at is null
      and merged_at > now() - make_interval(days => ${days})
    returning account_id as "accountId", moved`;
  if (merge) await tx`update shoppers set merged_into = null where store_id = ${tx.storeId} and id = ${guestId}`;
  return merge;
}

/** Ends every session of a person: those of the account and of the guests that became part of it. */
export const endSessions = (tx: StoreTx, shopperId: ShopperId) => tx`
  update shoppers set session_epoch = session_epoch + 1
  where store_id = ${tx.storeId} and (id = ${shopperId} or merged_into = ${shopperId})`;
