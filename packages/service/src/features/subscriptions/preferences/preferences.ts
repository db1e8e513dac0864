import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { titleOf } from "../../catalog/variants/title-of.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { type Address, EMAIL } from "../address.ts";
import type { AlertLinks } from "../alert-links.ts";
import { findContact, subscriptionsOfContact } from "../sql.ts";
import { type State, stateName } from "../state.ts";
import { unsubscribe } from "./unsubscribe.ts";

const SHOWN_MAX = 200;

export type Preferences = {
  readonly storeName: string;
  readonly color?: string | undefined;
  /** With most of it hidden: a mail is passed on more easily than one thinks. */
  readonly address: string;
  readonly alerts: readonly { id: SubscriptionId; title: string; topic: string; state: State; isOpen: boolean }[];
};

type Parts = {
  readonly db: Db;
  readonly links: AlertLinks;
  readonly variants: VariantCache;
  readonly stores: StoreCache;
};

/** All alerts of the person who holds the link; nothing where the link is none of ours. */
export const fetchPreferences = (parts: Parts, token: string): Promise<Preferences | undefined> =>
  ofContact(parts, token, async () => undefined);

/** Ends one alert of that person, or all, and shows what is left. */
export const endAlerts = (
  parts: Parts,
  token: string,
  { only, reason }: { only: SubscriptionId | null; reason: string },
): Promise<Preferences | undefined> =>
  ofContact(parts, token, (tx, contactId) => unsubscribe(tx, contactId, { only, reason }));

async function ofContact(
  { db, links, variants, stores }: Parts,
  token: string,
  change: (tx: StoreTx, contactId: Parameters<typeof unsubscribe>[1]) => Promise<unknown>,
): Promise<Preferences | undefined> {
  const contact = links.readContact(token);
  if (!contact) return undefined;
  const { id, name, settings } = await stores.getById(contact.storeId);
  return db.inStore(id, async (tx) => {
    const found = await findContact(tx, contact.contactId);
    if (!found) return undefined;
    await change(tx, contact.contactId);
    const rows = await subscriptionsOfContact(tx, contact.contactId, SHOWN_MAX);
    const named = await variants.findByIds(
      tx.storeId,
      rows.map(({ variantId }) => variantId),
    );
    const alerts = rows.flatMap(({ id: alertId, topic, state }, index) => {
      const variant = named[index];
      return variant
        ? [{ id: alertId, title: titleOf(variant), topic, state: stateName(state), isOpen: state < 3 }]
        : [];
    });
    return { storeName: name, color: settings.alerts?.color, address: hidden(found), alerts };
  });
}

const hidden = ({ medium, value }: Address) =>
  medium === EMAIL ? value.replace(/^(.)[^@]*/, "$1…") : `${value.slice(0, 3)}…${value.slice(-2)}`;
