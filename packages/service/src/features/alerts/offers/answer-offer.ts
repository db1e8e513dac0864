import type { StoreTx } from "../../../platform/db/db.ts";
import { HAPPENINGS } from "../../subscriptions/line/happenings.ts";
import { findPageDetails } from "../../subscriptions/line/recipients.ts";
import { recordOutcomes } from "../../subscriptions/line/record-outcomes.ts";
import { type LinkDeps, openLink, type PageStore } from "../../subscriptions/open-link.ts";
import { type ShownProduct, toShownProduct } from "../../subscriptions/shown-product.ts";
import { recordClick } from "../clicks/record-click.ts";
import { findShownHold, type ShownHold } from "../holds/find-hold.ts";
import { wantHold } from "../holds/want-hold.ts";
import { freeUnits } from "../plans/free-units.ts";
import { formatUntil, type Offer, stateAfterOffer } from "./offer.ts";
import { answerOpenOffer, findAfterOffer, findOffer } from "./sql.ts";

/** An offer as its page shows it. */
export type OfferView = PageStore &
  ShownProduct & {
    /** "over": the offer expired, the shopper bought the product, or left. */
    readonly state: "open" | "accepted" | "passed" | "over";
    readonly units: number;
    readonly until: Date;
    readonly timeZone: string | null;
    readonly hold: ShownHold;
  };

/** Returns the offer that a link belongs to, or undefined when the link is not valid. Changes nothing, because mail
 *  scanners follow links. */
export const viewOffer = (deps: LinkDeps, token: string): Promise<OfferView | undefined> =>
  viewAfter(deps, token, async () => undefined);

/** Accepts or declines an offer. Only the first answer counts, and only until the offer expires. The units of a declined
 *  offer go to the next in line. */
export const answerOffer = (
  deps: LinkDeps,
  token: string,
  answer: "accepted" | "passed",
): Promise<OfferView | undefined> =>
  viewAfter(deps, token, async (tx, offer) => {
    const { planId, subscriptionId: id, until } = offer;
    if (!(await answerOpenOffer(tx, offer, answer))) return;
    if (answer === "accepted") {
      await wantHold(tx, offer);
      // Whoever accepts has followed the link of the alert.
      await recordClick(tx, offer);
      await recordOutcomes(tx, [
        { id, planId, reason: HAPPENINGS.say("accepted-offer", { until: formatUntil(until) }) },
      ]);
      return;
    }
    const after = (await findAfterOffer(tx, planId)) ?? "keep";
    await recordOutcomes(tx, [{ id, planId, state: stateAfterOffer(after), reason: HAPPENINGS.say("declined", {}) }]);
    await freeUnits(tx, [offer.variantId]);
  });

const viewAfter = (
  deps: LinkDeps,
  token: string,
  change: (tx: StoreTx, offer: Offer) => Promise<void>,
): Promise<OfferView | undefined> =>
  openLink(deps, deps.links.readOffer(token), async (tx, link, store) => {
    const before = await findOffer(tx, link);
    if (!before) return undefined;
    await change(tx, before);
    const offer = (await findOffer(tx, link)) ?? before;
    const [variant] = await deps.variants.findByIds(tx.storeId, [offer.variantId]);
    if (!variant) return undefined;
    const { productUrl = null, timeZone = null } = (await findPageDetails(tx, offer.subscriptionId)) ?? {};
    return {
      state: shownState(offer),
      ...store,
      units: offer.units,
      until: offer.until,
      timeZone,
      hold: await findShownHold(tx, offer),
      ...toShownProduct(variant, productUrl),
    };
  });

function shownState({ state, isOver }: Offer): OfferView["state"] {
  if (state === "passed") return state;
  return (state === "open" || state === "accepted") && !isOver ? state : "over";
}
