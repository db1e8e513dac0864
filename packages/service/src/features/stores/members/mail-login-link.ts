import type { Db } from "../../../platform/db/db.ts";
import type { Log } from "../../../platform/log.ts";
import { MAIL_SETTINGS } from "../../../platform/messaging/mail/mail.ts";
import { countMailsTo, queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import { LINK_MINUTES, type LinkPurpose } from "../sign-in/auth-names.ts";
import { loginLinkUrl, passwordUrl } from "../sign-in/link-urls.ts";
import type { StoreCache } from "../store-cache.ts";
import { findDefaultStore } from "./find-access.ts";
import { LINK_MAIL, loginLinkMail, passwordMail } from "./member-mail.ts";

/** Anybody can ask for the links of a member. The limit must not keep the member out for long. */
const TO_MAILBOX = 5;
const WINDOW_MINUTES = 15;

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
      const kind = LINK_MAIL[purpose];
      if ((await countMailsTo(tx, { to: email, kind, minutes: WINDOW_MINUTES })) >= TO_MAILBOX) return;
      await queueMail(tx, { shopperId: null, kind, mail });
    });
  };
