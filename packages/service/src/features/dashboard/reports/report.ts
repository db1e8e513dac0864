import type { DayRange } from "../../insights/range.ts";
import type { Summary } from "../../insights/summary/fetch-summary.ts";
import type { Problem } from "../problems/problem.ts";

/** A product and how many people wait for it. */
export type Wanted = { readonly title: string | null; readonly people: number };

/** The report about a day or a week. */
export type RangeReport = {
  readonly kind: "daily" | "weekly";
  readonly range: DayRange;
  readonly waiting: number;
  readonly counts: Summary["range"]["counts"];
  readonly before: Summary["range"]["counts"];
  readonly top: readonly Wanted[];
  readonly problems: readonly Problem[];
};

/** The report about products that more people wait for than the member has set. */
export type ThresholdReport = {
  readonly kind: "threshold";
  readonly threshold: number;
  readonly crossed: readonly Wanted[];
  readonly waiting: number;
};

export type Report = RangeReport | ThresholdReport;

/** Whether nothing happened that is worth a mail. */
export const isQuiet = ({ counts }: RangeReport): boolean =>
  counts.signedUp + counts.notified + counts.clicked + counts.bought + counts.restocks === 0 &&
  counts.revenue.length === 0;
