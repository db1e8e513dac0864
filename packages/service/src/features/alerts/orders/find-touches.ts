import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { findSavedAt } from "../../lists/items/find-saved-at.ts";
import type { Store } from "../../stores/store.ts";
import type { AlertFor } from "../../subscriptions/people/find-alerts-for.ts";
import { findClicks } from "../clicks/find-clicks.ts";
import { findAlertsOfBuyers } from "./find-alerts-of-buyers.ts";
import type { Buyer, ReportedLine, Touch } from "./order.ts";
import { type DeliveredRow, findDelivered } from "./sql.ts";

/** A buyer, a variant that they bought, and when. */
export type Purchase = Buyer &
  Pick<ReportedLine, "markets"> & { readonly variantId: VariantId; readonly occurredAt: Date };
export type ResultRules = { readonly windowDays: number; readonly viewThrough: boolean };

const DAY_MS = 86_400_000;

const bySubscription = (rows: readonly DeliveredRow[]) => Map.groupBy(rows, ({ subscriptionId }) => subscriptionId);

/** What led to each purchase: the last click on an alert about the variant in the days before; otherwise, if the store wants
 *  it, the last alert that was delivered; otherwise the variant being on a list of the buyer since then. */
export async function findTouches(
  tx: StoreTx,
  store: Store,
  purchases: readonly Purchase[],
  { windowDays, viewThrough }: ResultRules,
): Promise<Touch[]> {
  const alerts = await findAlertsOfBuyers(tx, store, purchases);
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  const clicks = bySubscription(await findClicks(tx, [...byId.keys()]));
  const first = Math.min(...purchases.map(({ occurredAt }) => occurredAt.getTime())) - windowDays * DAY_MS;
  const delivered = bySubscription(
    viewThrough && byId.size > 0 ? await findDelivered(tx, [...byId.values()], new Date(first)) : [],
  );
  const saved = await findSavedAt(tx, purchases);
  const alertsOf = Map.groupBy(alerts, ({ index }) => index);
  const isInWindow = ({ occurredAt }: Purchase, at: Date) =>
    at.getTime() <= occurredAt.getTime() && at.getTime() > occurredAt.getTime() - windowDays * DAY_MS;

  const lastOf = (
    kind: "click" | "delivery",
    rows: ReturnType<typeof bySubscription>,
    purchase: Purchase,
    own: readonly AlertFor[],
  ): Touch | undefined => {
    const [last] = own
      .flatMap(({ id, topic }) => (rows.get(id) ?? []).map((row) => ({ ...row, topic })))
      .filter(({ at }) => isInWindow(purchase, at))
      .toSorted((a, b) => b.at.getTime() - a.at.getTime());
    return last && { kind, ...last };
  };

  return purchases.map((purchase, index): Touch => {
    const own = alertsOf.get(index) ?? [];
    const savedAt = saved[index];
    return (
      lastOf("click", clicks, purchase, own) ??
      lastOf("delivery", delivered, purchase, own) ??
      (savedAt && isInWindow(purchase, savedAt) ? { kind: "save", at: savedAt } : { kind: "none" })
    );
  });
}
