import type { Runner, Statement, SystemTx } from "../../../platform/db/db.ts";

const FAILURES_MAX = 10;
const LOCKED = "interval '15 minutes'";

/** Counts before the password is checked, so that tries at the same moment count, too. A locked account stays locked for 15
 *  minutes, however often somebody tries meanwhile. */
const COUNT_TRY: Statement = {
  name: "count-sign-in",
  text: `insert into sign_in_failures as f (email_hash, failures) values ($1, 1)
    on conflict (email_hash) do update set
      failures = case when f.failed_at < now() - ${LOCKED} then 1 else f.failures + 1 end,
      failed_at = case when f.failures >= ${FAILURES_MAX} and f.failed_at >= now() - ${LOCKED} then f.failed_at else now() end
    returning failures > ${FAILURES_MAX} as "isLocked", failures = ${FAILURES_MAX + 1} as "isFirst"`,
};

type Counted = { readonly isLocked: boolean; readonly isFirst: boolean };

export async function countTry(runner: Runner, emailHash: Buffer): Promise<Counted> {
  const [row] = await runner.run<Counted>(COUNT_TRY, [emailHash]);
  return row ?? { isLocked: false, isFirst: false };
}

const FORGET_TRIES: Statement = { name: "forget-sign-ins", text: "delete from sign_in_failures where email_hash = $1" };

export const forgetTries = (runner: Runner, emailHash: Buffer) => runner.run(FORGET_TRIES, [emailHash]);

/** Sessions, links and counts that mean nothing any more. */
export const deleteEnded = (tx: SystemTx, limit: number) => tx<{ gone: number }>`
  with ended_sessions as (
    delete from dashboard."session" where "id" in (
      select "id" from dashboard."session" where "expiresAt" < now() order by "expiresAt" limit ${limit}) returning 1
  ), ended_links as (
    delete from dashboard."verification" where "id" in (
      select "id" from dashboard."verification" where "expiresAt" < now() order by "expiresAt" limit ${limit}) returning 1
  ), old_failures as (
    delete from sign_in_failures where email_hash in (
      select email_hash from sign_in_failures where failed_at < now() - interval '1 day' order by failed_at limit ${limit}) returning 1
  )
  select (select count(*) from ended_sessions)::int + (select count(*) from ended_links)::int
    + (select count(*) from old_failures)::int as gone`;

const OPEN_STORE: Statement = {
  name: "open-store-in-session",
  text: `update dashboard."session" set "storeId" = $2, "storeUntil" = $3 where "id" = $1`,
};

export const openStoreInSession = (
  runner: Runner,
  session: { readonly id: string; readonly storeId: number; readonly until: Date | null },
) => runner.run(OPEN_STORE, [session.id, session.storeId, session.until]);

const KEEP_STORE: Statement = {
  name: "keep-store-in-session",
  text: `update dashboard."session" set "storeId" = $2 where "id" = $1 and "storeId" is null`,
};

/** Opens a store in a session in which none is open. */
export const keepStoreInSession = (runner: Runner, id: string, storeId: number) =>
  runner.run(KEEP_STORE, [id, storeId]);

const END_SESSION: Statement = { name: "end-session", text: `delete from dashboard."session" where "id" = $1` };

export const endSession = (runner: Runner, id: string) => runner.run(END_SESSION, [id]);

const MARK_SECOND_FACTOR: Statement = {
  name: "mark-second-factor",
  text: `update dashboard."session" set "secondFactorAt" = now() where "id" = $1`,
};

export const markSecondFactor = (runner: Runner, sessionId: string) => runner.run(MARK_SECOND_FACTOR, [sessionId]);

const DELETE_FACTORS: Statement = {
  name: "delete-factors",
  text: `with person as (select "id" from dashboard."user" where "email" = $1),
      passkeys as (delete from dashboard."passkey" where "userId" in (select "id" from person)),
      app as (delete from dashboard."twoFactor" where "userId" in (select "id" from person)),
      password as (delete from dashboard."account" where "providerId" = 'credential' and "userId" in (select "id" from person)),
      sessions as (delete from dashboard."session" where "userId" in (select "id" from person))
    update dashboard."user" set "twoFactorEnabled" = false where "id" in (select "id" from person) returning "id"`,
};

/** Deletes the person's passkeys, authenticator app and password, and ends their sessions. Returns no row when nobody has
 *  ever signed in with this address. */
export const deleteFactors = (runner: Runner, email: string) => runner.run<{ id: string }>(DELETE_FACTORS, [email]);

const FACTORS: Statement = {
  name: "factors-of-person",
  text: `select coalesce(u."twoFactorEnabled", false) as "hasApp",
      exists (select from dashboard."passkey" p where p."userId" = u."id") as "hasPasskey",
      exists (select from dashboard."account" a where a."userId" = u."id" and a."password" is not null) as "hasPassword"
    from dashboard."user" u where u."id" = $1`,
};

const WITH_SECOND_FACTOR: Statement = {
  name: "people-with-second-factor",
  text: `select u."email" from dashboard."user" u where u."email" = any($1::text[])
    and (u."twoFactorEnabled" or exists (select from dashboard."passkey" p where p."userId" = u."id"))`,
};

/** Which of these people have a second factor: an authenticator app or a passkey. */
export const selectWithSecondFactor = (runner: Runner, emails: readonly string[]) =>
  runner.run<{ email: string }>(WITH_SECOND_FACTOR, [emails]);

export type Factors = { readonly hasApp: boolean; readonly hasPasskey: boolean; readonly hasPassword: boolean };

export async function findFactors(runner: Runner, userId: string): Promise<Factors> {
  const [row] = await runner.run<Factors>(FACTORS, [userId]);
  return row ?? { hasApp: false, hasPasskey: false, hasPassword: false };
}
