import type { StoreTx } from "../../../platform/db/db.ts";
import type { ContactId, SubscriptionId } from "../../../platform/ids.ts";
import { maskAddress } from "../../../platform/text/mask-address.ts";
import { titleOf } from "../../catalog/variants/title-of.ts";
import { type LinkDeps, openLink, type PageStore } from "../open-link.ts";
import { findContact } from "../sql.ts";
import { isOpen, type State, stateName } from "../state.ts";
import { endOfContact, findOfContact } from "./sql.ts";

const SHOWN_MAX = 200;

/** `platformId` tells alerts without a title apart, `market` those of one variant. */
export type ShownAlert = {
  readonly id: SubscriptionId;
  readonly title: string | null;
  readonly platformId: string;
  readonly market: string | null;
  readonly topic: string;
  readonly state: State;
  readonly isOpen: boolean;
};

export type Preferences = PageStore & {
  /** Masked, because people forward mails. */
  readonly address: string;
  readonly alerts: readonly ShownAlert[];
};

/** Fetches all alerts of the contact that the link belongs to. Returns undefined when the link is not valid. */
export const fetchPreferences = (deps: LinkDeps, token: string): Promise<Preferences | undefined> =>
  openPreferences(deps, token, async () => undefined);

/** Ends one alert of that contact, or all, and returns the alerts after that. The address is not suppressed: the contact
 *  can sign up again. */
export const endAlerts = (
  deps: LinkDeps,
  token: string,
  end: { only: SubscriptionId | null; reason: string },
): Promise<Preferences | undefined> =>
  openPreferences(deps, token, (tx, contactId) => endOfContact(tx, contactId, end));

const openPreferences = (
  deps: LinkDeps,
  token: string,
  change: (tx: StoreTx, contactId: ContactId) => Promise<unknown>,
): Promise<Preferences | undefined> =>
  openLink(deps, deps.links.readContact(token), async (tx, { contactId }, store) => {
    const contact = await findContact(tx, contactId);
    if (!contact) return undefined;
    await change(tx, contactId);
    const rows = await findOfContact(tx, contactId, SHOWN_MAX);
    const found = await deps.variants.findByIds(
      tx.storeId,
      rows.map(({ variantId }) => variantId),
    );
    const alerts = rows.flatMap(({ id, topic, state }, index) => {
      const variant = found[index];
      if (!variant) return [];
      const { platformId, market } = variant;
      const shown = { title: titleOf(variant), platformId, market };
      return [{ id, ...shown, topic, state: stateName(state), isOpen: isOpen(state) }];
    });
    return { ...store, address: maskAddress(contact.value), alerts };
  });
