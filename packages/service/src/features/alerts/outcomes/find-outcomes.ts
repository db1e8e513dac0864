import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { findSales } from "../../catalog/stock/find-sales.ts";
import { findOutcomesOfOthers, findOutcomesOfVariant, type OutcomeRow } from "./sql.ts";

/** What came of one past restock. */
export type Outcome = OutcomeRow & {
  /** Units that left the stock, to anybody, from the first alert to the end of the window. */
  readonly unitsSold: number;
  /** When the stock first ran out in that time. */
  readonly ranOutAt: Date | null;
};

type Asked = { readonly variantId: VariantId; readonly topic: string; readonly windowDays: number };

const OWN_MAX = 20;
const OTHERS_MAX = 40;
const DAY_MS = 86_400_000;

/** The last restocks of a variant and of the store's other variants, newest first, as far as the window in which a purchase
 *  counts has ended, and every change of their stock was kept until then. */
export async function findOutcomes(
  tx: StoreTx,
  asked: Asked,
): Promise<{ readonly own: readonly Outcome[]; readonly others: readonly Outcome[] }> {
  const own = await findOutcomesOfVariant(tx, asked, OWN_MAX);
  const others = await findOutcomesOfOthers(tx, asked, OTHERS_MAX);
  const all = await withSales(tx, [...own, ...others], asked.windowDays);
  const isOwn = ({ variantId }: Outcome) => variantId === asked.variantId;
  return { own: all.filter(isOwn), others: all.filter((one) => !isOwn(one)) };
}

async function withSales(tx: StoreTx, rows: readonly OutcomeRow[], windowDays: number): Promise<Outcome[]> {
  const sales = await findSales(
    tx,
    rows.map(({ variantId, number, firstAt, lastAt }) => ({
      variantId,
      number,
      from: firstAt,
      until: new Date(lastAt.getTime() + windowDays * DAY_MS),
    })),
  );
  return rows.flatMap((row, index) => {
    const sold = sales.get(index);
    return sold ? [{ ...row, unitsSold: sold.units, ranOutAt: sold.ranOutAt }] : [];
  });
}
