import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Log } from "../../../platform/log.ts";
import { queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import { findMemberOf } from "../../stores/members/find-access.ts";
import { REPORT_MAIL } from "../../stores/members/member-mail.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import type { ProblemDeps } from "../problems/fetch-problems.ts";
import { fetchRangeReport, fetchThresholdReport } from "./fetch-report.ts";
import { findCrossings } from "./find-crossings.ts";
import { isQuiet, type Report } from "./report.ts";
import { reportMail } from "./report-mail.ts";
import { dailyRange, nextDaily, nextWeekly, weeklyRange } from "./schedule.ts";
import { type DueReports, deletePreferences, findDue, lockDue, postponeDue, setNextDue } from "./sql.ts";
import { stopUrl } from "./stop-link.ts";

export type ReportDeps = ProblemDeps & {
  readonly db: Db;
  readonly stores: StoreCache;
  readonly publicUrl: string;
  readonly log: Log;
};

const PAGE = 100;
/** How often thresholds are looked at. */
const CHECK_MS = 5 * 60_000;
const FAILED_SECONDS = 900;

/** Queues the reports that are due. Each is queued in the transaction that says when the next one is due, under the lock of the
 *  member's row, so that it is queued once however many workers look. Returns whether there may be more. */
export async function sendDueReports(deps: ReportDeps): Promise<boolean> {
  const { db, log } = deps;
  const due = await db.asWorker((tx) => findDue(tx, PAGE));
  for (const { storeId, email } of due)
    try {
      await sendReportsOf(deps, storeId, email);
    } catch (error) {
      log.warn({ error, store: storeId }, "The reports of a member could not be made: trying again later");
      await db.inStore(storeId, (tx) => postponeDue(tx, email, FAILED_SECONDS));
    }
  return due.length === PAGE;
}

async function sendReportsOf(deps: ReportDeps, storeId: StoreId, email: string): Promise<void> {
  const store = await deps.stores.getById(storeId);
  const member = store.isErased ? undefined : await findMemberOf(deps.db.hot, email, storeId);
  await deps.db.inStore(storeId, async (tx) => {
    const due = await lockDue(tx, email);
    if (!due) return;
    if (member) await queueReports(deps, tx, store, email, due);
    else await deletePreferences(tx, email);
  });
}

async function queueReports(deps: ReportDeps, tx: StoreTx, store: Store, email: string, due: DueReports) {
  const now = deps.clock();
  const [day, week] = [dailyRange(now), weeklyRange(now)];
  const queue = (report: Report) => {
    const url = stopUrl(deps.publicUrl, store.id, due.stopToken);
    const look = { to: email, language: due.language, publicUrl: deps.publicUrl, stopUrl: url };
    const mail = reportMail(store, report, look);
    return queueMail(tx, { shopperId: null, kind: REPORT_MAIL, mail, unsubscribeUrl: url });
  };
  if (due.isDailyDue && due.dailyUntil !== day.to) {
    const report = await fetchRangeReport(deps, tx, store, { kind: "daily", range: day });
    if (!isQuiet(report)) await queue(report);
  }
  if (due.isWeeklyDue && due.weeklyUntil !== week.to)
    await queue(await fetchRangeReport(deps, tx, store, { kind: "weekly", range: week }));
  if (due.isCheckDue && due.threshold !== null) {
    const crossed = await findCrossings(tx, email, due.threshold);
    if (crossed.length > 0) await queue(await fetchThresholdReport(deps, tx, { threshold: due.threshold, crossed }));
  }
  await setNextDue(tx, email, {
    daily: due.isDailyDue ? nextDaily(now) : null,
    dailyUntil: due.isDailyDue ? day.to : null,
    weekly: due.isWeeklyDue ? nextWeekly(now) : null,
    weeklyUntil: due.isWeeklyDue ? week.to : null,
    check: due.isCheckDue ? new Date(now + CHECK_MS) : null,
  });
}
