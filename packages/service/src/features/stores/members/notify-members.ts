import type { StoreTx } from "../../../platform/db/db.ts";
import { queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import type { Store } from "../store.ts";
import { MEMBER_MAIL, type Notice, noticeMail } from "./member-mail.ts";
import { selectMembers } from "./sql.ts";

const MAILS_MAX = 20;

/** Mails a notice to the owners and managers of the store, in the transaction of what it reports. */
export async function notifyMembers(
  tx: StoreTx,
  store: Pick<Store, "name" | "settings">,
  { publicUrl, notice }: { readonly publicUrl: string; readonly notice: Notice },
) {
  const members = (await selectMembers(tx)).filter(({ role }) => role === "owner" || role === "manager");
  for (const { email } of members.slice(0, MAILS_MAX))
    await queueMail(tx, { shopperId: null, kind: MEMBER_MAIL, mail: noticeMail(store, email, { publicUrl, notice }) });
}
