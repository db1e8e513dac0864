import type { Keepsake } from "../../client/src/keepsake.ts";
import type { Reported } from "./report-reading.ts";

const APART_MS = 30_000;
/** Keepsake reserves nothing at a connector that was silent for an hour, and the next reconcile may be a day away. */
const SILENT_MAX_MS = 10 * 60_000;
const PROBLEM_MAX = 500;

/** What may go wrong by itself. Each problem lasts until the same thing works again. */
type Part = "reconcile" | "holds" | "markets";

type OfShop = { eventAt: number; lagMs: number; reportedAt: number; readonly problems: Map<Part, string> };

/** Tells Keepsake how each shop is doing: after a reconcile, when a problem begins, at most every 30 s after events, and after ten
 *  minutes in which nothing else was to be told. */
export function createHealth({
  clock,
  reserves,
  onFailure,
}: {
  clock: () => number;
  reserves: boolean;
  onFailure: (shop: string, error: unknown) => void;
}) {
  const shops = new Map<string, OfShop>();
  const ofShop = (shop: string) => {
    const known = shops.get(shop) ?? { eventAt: 0, lagMs: 0, reportedAt: 0, problems: new Map<Part, string>() };
    shops.set(shop, known);
    return known;
  };
  async function send(shop: string, keepsake: Keepsake, more: Parameters<Keepsake["report"]>[0] = {}) {
    const state = ofShop(shop);
    const { eventAt, lagMs } = state;
    // A report without a problem says that nothing is wrong.
    const [problem] = state.problems.values();
    state.reportedAt = clock();
    state.eventAt = 0;
    state.lagMs = 0;
    try {
      await keepsake.report({
        shop: `https://${shop}`,
        reserves,
        ...(eventAt > 0 ? { event: { at: new Date(eventAt).toISOString(), lagMs } } : {}),
        ...(problem === undefined ? {} : { problem }),
        ...more,
      });
    } catch (error) {
      onFailure(shop, error);
    }
  }
  return {
    /** A change that happened then at the platform has reached Keepsake. */
    async event(shop: string, keepsake: Keepsake, changedAt: number): Promise<void> {
      const state = ofShop(shop);
      const now = clock();
      state.eventAt = Math.max(state.eventAt, Math.min(changedAt, now));
      state.lagMs = Math.max(state.lagMs, Math.max(0, Math.round(now - changedAt)));
      if (now - state.reportedAt >= APART_MS) await send(shop, keepsake);
    },

    async reconciled(shop: string, keepsake: Keepsake, startedAt: Date, reported: Reported) {
      const { checked, corrected, marketProblem } = reported;
      const { problems } = ofShop(shop);
      problems.delete("reconcile");
      if (marketProblem === undefined) problems.delete("markets");
      else problems.set("markets", marketProblem.slice(0, PROBLEM_MAX));
      const finishedAt = new Date(clock()).toISOString();
      await send(shop, keepsake, {
        reconcile: { startedAt: startedAt.toISOString(), finishedAt, checked, corrected },
      });
    },

    async problem(shop: string, keepsake: Keepsake, part: Part, problem: string) {
      ofShop(shop).problems.set(part, problem.slice(0, PROBLEM_MAX));
      await send(shop, keepsake);
    },
    /** Accepted offers were looked at. `failures`: how many reconciles have failed in a row, perhaps in another process. */
    async servedHolds(shop: string, keepsake: Keepsake, failures: number): Promise<void> {
      const { problems, reportedAt } = ofShop(shop);
      problems.delete("holds");
      if (clock() - reportedAt < SILENT_MAX_MS) return;
      const isUntold = failures > 0 && problems.size === 0;
      await send(
        shop,
        keepsake,
        isUntold ? { problem: "The last reconcile failed. The log of the app says why." } : {},
      );
    },
  };
}
