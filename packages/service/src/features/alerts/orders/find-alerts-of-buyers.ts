import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { findMarketRows } from "../../catalog/markets/find-market-rows.ts";
import { nameOf } from "../../catalog/variants/variant-name.ts";
import { marketsOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { type AlertFor, findAlertsFor } from "../../subscriptions/people/find-alerts-for.ts";
import type { Buyer, ReportedLine } from "./order.ts";

type Bought = Buyer & Pick<ReportedLine, "variantId" | "markets">;

/** Finds the alerts of buyers for the variants that they bought: those for the variant as a whole, and those for the markets
 *  that they bought it in, or for all of its markets when the shop does not say in which. `index` is that of the input. */
export async function findAlertsOfBuyers(tx: StoreTx, store: Store, bought: readonly Bought[]): Promise<AlertFor[]> {
  if (marketsOf(store.settings).length === 0) return findAlertsFor(tx, bought);
  const variantIds: VariantId[] = [...new Set(bought.map(({ variantId }) => variantId))];
  const rows = Map.groupBy(await findMarketRows(tx, variantIds), ({ of }) => of);
  const wanted = bought.flatMap((one, index) => {
    const ofMarkets = (rows.get(one.variantId) ?? []).filter(
      ({ storedId }) => one.markets?.includes(nameOf(storedId).market ?? "") ?? true,
    );
    return [one.variantId, ...ofMarkets.map(({ id }) => id)].map((variantId) => ({ ...one, variantId, index }));
  });
  return (await findAlertsFor(tx, wanted)).map((alert) => ({ ...alert, index: wanted[alert.index]?.index ?? 0 }));
}
