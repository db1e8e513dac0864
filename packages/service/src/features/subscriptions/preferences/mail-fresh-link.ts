import { countMailsTo, queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import { EMAIL } from "../address.ts";
import { type LinkDeps, openLink, type PageStore } from "../open-link.ts";
import { findContact } from "../sql.ts";
import { PREFERENCES_LINK } from "../suppression/is-withheld.ts";
import { freshLinkMail } from "./fresh-link-mail.ts";

const TO_MAILBOX_PER_DAY = 3;

/** What a person with an old link sees: no alert and no address. */
export type OldLink = PageStore & { readonly canBeMailed: boolean };

/** Opens a link that is too old to show alerts. Returns undefined when it is not valid. */
export const openOldLink = (deps: LinkDeps, token: string): Promise<OldLink | undefined> =>
  openLink(deps, deps.links.readContact(token), async (tx, { storeId, contactId }, store) => {
    const contact = await findContact(tx, contactId);
    const canMail = deps.canMail(await deps.stores.getById(storeId));
    return contact && { ...store, canBeMailed: canMail && contact.medium === EMAIL };
  });

/** Mails a new link to the address of the contact, three times a day at most. The answer is the same when it does not. */
export const mailFreshLink = (deps: LinkDeps, token: string): Promise<OldLink | undefined> =>
  openLink(deps, deps.links.readContact(token), async (tx, { storeId, contactId }, store) => {
    const contact = await findContact(tx, contactId);
    if (!contact) return undefined;
    const sending = await deps.stores.getById(storeId);
    const canBeMailed = deps.canMail(sending) && contact.medium === EMAIL;
    const { value: to, locale } = contact;
    if (canBeMailed && (await countMailsTo(tx, { to, kind: PREFERENCES_LINK })) < TO_MAILBOX_PER_DAY) {
      const url = deps.links.preferencesUrl({ storeId, contactId });
      const mail = freshLinkMail({ to, store: sending, locale, url });
      await queueMail(tx, { shopperId: null, kind: PREFERENCES_LINK, mail });
    }
    return { ...store, canBeMailed };
  });
