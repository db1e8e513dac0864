import { useWords } from "../../words/words.ts";
import type { Measure, ResultsSearch } from "./routes.ts";
import type { Sums } from "./sums.ts";
import { texts } from "./texts.ts";

/** What the chart draws and the best products are sorted by. Revenue always has one currency. */
export type Shown =
  | { readonly measure: Exclude<Measure, "revenue">; readonly currency: null }
  | { readonly measure: "revenue"; readonly currency: string };

/** What the URL asks for; otherwise revenue, or how many were notified while there is none. */
export function chooseShown({ show = "revenue", currency }: ResultsSearch, { revenue }: Sums): Shown {
  if (show !== "revenue") return { measure: show, currency: null };
  const { currency: chosen } = revenue.find((one) => one.currency === currency) ?? revenue[0] ?? {};
  return chosen ? { measure: "revenue", currency: chosen } : { measure: "notified", currency: null };
}

export function useShownName({ measure, currency }: Shown): string {
  const words = useWords(texts);
  return currency === null ? words.measures[measure] : words.revenueIn(currency);
}
