import type { StoreTx } from "../../../platform/db/db.ts";
import { findAsOf } from "../find-as-of.ts";
import type { Money } from "../money.ts";
import { type DayRange, rangeBefore } from "../range.ts";
import { findWaiting, type RangeCounts, sumDays } from "./sql.ts";

/** Sign-ups that wait now under a topic. A person who waits for two products counts twice. */
export type WaitingNow = {
  readonly topic: string;
  readonly people: number;
  readonly units: number;
  /** The units at the catalogue's prices, without products that have none. */
  readonly value: readonly Money[];
};
export type Summary = {
  readonly asOf: Date | null;
  readonly waiting: readonly WaitingNow[];
  readonly range: DayRange & { readonly counts: RangeCounts };
  readonly before: DayRange & { readonly counts: RangeCounts };
};

/** The figures of a store for a range of days, and for the range before it. */
export async function fetchSummary(tx: StoreTx, range: DayRange): Promise<Summary> {
  const before = rangeBefore(range);
  const asOf = await findAsOf(tx);
  const rows = await findWaiting(tx);
  const waiting = [...Map.groupBy(rows, ({ topic }) => topic)].map(([topic, ofTopic]) => ({
    topic,
    people: ofTopic.reduce((sum, { people }) => sum + people, 0),
    units: ofTopic.reduce((sum, { units }) => sum + units, 0),
    value: ofTopic.flatMap(({ currency, value }) => (currency ? [{ currency, amount: value }] : [])),
  }));
  return {
    asOf,
    waiting,
    range: { ...range, counts: await sumDays(tx, range) },
    before: { ...before, counts: await sumDays(tx, before) },
  };
}
