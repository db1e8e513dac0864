import type { StoreTx } from "../../../platform/db/db.ts";
import type { Money } from "../money.ts";
import type { DayRange } from "../range.ts";
import type { Counts } from "../rollups/counters.ts";
import { COUNTER_SUMS, TOPICS_MAX } from "../sql.ts";

/** What happened in a range of days. */
export type RangeCounts = Counts & { readonly revenue: readonly Money[] };

export async function sumDays(tx: StoreTx, { from, to }: DayRange): Promise<RangeCounts> {
  const [counts] = await tx<Counts>`
    select ${COUNTER_SUMS} from store_days where store_id = ${tx.storeId} and day between ${from}::date and ${to}::date`;
  const revenue = await tx<Money>`
    select currency, trim_scale(sum(revenue))::text as amount from store_days
    where store_id = ${tx.storeId} and day between ${from}::date and ${to}::date and currency <> ''
    group by currency having sum(revenue) <> 0 order by currency`;
  if (!counts) throw new Error("The sum of days has no row");
  return { ...counts, revenue };
}

export type WaitingRow = {
  readonly topic: string;
  readonly currency: string;
  readonly people: number;
  readonly units: number;
  readonly value: string;
};

/** Who waits now, by topic and by the currency of the product's price. Browsers choose the topics, so there may be any
 *  number. */
export const findWaiting = (tx: StoreTx) => tx<WaitingRow>`
  select topic, currency, people::float8, units::float8, trim_scale(value)::text as value from store_demand
  where store_id = ${tx.storeId} and (people <> 0 or units <> 0) and topic in (
    select topic from store_demand where store_id = ${tx.storeId} group by topic order by sum(people) desc, topic limit ${TOPICS_MAX}
  ) order by topic, currency`;
