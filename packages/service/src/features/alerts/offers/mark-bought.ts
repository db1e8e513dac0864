import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { Address } from "../../subscriptions/address.ts";
import { findSubscription } from "../../subscriptions/line/find-subscription.ts";
import { recordOutcomes } from "../../subscriptions/line/recipients.ts";
import { neverSignedUp } from "../errors.ts";
import { closeOffers } from "../sql.ts";
import { freeUnits } from "./end-offers.ts";

/** That something was sold often comes before the report that there is less of it: so long that report is waited for. */
const REPORT_SECONDS = 60;

/** Somebody bought what they waited for: nothing is held for them any more, and they are out of the line. Answers whether
 *  that is new. */
export async function markBought(
  tx: StoreTx,
  who: { readonly address: Address; readonly variantId: VariantId; readonly topic: string },
): Promise<boolean> {
  const found = await findSubscription(tx, who);
  if (!found) throw neverSignedUp();
  const { id, state } = found;
  const closed = await closeOffers(tx, [id], "bought");
  await freeUnits(tx, closed, REPORT_SECONDS);
  if (state !== "waiting" && state !== "offered" && state !== "notified") return false;
  const planId = closed.at(-1)?.planId;
  const changed = await recordOutcomes(tx, [{ id, state: "bought", reason: "bought", ...(planId ? { planId } : {}) }]);
  if (changed.length === 0) return false;
  await announce(tx, "alert.bought", { subscriptionIds: [id], variantIds: [who.variantId] });
  return true;
}
