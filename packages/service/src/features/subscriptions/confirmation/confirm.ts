import type { Db, StoreTx } from "../../../platform/db/db.ts";
import { titleOf } from "../../catalog/variants/title-of.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import type { AlertLinks } from "../alert-links.ts";
import { confirmUntil, findContact, unconfirmedOfContact } from "../sql.ts";

const SHOWN_MAX = 100;

/** `open`: there is something to confirm. A link that was used, is too old or was never ours has nothing to show. */
type OfShop = { readonly storeName: string; readonly color?: string | undefined };
export type Confirming =
  | (OfShop & { readonly state: "open"; readonly titles: readonly string[] })
  | (OfShop & { readonly state: "confirmed" | "nothing" })
  | { readonly state: "expired" | "invalid" };

type Parts = {
  readonly db: Db;
  readonly links: AlertLinks;
  readonly variants: VariantCache;
  readonly stores: StoreCache;
};

/** What the link of a mail would confirm. Changes nothing: programs that look through mail follow links. */
export const lookAtConfirmation = (parts: Parts, token: string): Promise<Confirming> =>
  withConfirmation(parts, token, async (tx, { contactId, until }, shop) => {
    const waiting = await unconfirmedOfContact(tx, contactId, until, SHOWN_MAX);
    if (waiting.length === 0) return { state: "nothing", ...shop };
    const named = await parts.variants.findByIds(
      tx.storeId,
      waiting.map(({ variantId }) => variantId),
    );
    const titles = [...new Set(named.flatMap((variant) => (variant ? [titleOf(variant)] : [])))];
    return { state: "open", ...shop, titles };
  });

/** Confirms an address for what its owner was asked about. The place in line stays that of the sign-up; a second time
 *  finds nothing left to confirm. */
export const confirm = (parts: Parts, token: string): Promise<Confirming> =>
  withConfirmation(parts, token, async (tx, { contactId, until }, shop) => {
    const count = await confirmUntil(tx, contactId, until);
    return { state: count > 0 ? "confirmed" : "nothing", ...shop };
  });

async function withConfirmation(
  { db, links, stores }: Parts,
  token: string,
  work: (
    tx: StoreTx,
    confirmation: NonNullable<ReturnType<AlertLinks["readConfirmation"]>>,
    shop: OfShop,
  ) => Promise<Confirming>,
): Promise<Confirming> {
  const confirmation = links.readConfirmation(token);
  if (!confirmation) return { state: "invalid" };
  if (confirmation.isExpired) return { state: "expired" };
  const { id, name, settings } = await stores.getById(confirmation.storeId);
  return db.inStore(id, async (tx) => {
    const contact = await findContact(tx, confirmation.contactId);
    return contact ? work(tx, confirmation, { storeName: name, color: settings.alerts?.color }) : { state: "invalid" };
  });
}
