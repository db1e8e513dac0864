import type { StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { fragment } from "../../../platform/db/fragment.ts";
import type { StoreId, VariantId } from "../../../platform/ids.ts";
import type { Preferences, ReportLanguage } from "./preferences.ts";

const CHOICE = fragment(`weekly_due_at is not null as weekly, daily_due_at is not null as daily, threshold, language`);

export async function findPreferences(tx: StoreTx, email: string): Promise<Preferences | undefined> {
  const [row] = await tx<Preferences>`
    select ${CHOICE} from report_preferences where store_id = ${tx.storeId} and email = ${email}`;
  return row;
}

type Due = { readonly daily: Date | null; readonly weekly: Date | null; readonly check: Date | null };

/** A kind that was wanted before keeps its time: saving again neither repeats a report nor leaves one out. */
export const upsertPreferences = (
  tx: StoreTx,
  email: string,
  { language, threshold }: Preferences,
  { daily, weekly, check }: Due,
) => tx`
  insert into report_preferences as p (store_id, email, language, threshold, daily_due_at, weekly_due_at, check_due_at)
  values (${tx.storeId}, ${email}, ${language}, ${threshold}, ${daily}, ${weekly}, ${check})
  on conflict (store_id, email) do update set language = excluded.language, threshold = excluded.threshold,
    daily_due_at = case when excluded.daily_due_at is null then null else coalesce(p.daily_due_at, excluded.daily_due_at) end,
    weekly_due_at = case when excluded.weekly_due_at is null then null else coalesce(p.weekly_due_at, excluded.weekly_due_at) end,
    check_due_at = excluded.check_due_at`;

export const deletePreferences = (tx: StoreTx, email: string) => tx`
  delete from report_preferences where store_id = ${tx.storeId} and email = ${email}`;

export const findEmailOfToken = async (tx: StoreTx, token: string): Promise<string | undefined> => {
  const [row] = await tx<{ email: string }>`
    select email from report_preferences where store_id = ${tx.storeId} and stop_token = ${token}`;
  return row?.email;
};

/** The members with a report that is due, the longest first. */
export const findDue = (tx: SystemTx, limit: number) => tx<{ storeId: StoreId; email: string }>`
  select store_id as "storeId", email from report_preferences where due_at <= now() order by due_at limit ${limit}`;

export type DueReports = {
  readonly language: ReportLanguage;
  readonly threshold: number | null;
  readonly stopToken: string;
  readonly isDailyDue: boolean;
  readonly isWeeklyDue: boolean;
  readonly isCheckDue: boolean;
  readonly dailyUntil: string | null;
  readonly weeklyUntil: string | null;
};

/** Locks a member's row if something is due. A worker that finds it locked leaves it to the other one. */
export async function lockDue(tx: StoreTx, email: string): Promise<DueReports | undefined> {
  const [row] = await tx<DueReports>`
    select language, threshold, stop_token as "stopToken", coalesce(daily_due_at <= now(), false) as "isDailyDue",
      coalesce(weekly_due_at <= now(), false) as "isWeeklyDue", coalesce(check_due_at <= now(), false) as "isCheckDue",
      daily_until::text as "dailyUntil", weekly_until::text as "weeklyUntil"
    from report_preferences where store_id = ${tx.storeId} and email = ${email} and due_at <= now() for update skip locked`;
  return row;
}

/** When each kind that was due is due next, and the last day that its report was about. */
export const setNextDue = (
  tx: StoreTx,
  email: string,
  next: Due & { readonly dailyUntil: string | null; readonly weeklyUntil: string | null },
) => tx`
  update report_preferences set
    daily_due_at = coalesce(${next.daily}, daily_due_at), weekly_due_at = coalesce(${next.weekly}, weekly_due_at),
    check_due_at = coalesce(${next.check}, check_due_at),
    daily_until = coalesce(${next.dailyUntil}::date, daily_until), weekly_until = coalesce(${next.weeklyUntil}::date, weekly_until)
  where store_id = ${tx.storeId} and email = ${email}`;

/** Makes what is due wait, after it failed. */
export const postponeDue = (tx: StoreTx, email: string, seconds: number) => tx`
  update report_preferences p set
    daily_due_at = case when daily_due_at <= now() then later.at else daily_due_at end,
    weekly_due_at = case when weekly_due_at <= now() then later.at else weekly_due_at end,
    check_due_at = case when check_due_at <= now() then later.at else check_due_at end
  from (select now() + make_interval(secs => ${seconds}) as at) as later
  where p.store_id = ${tx.storeId} and p.email = ${email}`;

/** Remembers products over the threshold, and returns those that were not known. */
export const insertCrossings = (tx: StoreTx, email: string, variants: readonly VariantId[]) => tx<{
  variantId: VariantId;
}>`
  insert into report_crossings (store_id, email, variant_id)
  select ${tx.storeId}, ${email}, id from unnest(${variants}::bigint[]) as id
  on conflict do nothing returning variant_id as "variantId"`;

/** Forgets the products that are below the threshold again. */
export const deleteCrossingsExcept = (tx: StoreTx, email: string, variants: readonly VariantId[]) => tx`
  delete from report_crossings
  where store_id = ${tx.storeId} and email = ${email} and variant_id <> all(${variants}::bigint[])`;
