import type { SubscriptionId } from "../../../platform/ids.ts";
import type { PastStock } from "../../catalog/stock/past-stock.ts";
import type { LogKind, Plan, SelectionFacts } from "../plans/plan.ts";
import type { PastPerson } from "./past-person.ts";

/** An entry of a plan's log. The figures are those of a selection. */
export type LogEntry = { readonly at: number; readonly kind: LogKind } & Omit<SelectionFacts, "at">;

/** A restock of the past, with everything that a replay needs. Times are in microseconds. */
export type PastRestock = {
  /** As it was before its first wave. */
  readonly plan: Plan;
  readonly log: readonly LogEntry[];
  readonly people: readonly PastPerson[];
  readonly stock: { readonly changes: readonly PastStock[]; readonly isWhole: boolean };
};

/** When somebody was notified, and in which wave; 0: they confirmed late and belong to none. Undefined: it is not known. */
export type Notified = { readonly wave: number | undefined; readonly at: number };
export type Recipients = ReadonlyMap<SubscriptionId, Notified>;

/** The plan as it was before its first wave, for a replay to run it again. */
export const beforeFirstWave = (plan: Plan): Plan => ({
  ...plan,
  waves: 0,
  unitsSelected: 0,
  next: null,
  lap: 0,
  isLineRead: false,
});

/** Whom the plan really notified, and when. The wave is not stored: the replay of the plan's own policy finds it. */
export const findRealRecipients = ({ plan, people }: Pick<PastRestock, "plan" | "people">) =>
  new Map(
    people.flatMap(({ id, deliveries }) => {
      const delivery = deliveries.get(plan.id);
      return delivery?.hasReached ? [[id, delivery.at] as const] : [];
    }),
  );

/** The last of these entries that is not after a time. They are in the order of time. */
export function lastUntil<Of extends { readonly at: number }>(entries: readonly Of[], time: number): Of | undefined {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.at ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1];
}
