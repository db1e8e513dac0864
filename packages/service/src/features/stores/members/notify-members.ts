import type { StoreTx } from "../../../platform/db/db.ts";
import { countMailsTo, queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import type { Scope } from "../access/scopes.ts";
import { signInUrl } from "../sign-in/link-urls.ts";
import type { Store } from "../store.ts";
import { MEMBER_MAIL, noticeMail } from "./member-mail.ts";
import { SCOPES_OF_ROLE } from "./roles.ts";
import { selectMembers } from "./sql.ts";

/** What members are told. Each text is a sentence. */
export type Notice = {
  readonly subject: string;
  readonly what: string;
  readonly whatToDo: string;
  /** Only members with this scope hear of it: they can do something about it. */
  readonly scope: Scope;
};
export type NotifyMembers = (tx: StoreTx, store: Store, notice: Notice) => Promise<void>;

/** Notices of a day to one mailbox. */
const TO_MAILBOX_PER_DAY = 30;

/** Mails a notice to the members of a store, in the transaction of what it tells. */
export const createNotifyMembers =
  ({ publicUrl }: { readonly publicUrl: string }): NotifyMembers =>
  async (tx, store, notice) => {
    for (const { email, role } of await selectMembers(tx)) {
      if (!SCOPES_OF_ROLE[role].includes(notice.scope)) continue;
      if ((await countMailsTo(tx, { to: email, kind: MEMBER_MAIL })) >= TO_MAILBOX_PER_DAY) continue;
      const mail = noticeMail(store, email, signInUrl(publicUrl), notice);
      await queueMail(tx, { shopperId: null, kind: MEMBER_MAIL, mail });
    }
  };
