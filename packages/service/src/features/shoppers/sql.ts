import type { Runner, Statement, StoreTx, SystemTx } from "../../platform/db/db.ts";
import { unavailable } from "../../platform/errors.ts";
import type { ShopperId, StoreId } from "../../platform/ids.ts";
import type { FoundShopper, NewAccount, SoughtShopper } from "./found-shopper.ts";
import { formerRegid, type Regid } from "./regid.ts";

/** `place` counts the input from 1: rows come back in any order. */
type FoundRow = Omit<FoundShopper, "session" | "mergedAt" | "acceptsMarketing"> & {
  readonly place: number;
  readonly acceptsMarketing?: boolean;
  readonly mergedAt?: number | null;
  readonly sessionUsedAt?: number | null;
  readonly isSessionEnded?: boolean;
};

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint::float8`;
const FOUND_COLUMNS = `s.id, coalesce(s.merged_into, s.id) as "belongsTo", s.session_epoch as epoch,
    coalesce(s.email, account.email) as email, ${ms("coalesce(account.created_at, s.created_at)")} as "createdAt",
    ${ms("s.merged_at")} as "mergedAt", ${ms("session.used_at")} as "sessionUsedAt", session.ended_at is not null as "isSessionEnded",
    coalesce(mailing.on_mailing_list, false) as "acceptsMarketing"`;
/** The contact with the shopper's email address, where `medium` 1 is email. */
const IS_MAILING =
  "mailing.store_id = s.store_id and mailing.medium = 1 and mailing.value = coalesce(s.email, account.email)";

const FIND_ONE: Statement = {
  name: "find-shopper",
  text: `select 1 as place, ${FOUND_COLUMNS}
    from shoppers s left join shoppers account on account.store_id = s.store_id and account.id = s.merged_into
    left join sessions session on session.store_id = $1 and session.id = $3
    left join contacts mailing on ${IS_MAILING}
    where s.store_id = $1 and s.regid = $2`,
};

const FIND_MANY: Statement = {
  name: "find-shoppers",
  text: `select sought.place::int, ${FOUND_COLUMNS}
    from unnest($1::int[], $2::uuid[], $3::bigint[]) with ordinality as sought (store_id, regid, session_id, place)
    join shoppers s on s.store_id = sought.store_id and s.regid = sought.regid
    left join shoppers account on account.store_id = s.store_id and account.id = s.merged_into
    left join sessions session on session.store_id = sought.store_id and session.id = sought.session_id
    left join contacts mailing on ${IS_MAILING}`,
};

/** Returns the shoppers in the order of the keys, with undefined for a key that has no row. */
export async function findShoppers(
  runner: Runner,
  keys: readonly SoughtShopper[],
): Promise<(FoundShopper | undefined)[]> {
  const [only] = keys;
  const rows =
    keys.length === 1 && only
      ? await runner.run<FoundRow>(FIND_ONE, [only.storeId, only.regid, only.sessionId ?? null])
      : await runner.run<FoundRow>(FIND_MANY, [
          keys.map((key) => key.storeId),
          keys.map((key) => key.regid),
          keys.map((key) => key.sessionId ?? null),
        ]);
  return inOrder(keys.length, rows);
}

/** Makes the row of an erased account an account again. It kept only the regid, and that older sessions have ended. */
export const REGISTER_ONE: Statement = {
  name: "register-account",
  text: `with found as (
      select id, session_epoch, created_at, email from shoppers where store_id = $1 and regid = $2
    ), returned as (
      update shoppers set email = $3, created_at = now()
      where store_id = $1 and regid = $2 and email is null and exists (select from found where email is null)
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
      select sought.place, sought.store_id, sought.regid, s.id, s.session_epoch, s.email as stored_email, sought.email, s.created_at
      from sought join shoppers s on s.store_id = sought.store_id and s.regid = sought.regid
    ), returned as (
      update shoppers s set email = found.email, created_at = now() from found
      where found.stored_email is null and s.store_id = found.store_id and s.regid = found.regid and s.email is null
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
  for (const {
    place,
    sessionUsedAt,
    isSessionEnded = false,
    mergedAt = null,
    acceptsMarketing = false,
    ...row
  } of rows) {
    const session = typeof sessionUsedAt === "number" ? { usedAt: sessionUsedAt, isEnded: isSessionEnded } : undefined;
    found[place - 1] = { ...row, mergedAt, acceptsMarketing, session };
  }
  return found;
}

const insertMissingGuest = (tx: StoreTx, regid: Regid) => tx`
  insert into shoppers (id, store_id, regid) values (new_id(${tx.storeId}), ${tx.storeId}, ${regid})
  on conflict (store_id, regid) do nothing`;

/** Locks the guest's row, inserted if it is missing. Merges, undos and revocations of this guest wait for each other. */
export const lockGuest = (tx: StoreTx, regid: Regid) =>
  insertAndLock(
    tx,
    regid,
    () => tx<{ id: ShopperId; mergedInto: ShopperId | null }>`
    select id, merged_into as "mergedInto" from shoppers
    where store_id = ${tx.storeId} and regid = ${regid} for no key update`,
  );

const LOCK_TRIES = 3;

/** Inserts the guest's row if it is missing, and locks it. Tries again, because while the lock was awaited, the row may
 *  have been deleted (`deleteGuests`) or have given its regid to another (`replaceMergedGuest`). */
export async function insertAndLock<Row>(tx: StoreTx, regid: Regid, lock: () => Promise<readonly Row[]>): Promise<Row> {
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    await insertMissingGuest(tx, regid);
    const [guest] = await lock();
    if (guest) return guest;
  }
  throw unavailable("The record of this guest");
}

/** A page of the shoppers of all stores. `isOld`: first seen more than `days` ago. */
export const findShopperPage = (
  tx: SystemTx,
  { after, days, limit }: { after: { storeId: number; id: string }; days: number; limit: number },
) => tx<{ storeId: StoreId; id: ShopperId; isOld: boolean }>`
  select store_id as "storeId", id, created_at < now() - make_interval(days => ${days}) as "isOld" from shoppers
  where (store_id, id) > (${after.storeId}::int, ${after.id}::bigint) order by store_id, id limit ${limit}`;

/** `isOld`: first seen more than `days` ago. */
export const findShopperPageOfStore = (
  tx: StoreTx,
  { after, days, limit }: { readonly after: string; readonly days: number; readonly limit: number },
) => tx<{ id: ShopperId; isOld: boolean }>`
  select id, created_at < now() - make_interval(days => ${days}) as "isOld" from shoppers
  where store_id = ${tx.storeId} and id > ${after}::bigint order by shoppers.id limit ${limit}`;

/** Locks those of these shoppers who are guests, were never merged and never had their sessions ended: a row is needed to
 *  remember that. Skips guests who are doing something at this moment. */
export const lockIdleGuests = (tx: StoreTx, ids: readonly ShopperId[]) => tx<{ id: ShopperId }>`
  select id from shoppers s
  where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) and email is null and merged_into is null and session_epoch = 0
    and not exists (select from merges m where m.store_id = s.store_id and m.guest_id = s.id)
  order by id for update skip locked`;

export const deleteGuests = (tx: StoreTx, ids: readonly ShopperId[]) => tx`
  delete from shoppers where store_id = ${tx.storeId} and id = any(${ids}::bigint[])`;

/** Gives the regid of a merged guest to a new guest. Older sessions of the device do not belong to the new guest. */
export async function replaceMergedGuest(tx: StoreTx, regid: Regid): Promise<void> {
  const [merged] = await tx<{ id: ShopperId; epoch: number; erasedAt: string | null }>`
    select id, session_epoch as epoch, erased_at::text as "erasedAt" from shoppers
    where store_id = ${tx.storeId} and regid = ${regid} and merged_at is not null for update`;
  if (!merged) return;
  await tx`
    update shoppers set regid = ${formerRegid(regid, merged.epoch)}
    where store_id = ${tx.storeId} and id = ${merged.id}`;
  await tx`
    insert into shoppers (id, store_id, regid, session_epoch, erased_at)
    values (new_id(${tx.storeId}), ${tx.storeId}, ${regid}, ${merged.epoch + 1}, ${merged.erasedAt}::timestamptz)`;
}

export const insertSession = (tx: StoreTx, id: string, now: number) => tx`
  insert into sessions (store_id, id, used_at) values (${tx.storeId}, ${id}, to_timestamp(${now}::float8 / 1000))`;

const TOUCH_SESSION: Statement = {
  name: "touch-session",
  text: "update sessions set used_at = to_timestamp($3::float8 / 1000) where store_id = $1 and id = $2",
};

export const touchSession = (runner: Runner, storeId: StoreId, id: string, now: number) =>
  runner.run(TOUCH_SESSION, [storeId, id, now]);

const REGIDS: Statement = {
  name: "regids-by-id",
  text: `select s.id as "shopperId", replace(s.regid::text, '-', '') as regid
    from unnest($1::int[], $2::bigint[]) as sought (store_id, id)
    join shoppers s on s.store_id = sought.store_id and s.id = sought.id`,
};

export const findRegidsById = (
  runner: Runner,
  shoppers: readonly { readonly storeId: StoreId; readonly shopperId: ShopperId }[],
) =>
  runner.run<{ shopperId: ShopperId; regid: Regid }>(REGIDS, [
    shoppers.map((one) => one.storeId),
    shoppers.map((one) => one.shopperId),
  ]);

/** The email addresses of accounts, also of the guests that are part of them. Guests without one are not in it. */
export const selectEmails = (tx: StoreTx, ids: readonly ShopperId[]) => tx<{ shopperId: ShopperId; email: string }>`
  select s.id as "shopperId", coalesce(s.email, account.email) as email
  from shoppers s left join shoppers account on account.store_id = s.store_id and account.id = s.merged_into
  where s.store_id = ${tx.storeId} and s.id = any(${ids}::bigint[]) and coalesce(s.email, account.email) is not null`;
