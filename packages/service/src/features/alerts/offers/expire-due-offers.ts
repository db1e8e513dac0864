import type { Db } from "../../../platform/db/db.ts";
import { HAPPENINGS } from "../../subscriptions/line/happenings.ts";
import { recordOutcomes } from "../../subscriptions/line/record-outcomes.ts";
import { endHoldsOf } from "../holds/end-holds.ts";
import { freeUnits } from "../plans/free-units.ts";
import { stateAfterOffer } from "./offer.ts";
import { type ExpiredOffer, expireOffers, findStoresWithDueOffers } from "./sql.ts";

const EXPIRED_MAX = 500;

/** Ends the offers that are due by the database's clock, in every store. The next in line is offered the units. */
export async function expireDueOffers(db: Db): Promise<void> {
  for (const { storeId } of await db.asWorker(findStoresWithDueOffers)) {
    await db.inStore(storeId, async (tx) => {
      const expired = await expireOffers(tx, EXPIRED_MAX);
      await endHoldsOf(
        tx,
        expired.filter(({ wasAccepted }) => wasAccepted),
      );
      await recordOutcomes(
        tx,
        expired
          .filter(({ isOffered }) => isOffered)
          .map((offer) => ({ id: offer.subscriptionId, planId: offer.planId, ...outcomeOf(offer) })),
      );
      await freeUnits(
        tx,
        expired.map(({ variantId }) => variantId),
      );
    });
  }
}

/** A shopper who accepted counts as notified, whether they bought or not. */
const outcomeOf = ({ wasAccepted, after }: ExpiredOffer) =>
  wasAccepted
    ? ({ state: "notified", reason: HAPPENINGS.say("accepted-not-bought", {}) } as const)
    : ({ state: stateAfterOffer(after), reason: HAPPENINGS.say("not-answered", {}) } as const);
