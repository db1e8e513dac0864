import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { recordOutcomes } from "../../subscriptions/line/recipients.ts";
import { BACK_IN_STOCK } from "../plans/policy.ts";
import { closeOffers, type EndedOffer, expireOffers, findStoresWithOffersOver, wakePlan } from "../sql.ts";

const ENDED_MAX = 500;

/** Ends the offers whose time is over, in every store and by the database's clock: the next in line is offered the units. */
export async function endOffers(db: Db): Promise<void> {
  for (const { storeId } of await db.asWorker(findStoresWithOffersOver)) {
    await db.inStore(storeId, async (tx) => {
      const ended = await expireOffers(tx, ENDED_MAX);
      await recordOutcomes(
        tx,
        ended.map((offer) => ({ id: offer.subscriptionId, planId: offer.planId, ...fateOf(offer) })),
      );
      await freeUnits(tx, ended);
    });
  }
}

/** Who accepted had their turn, bought or not; who did not answer keeps the place, if the store wants it so. */
const fateOf = ({ wasAccepted, after }: EndedOffer) =>
  wasAccepted
    ? ({ state: "notified", reason: "accepted, and the time it was held for is over" } as const)
    : ({ state: afterwards(after), reason: "did not answer in time" } as const);

export const afterwards = (after: "keep" | "leave") => (after === "leave" ? "expired" : "waiting");

/** For whoever left: nothing is held for them any more. */
export async function withdrawOffers(tx: StoreTx, ids: readonly SubscriptionId[]): Promise<void> {
  await freeUnits(tx, await closeOffers(tx, ids, "passed"));
}

/** `inSeconds`: when to look who is next. */
export async function freeUnits(
  tx: StoreTx,
  ended: readonly Pick<EndedOffer, "variantId">[],
  inSeconds = 0,
): Promise<void> {
  const variantIds = [...new Set(ended.map(({ variantId }) => variantId))].toSorted();
  for (const variantId of variantIds) await wakePlan(tx, variantId, BACK_IN_STOCK, inSeconds);
  if (variantIds.length > 0) tx.ringAfterCommit();
}
