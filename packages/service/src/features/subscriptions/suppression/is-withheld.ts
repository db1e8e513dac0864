import type { Db } from "../../../platform/db/db.ts";
import type { QueuedMail } from "../../../platform/messaging/mail/send-queued-mails.ts";
import { mailboxOf } from "../../../platform/text/email.ts";
import { findTesters } from "../../stores/members/find-testers.ts";
import { MEMBER_MAILS } from "../../stores/members/member-mail.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { type HashAddress, MEDIA } from "../address.ts";
import { hasSuppression } from "./sql.ts";

/** A mail to a merchant who proves an address. It is sent even if a shopper with that address does not want mails. */
export const SENDER_CODE = "sender-code";

/** Mails to the people who manage the store. A shopper's suppression and the store's limits do not count for them. */
export const TO_MERCHANTS: ReadonlySet<string> = new Set([SENDER_CODE, ...MEMBER_MAILS]);

/** A mail to a contact who asks for it with a link of an earlier mail. */
export const PREFERENCES_LINK = "preferences-link";

/** Whether a queued mail or text message must not be sent: its store is being erased or holds sample data, its address is suppressed, or it is one of a test store and not
 *  to a member. Where a stranger may have
 *  typed the address, it is withheld also if the mailbox that reads it is: for `ann+1@…` if `ann@…` is suppressed. The
 *  reverse does not count: a person who wants nothing at `ann+1@…` may want mails to `ann@…`. */
export const createIsWithheld =
  ({ db, stores, hashAddress }: { db: Db; stores: StoreCache; hashAddress: HashAddress }) =>
  async ({ storeId, kind, medium, to }: QueuedMail): Promise<boolean> => {
    const { isErased, isSample } = await stores.getById(storeId);
    if (isErased || isSample) return true;
    if (TO_MERCHANTS.has(kind)) return false;
    const addresses = kind === PREFERENCES_LINK ? [to] : [to, mailboxOf(to)];
    const hashes = addresses.map((value) => hashAddress({ medium: MEDIA[medium], value }, storeId));
    return db.inStore(storeId, async (tx) => {
      const testers = await findTesters(stores, tx);
      return (testers && !testers.has(to)) || hasSuppression(tx, hashes);
    });
  };
