import type { Db } from "../../../platform/db/db.ts";
import type { Log } from "../../../platform/log.ts";
import { MAIL_SETTINGS } from "../../../platform/messaging/mail/mail.ts";
import { countMailsTo, queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import { LINK_MINUTES, type LinkPurpose } from "../sign-in/auth.ts";
import { loginLinkUrl, passwordUrl } from "../sign-in/link-urls.ts";
import type { StoreCache } from "../store-cache.ts";
import { findDefaultStore } from "./find-access.ts";
import { LOGIN_MAIL, loginLinkMail, passwordMail } from "./member-mail.ts";

const TO_MAILBOX_PER_DAY = 30;

/** Mails a login link to a member. To anybody else nothing is mailed, and the caller does not learn it. An operator who is
 *  no member gets links from the command line, and so does everybody when the installation sends no mails. */
export const createMailLoginLink =
  ({
    db,
    stores,
    publicUrl,
    canMail,
    log,
  }: {
    readonly db: Db;
    readonly stores: StoreCache;
    readonly publicUrl: string;
    /** Whether the installation has a mail server. */
    readonly canMail: boolean;
    readonly log: Log;
  }) =>
  async (purpose: LinkPurpose, email: string, token: string): Promise<void> => {
    if (!canMail) {
      log.warn(
        `A login link was not mailed, because none of ${MAIL_SETTINGS} is set. Run \`npx keepsake dashboard link\`.`,
      );
      return;
    }
    const access = await findDefaultStore(db.hot, email.toLowerCase());
    if (!access) return;
    const store = await stores.getById(access.storeId);
    const mail =
      purpose === "sign-in"
        ? loginLinkMail(store, email, loginLinkUrl(publicUrl, token), LINK_MINUTES)
        : passwordMail(store, email, passwordUrl(publicUrl, token), LINK_MINUTES);
    await db.inStore(store.id, async (tx) => {
      if ((await countMailsTo(tx, { to: email, kind: LOGIN_MAIL })) >= TO_MAILBOX_PER_DAY) return;
      await queueMail(tx, { shopperId: null, kind: LOGIN_MAIL, mail });
    });
  };
