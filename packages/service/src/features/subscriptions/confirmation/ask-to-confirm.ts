import type { StoreTx } from "../../../platform/db/db.ts";
import type { ContactId } from "../../../platform/ids.ts";
import { queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Store } from "../../stores/store.ts";
import type { Address, HashAddress } from "../address.ts";
import type { AlertLinks } from "../alert-links.ts";
import { findContact } from "../sql.ts";
import { isSuppressed } from "../suppression/is-suppressed.ts";
import { confirmMail } from "./confirm-mail.ts";
import { findUnconfirmed, recordConfirmationMail } from "./sql.ts";
import { titlesOf } from "./titles-of.ts";

const BY_STORE_A_DAY = 3;
const BY_ALL_STORES_A_DAY = 10;
const TITLES_MAX = 20;

/** Queues the mail with the confirmation link. Over the daily limits it queues nothing and the caller gets the same
 *  answer: a stranger can neither flood an inbox nor find out whether a mail was sent. */
export async function askToConfirm(
  tx: StoreTx,
  { hashAddress, links, variants }: { hashAddress: HashAddress; links: AlertLinks; variants: VariantCache },
  store: Store,
  { address, contactId, until }: { address: Address; contactId: ContactId; until: string },
): Promise<void> {
  const hashInStore = hashAddress(address, store.id);
  if (await isSuppressed(tx, hashInStore)) return;
  if (!(await recordConfirmationMail(tx, hashInStore, BY_STORE_A_DAY))) return;
  if (!(await recordConfirmationMail(tx, hashAddress(address), BY_ALL_STORES_A_DAY))) return;
  const unconfirmed = await findUnconfirmed(tx, contactId, until, TITLES_MAX);
  await queueMail(tx, {
    shopperId: null,
    kind: "alert-confirm",
    mail: confirmMail({
      to: address.value,
      store,
      locale: (await findContact(tx, contactId))?.locale ?? null,
      titles: await titlesOf(tx, variants, unconfirmed),
      url: links.confirmUrl({ storeId: store.id, contactId, until }),
    }),
  });
}
