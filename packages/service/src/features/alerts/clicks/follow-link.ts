import { productUrlOf } from "../../catalog/variants/product-url-of.ts";
import { findPageDetails } from "../../subscriptions/line/recipients.ts";
import { type LinkDeps, openLink } from "../../subscriptions/open-link.ts";
import { recordClick } from "./record-click.ts";
import { findLineOfPlan } from "./sql.ts";

/** Returns where the link of an alert leads: to the product that the alert is about, and nowhere else. Undefined when the
 *  link is not valid, or nothing is left to show. With `counts` the click counts, once for each person and alert, unless the
 *  alert is older than 90 days. */
export const followLink = (
  deps: LinkDeps,
  token: string,
  { counts }: { readonly counts: boolean },
): Promise<string | undefined> =>
  openLink(deps, deps.links.readClick(token), async (tx, { planId, subscriptionId, isFresh }, { shopUrl }) => {
    const line = await findLineOfPlan(tx, planId);
    if (!line) return shopUrl;
    const [variant] = await deps.variants.findByIds(tx.storeId, [line.variantId]);
    const { productUrl } = await findPageDetails(tx, subscriptionId);
    const url = variant ? productUrlOf(variant, productUrl) : "";
    if (counts && isFresh) await recordClick(tx, { planId, subscriptionId });
    return url || shopUrl;
  });
