import type { Keepsake } from "./keepsake.ts";
import type { HealthReport } from "./records.ts";

const EVERY_MS = 30_000;
const PROBLEM_MAX = 500;
/** What may go wrong by itself, the worst first: without a reconcile, nothing finds what was lost. */
const PARTS = ["reconcile", "holds", "event"] as const;
type Part = (typeof PARTS)[number];

export type Health = ReturnType<typeof createHealth>;

/** Tells Keepsake how this connector is doing: after each reconcile, and at most every 30 seconds after events. A report that
 *  fails is only logged, because stock must flow all the same. */
export function createHealth({
  keepsake,
  about = {},
  log,
  clock = Date.now,
  everyMs = EVERY_MS,
}: {
  readonly keepsake: Pick<Keepsake, "report">;
  /** What each report says. */
  readonly about?: Pick<HealthReport, "shop" | "reserves">;
  readonly log: (message: string) => void;
  readonly clock?: () => number;
  readonly everyMs?: number;
}) {
  let event: { at: number; lagMs: number } | undefined;
  /** Each lasts until the same part works again. */
  const problems = new Map<Part, string>();
  let sentAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  async function send(more: HealthReport = {}) {
    clearTimeout(timer);
    timer = undefined;
    sentAt = clock();
    const last = event && { event: { at: new Date(event.at).toISOString(), lagMs: event.lagMs } };
    event = undefined;
    const problem = PARTS.map((part) => problems.get(part)).find((text) => text !== undefined) ?? null;
    try {
      await keepsake.report({ ...about, ...last, ...more, problem });
    } catch (error) {
      log(`The health of this connector could not be reported: ${textOf(error)}`);
    }
  }

  async function sendSoon() {
    if (timer) return;
    const wait = sentAt + everyMs - clock();
    if (wait <= 0) return send();
    timer = setTimeout(() => void send(), wait);
    timer.unref();
  }

  return {
    /** Says that this connector runs. */
    start: () => send(),

    /** A change that the platform made at this time has reached Keepsake. */
    reported(changedAt: number) {
      const lagMs = Math.max(0, clock() - changedAt);
      event = { at: Math.max(changedAt, event?.at ?? 0), lagMs: Math.max(lagMs, event?.lagMs ?? 0) };
      problems.delete("event");
      return sendSoon();
    },

    /** Everything was compared with the platform. `leftOut` says which records Keepsake refused, and why. */
    reconciled({ startedAt, checked, corrected, leftOut = [] }: Reconciled) {
      if (leftOut.length === 0) problems.delete("reconcile");
      else problems.set("reconcile", describeLeftOut(leftOut));
      const finishedAt = new Date(clock()).toISOString();
      return send({ reconcile: { startedAt: new Date(startedAt).toISOString(), finishedAt, checked, corrected } });
    },

    /** Work failed and is tried again later. */
    failed(part: Part, error: unknown) {
      problems.set(part, textOf(error).slice(0, PROBLEM_MAX));
      return sendSoon();
    },

    /** Accepted offers could be reserved and released. */
    async held() {
      if (problems.delete("holds")) await sendSoon();
    },

    stop: () => clearTimeout(timer),
  };
}

type Reconciled = {
  readonly startedAt: number;
  readonly checked: number;
  readonly corrected: number;
  readonly leftOut?: readonly string[];
};

/** What a merchant reads in the dashboard of records that Keepsake refused. */
export const describeLeftOut = (leftOut: readonly string[]) =>
  `${leftOut.length === 1 ? "1 record was" : `${leftOut.length} records were`} left out: ${leftOut.join("; ")}`.slice(
    0,
    PROBLEM_MAX,
  );

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
