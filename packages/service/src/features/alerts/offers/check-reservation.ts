import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { countStock } from "../../catalog/stock/count-stock.ts";
import { hasReservingConnector } from "../../stores/connectors/find-connectors.ts";
import type { Plan } from "../plans/plan.ts";
import { unitsMaxOf } from "../plans/policy.ts";
import { findUnsent, getOfferEnd } from "./sql.ts";

/** The reservation of the people who are notified now: when it ends, how many units one person gets at most, and whether
 *  the units are sold out already. */
export type Reservation = {
  readonly until: Date;
  readonly unitsMax: number;
  readonly isSoldOut: boolean;
  /** The shop reserves the units as soon as a recipient accepts. */
  readonly isReservable: boolean;
};

/** Checks the stock right before the messages are sent: after an outage of the provider, or after quiet hours, the units
 *  that the wave reserved may be sold out. Returns undefined for a plan that makes no offers. */
export async function checkReservation(tx: StoreTx, plan: Plan): Promise<Reservation | undefined> {
  const { offer } = plan.policy;
  if (!offer) return undefined;
  const { isIn, number } = await countStock(tx, plan.variantId);
  return {
    until: await getOfferEnd(tx, offer.minutes),
    unitsMax: unitsMaxOf(plan.policy),
    isReservable: await hasReservingConnector(tx),
    isSoldOut: !isIn || (plan.cause === "event" && number !== plan.number),
  };
}

/** Leaves out people whose units are no longer reserved: they left the line and came back to its end. */
export async function keepReserved<Person extends { readonly id: SubscriptionId }>(
  tx: StoreTx,
  plan: Pick<Plan, "id">,
  people: readonly Person[],
): Promise<Person[]> {
  const reserved = await findUnsent(
    tx,
    plan.id,
    people.map(({ id }) => id),
  );
  return people.filter(({ id }) => reserved.has(id));
}
