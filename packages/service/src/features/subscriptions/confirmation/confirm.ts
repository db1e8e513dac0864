import type { StoreTx } from "../../../platform/db/db.ts";
import { countStock } from "../../catalog/stock/count-stock.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { SMS } from "../address.ts";
import type { HashIp } from "../hash-ip.ts";
import { findSubscription } from "../line/find-subscription.ts";
import { type LinkDeps, openLink, type PageStore } from "../open-link.ts";
import type { ShownProduct } from "../shown-product.ts";
import { sharesUnits } from "../topics.ts";
import { acceptRequests } from "./accept-requests.ts";
import { agreementOf } from "./agreement.ts";
import type { Batch } from "./batch.ts";
import { productsOf } from "./products-of.ts";
import { findUnconfirmed, type LockedRequest } from "./sql.ts";

const SHOWN_MAX = 100;
const CONFIRMED_SHOWN_MAX = 20;

export type ConfirmedAlert = ShownProduct & {
  /** The place in line; null when they do not wait. */
  readonly place: number | null;
  /** Whether the product is back in stock already. */
  readonly isBack: boolean;
};

/** What the page of a confirmation link shows. `open`: there are sign-ups to confirm. `nothing`: all of them were
 *  confirmed or removed before. */
export type ConfirmationView =
  | (PageStore & {
      readonly state: "open";
      readonly products: readonly ShownProduct[];
      readonly joinsMailingList: boolean;
      readonly isBySms: boolean;
    })
  | (PageStore & { readonly state: "confirmed"; readonly isBySms: boolean; readonly alerts: readonly ConfirmedAlert[] })
  | (PageStore & { readonly state: "nothing" })
  | { readonly state: "expired" | "invalid" };

/** Finds what the link would confirm. Changes nothing, because mail scanners follow links. */
export const previewConfirmation = (deps: LinkDeps, token: string): Promise<ConfirmationView> =>
  openConfirmation(deps, token, async (tx, batch, store) => {
    const requests = await findUnconfirmed(tx, batch, SHOWN_MAX);
    if (requests.length === 0) return { state: "nothing", ...store };
    const products = await productsOf(tx, deps.variants, requests);
    const joinsMailingList = requests.some((request) => request.joinsMailingList);
    const isBySms = requests.some(({ medium }) => medium === SMS);
    return { state: "open", ...store, products, joinsMailingList, isBySms };
  });

/** Confirms the sign-ups that the mail was about. Their place in line is that of the confirmation. A second call finds
 *  nothing to confirm. `by`: the languages of the browser, as its header names them, and its IP address. */
export const confirm = (
  deps: LinkDeps & { readonly hashIp: HashIp },
  token: string,
  by: { readonly languages: string | undefined; readonly ip: string },
): Promise<ConfirmationView> =>
  openConfirmation(deps, token, async (tx, batch, store) => {
    const ipHash = deps.hashIp(by.ip, tx.storeId);
    const requests = await acceptRequests(tx, batch, ({ medium, onMailingList }) => ({
      ...agreementOf(by.languages, store.storeName, {
        isBySms: medium === SMS,
        joinsMailingList: onMailingList === true,
      }),
      ipHash,
    }));
    if (requests.length === 0) return { state: "nothing", ...store };
    const isBySms = requests.some(({ terms }) => terms.medium === SMS);
    return { state: "confirmed", ...store, isBySms, alerts: await alertsOf(tx, deps.variants, requests) };
  });

async function alertsOf(tx: StoreTx, variants: VariantCache, requests: readonly LockedRequest[]) {
  const alerts: ConfirmedAlert[] = [];
  for (const { terms, wanted } of requests.slice(0, CONFIRMED_SHOWN_MAX)) {
    const { variantId, topic } = wanted;
    const [product] = await productsOf(tx, variants, [wanted]);
    if (!product) continue;
    const subscription = await findSubscription(tx, { address: terms, variantId, topic });
    const isBack = sharesUnits(topic) && (await countStock(tx, variantId)).isIn;
    alerts.push({ ...product, place: subscription?.place ?? null, isBack });
  }
  return alerts;
}

async function openConfirmation(
  deps: LinkDeps,
  token: string,
  work: (tx: StoreTx, batch: Batch, store: PageStore) => Promise<ConfirmationView>,
): Promise<ConfirmationView> {
  const confirmation = deps.links.readConfirmation(token);
  if (confirmation?.isExpired) return { state: "expired" };
  return (await openLink(deps, confirmation, work)) ?? { state: "invalid" };
}
