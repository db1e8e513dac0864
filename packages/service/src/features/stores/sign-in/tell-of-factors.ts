import type { Db } from "../../../platform/db/db.ts";
import type { Log } from "../../../platform/log.ts";
import { countMailsTo, queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import { findDefaultStore } from "../members/find-access.ts";
import { ACCOUNT_MAIL, noticeMail } from "../members/member-mail.ts";
import type { RecordAccount } from "../members/record-account.ts";
import type { StoreCache } from "../store-cache.ts";
import { signInUrl } from "./link-urls.ts";

const TO_MAILBOX_PER_DAY = 30;

type TellDeps = {
  readonly db: Db;
  readonly stores: StoreCache;
  readonly config: { readonly publicUrl: string; readonly mail: object | undefined };
  readonly log: Log;
};

/** Records what happens to accounts, and mails the person when a factor of theirs has changed: whoever has stolen a fresh
 *  session can add the first one. An operator who is no member gets no mail, because mails belong to stores. */
export function tellOfFactors(record: RecordAccount, { db, stores, config, log }: TellDeps): RecordAccount {
  async function tell(to: string, change: string) {
    const access = await findDefaultStore(db.hot, to);
    if (!access) return;
    const store = await stores.getById(access.storeId);
    const mail = noticeMail(store, to, signInUrl(config.publicUrl), {
      subject: "Your sign-in has changed",
      what: `This has changed in your account for the dashboard: ${change}.`,
      whatToDo:
        "If this was not you, ask the operator of this installation to reset your account at once. That ends all your sessions, too.",
    });
    await db.inStore(store.id, async (tx) => {
      if ((await countMailsTo(tx, { to, kind: ACCOUNT_MAIL })) >= TO_MAILBOX_PER_DAY) return;
      await queueMail(tx, { shopperId: null, kind: ACCOUNT_MAIL, mail });
    });
  }

  return async (person, event, by) => {
    await record(person, event, by);
    const { change } = event.details;
    if (event.what !== "factor-changed" || !change || !config.mail) return;
    // The factor has changed already, so the call must not fail now.
    await tell(person.email.trim().toLowerCase(), change).catch((error: unknown) =>
      log.error({ error }, "Could not mail somebody that a factor of theirs has changed"),
    );
  };
}
