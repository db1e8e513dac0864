import type { Db, StoreTx } from "../../../platform/db/db.ts";
import { webLink } from "../../../platform/text/html.ts";
import { titleOf } from "../../catalog/variants/title-of.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import type { AlertLinks } from "../../subscriptions/alert-links.ts";
import { findPageDetails, recordOutcomes } from "../../subscriptions/line/recipients.ts";
import { openLink } from "../../subscriptions/open-link.ts";
import { answerOpenOffer, findOffer, findPlanState, type Offer } from "../sql.ts";
import { afterwards, freeUnits } from "./end-offers.ts";

/** `over`: its time is, or it was bought, or the person left. */
export type Offering = {
  readonly state: "open" | "accepted" | "passed" | "over";
  readonly storeName: string;
  readonly color?: string | undefined;
  readonly title: string;
  readonly units: number;
  readonly until: Date;
  readonly timeZone: string | null;
  /** Where it can be bought; empty where nobody said. */
  readonly url: string;
};

type Parts = {
  readonly db: Db;
  readonly links: AlertLinks;
  readonly variants: VariantCache;
  readonly stores: StoreCache;
};

/** What the link of a mail offers; nothing where the link is none of ours. Changes nothing, for programs follow links too. */
export const lookAtOffer = (parts: Parts, token: string): Promise<Offering | undefined> =>
  ofOffer(parts, token, async () => undefined);

/** Accepts an offer or passes it on: whichever comes first, and while its time lasts. What is passed on goes to the next. */
export const answerOffer = (
  parts: Parts,
  token: string,
  answer: "accepted" | "passed",
): Promise<Offering | undefined> =>
  ofOffer(parts, token, async (tx, offer) => {
    const { planId, subscriptionId: id, until } = offer;
    if (!(await answerOpenOffer(tx, offer, answer))) return;
    if (answer === "accepted") {
      await recordOutcomes(tx, [{ id, planId, reason: `accepted, held until ${inWords(until)}` }]);
      return;
    }
    const plan = await findPlanState(tx, planId);
    await recordOutcomes(tx, [{ id, planId, state: afterwards(plan?.offer?.after ?? "keep"), reason: "passed it on" }]);
    await freeUnits(tx, [offer]);
  });

/** For ledgers and explanations: by the minute, in the world's time. */
export const inWords = (until: Date) => `${until.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const ofOffer = (
  parts: Parts,
  token: string,
  change: (tx: StoreTx, offer: Offer) => Promise<void>,
): Promise<Offering | undefined> =>
  openLink(parts, parts.links.readOffer(token), async (tx, link, store) => {
    const before = await findOffer(tx, link);
    if (!before) return undefined;
    await change(tx, before);
    const offer = (await findOffer(tx, link)) ?? before;
    const [variant] = await parts.variants.findByIds(tx.storeId, [offer.variantId]);
    if (!variant) return undefined;
    const { variantUrl: uri, url: du } = variant.product ?? {};
    const { productUrl, timeZone } = await findPageDetails(tx, offer.subscriptionId);
    return {
      state: shownState(offer),
      ...store,
      title: titleOf(variant),
      units: offer.units,
      until: offer.until,
      timeZone,
      url: webLink(uri) || webLink(du) || webLink(productUrl),
    };
  });

const shownState = ({ state, isOver }: Offer): Offering["state"] => {
  if (state === "passed") return state;
  return (state === "open" || state === "accepted") && !isOver ? state : "over";
};
