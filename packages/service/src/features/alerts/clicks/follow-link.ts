import { productUrlOf } from "../../catalog/variants/product-url-of.ts";
import { findPageDetails } from "../../subscriptions/line/recipients.ts";
import { type LinkDeps, openLink } from "../../subscriptions/open-link.ts";
import { recordClick } from "./record-click.ts";

/** Returns where the link of an alert leads: to the product that the alert is about, and nowhere else. The subscription says
 *  which, because plans are deleted sooner. Undefined when the link is not valid, or nothing is left to show. With `counts` the click counts, once for each person and alert, unless the
 *  alert is older than 90 days. */
export const followLink = (
  deps: LinkDeps,
  token: string,
  { counts }: { readonly counts: boolean },
): Promise<string | undefined> =>
  openLink(deps, deps.links.readClick(token), async (tx, { planId, subscriptionId, isFresh }, { shopUrl }) => {
    const details = await findPageDetails(tx, subscriptionId);
    if (!details) return shopUrl;
    const [variant] = await deps.variants.findByIds(tx.storeId, [details.variantId]);
    const url = variant ? productUrlOf(variant, details.productUrl) : "";
    if (counts && isFresh) await recordClick(tx, { planId, subscriptionId });
    return url || shopUrl;
  });
