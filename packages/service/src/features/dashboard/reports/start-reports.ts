import { startLoop } from "../../../platform/loop.ts";
import { type ReportDeps, sendDueReports } from "./send-due-reports.ts";

const EVERY_MS = 30_000;

/** Queues report mails when they are due, until stopped. */
export const startReports = (deps: ReportDeps) =>
  startLoop(() => sendDueReports(deps), {
    pollMs: EVERY_MS,
    log: deps.log,
    failure: "Could not find the reports that are due",
  });
