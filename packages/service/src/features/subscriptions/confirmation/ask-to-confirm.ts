import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { queueMail, queueText } from "../../../platform/messaging/mail/queue-mail.ts";
import { mailboxOf } from "../../../platform/text/email.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Store } from "../../stores/store.ts";
import { type Address, type HashAddress, SMS } from "../address.ts";
import type { AlertLinks } from "../alert-links.ts";
import type { Batch } from "./batch.ts";
import { confirmMail } from "./confirm-mail.ts";
import { confirmText } from "./confirm-text.ts";
import { productsOf } from "./products-of.ts";
import { findUnconfirmed, recordConfirmationMail } from "./sql.ts";

const KIND = "alert-confirm";
const BY_STORE_A_DAY = 3;
const BY_ALL_STORES_A_DAY = 10;
const TITLES_MAX = 20;

/** Queues the mail or text message with the confirmation link, under the id of the shopper who asked: if they are erased, it
 *  goes with them. Over the daily limits it queues nothing and returns false;
 *  shoppers must get the same answer: a stranger can neither flood an address nor find out whether a message was sent. The worker withholds
 *  messages to suppressed addresses. */
export async function askToConfirm(
  tx: StoreTx,
  { hashAddress, links, variants }: { hashAddress: HashAddress; links: AlertLinks; variants: VariantCache },
  store: Store,
  {
    address,
    shopperId,
    locale,
    batch,
  }: { address: Address; shopperId: ShopperId | null; locale: string | null; batch: Batch },
): Promise<boolean> {
  const mailbox = { ...address, value: mailboxOf(address.value) };
  const byStore = { addressHash: hashAddress(mailbox, store.id), storeId: store.id, perDay: BY_STORE_A_DAY };
  const byAll = { addressHash: hashAddress(mailbox), storeId: null, perDay: BY_ALL_STORES_A_DAY };
  if (!(await recordConfirmationMail(tx, byStore)) || !(await recordConfirmationMail(tx, byAll))) return false;
  const requests = await findUnconfirmed(tx, batch, TITLES_MAX);
  const titles = (await productsOf(tx, variants, requests)).map(({ title }) => title);
  const url = links.confirmUrl({ storeId: store.id, ...batch });
  const to = address.value;
  if (address.medium === SMS) {
    await queueText(tx, { shopperId, kind: KIND, to, text: confirmText({ store, locale, titles, url }) });
    return true;
  }
  const joinsMailingList = requests.some((request) => request.joinsMailingList);
  const mail = confirmMail({ to, store, locale, titles, joinsMailingList, url });
  await queueMail(tx, { shopperId, kind: KIND, mail });
  return true;
}
