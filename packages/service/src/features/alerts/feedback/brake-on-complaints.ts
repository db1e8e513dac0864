import type { StoreTx } from "../../../platform/db/db.ts";
import type { Log } from "../../../platform/log.ts";
import { countComplaints } from "../../subscriptions/suppression/suppress.ts";
import { pausePlans } from "../plans/pause-plans.ts";
import { PLAN_REASONS } from "../plans/plan-reasons.ts";
import { countSent, insertBrake } from "./sql.ts";

const DAYS = 7;
const SENT_MIN = 1_000;
const WARN_SHARE = 0.000_8;
const STOP_SHARE = 0.002;

/** Stops a store's alerts when too many recipients complain, until an operator releases them: otherwise mail providers
 *  would block all of its mail. Mails that shoppers request (confirmations, shared lists) are still sent. */
export async function brakeOnComplaints(tx: StoreTx, log: Log): Promise<boolean> {
  const complaints = await countComplaints(tx, DAYS);
  const sent = complaints > 0 ? await countSent(tx, DAYS) : 0;
  if (sent < SENT_MIN || complaints / sent < WARN_SHARE) return false;
  const percent = ((100 * complaints) / sent).toFixed(2);
  if (complaints / sent < STOP_SHARE) {
    log.warn({ store: tx.storeId, complaints, sent }, `${percent} % of a store's alerts led to complaints`);
    return false;
  }
  const reason = PLAN_REASONS.say("complaints", { complaints, sent, days: DAYS, percent });
  await insertBrake(tx, reason);
  await pausePlans(tx, reason);
  log.error({ store: tx.storeId, complaints, sent }, `A store's alerts are paused: ${reason}`);
  return true;
}
