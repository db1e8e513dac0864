import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import type { Plan } from "../plans/plan.ts";
import { findOfPlans } from "./sql.ts";

/** The deliveries of one subscription in these plans. */
export const findDeliveriesOf = (tx: StoreTx, id: SubscriptionId, plans: readonly Pick<Plan, "id" | "slot">[]) =>
  findOfPlans(tx, id, plans);
