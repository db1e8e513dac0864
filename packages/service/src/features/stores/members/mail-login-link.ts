import type { Db } from "../../../platform/db/db.ts";
import { countMailsTo, queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import { LINK_MINUTES, type LinkPurpose } from "../sign-in/auth.ts";
import { loginLinkUrl, passwordUrl } from "../sign-in/link-urls.ts";
import type { StoreCache } from "../store-cache.ts";
import { findDefaultStore } from "./find-access.ts";
import { loginLinkMail, MEMBER_MAIL, passwordMail } from "./member-mail.ts";

const TO_MAILBOX_PER_DAY = 30;

/** Mails a login link to a member. To anybody else nothing is mailed, and the caller does not learn it. An operator who is
 *  no member gets links from the command line. */
export const createMailLoginLink =
  ({ db, stores, publicUrl }: { readonly db: Db; readonly stores: StoreCache; readonly publicUrl: string }) =>
  async (purpose: LinkPurpose, email: string, token: string): Promise<void> => {
    const access = await findDefaultStore(db.hot, email.toLowerCase());
    if (!access) return;
    const store = await stores.getById(access.storeId);
    const mail =
      purpose === "sign-in"
        ? loginLinkMail(store, email, loginLinkUrl(publicUrl, token), LINK_MINUTES)
        : passwordMail(store, email, passwordUrl(publicUrl, token), LINK_MINUTES);
    await db.inStore(store.id, async (tx) => {
      if ((await countMailsTo(tx, { to: email, kind: MEMBER_MAIL })) >= TO_MAILBOX_PER_DAY) return;
      await queueMail(tx, { shopperId: null, kind: MEMBER_MAIL, mail });
    });
  };
