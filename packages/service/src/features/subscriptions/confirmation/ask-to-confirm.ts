import type { StoreTx } from "../../../platform/db/db.ts";
import type { ContactId } from "../../../platform/ids.ts";
import { queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import { titleOf } from "../../catalog/variants/title-of.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Store } from "../../stores/store.ts";
import type { Address, HashAddress } from "../address.ts";
import type { AlertLinks } from "../alert-links.ts";
import { findContact, isSuppressed, takeConfirmation, unconfirmedOfContact } from "../sql.ts";
import { confirmMail } from "./confirm-mail.ts";

const BY_STORE_A_DAY = 3;
const BY_ALL_STORES_A_DAY = 10;
const NAMED_MAX = 20;

/** Mails the link that confirms. Over the caps nothing is sent and nobody is told: somebody else's address is no toy. */
export async function askToConfirm(
  tx: StoreTx,
  { hashAddress, links, variants }: { hashAddress: HashAddress; links: AlertLinks; variants: VariantCache },
  store: Store,
  { address, contactId, until }: { address: Address; contactId: ContactId; until: string },
): Promise<void> {
  const ofStore = hashAddress(address, store.id);
  if (await isSuppressed(tx, ofStore)) return;
  if (!(await takeConfirmation(tx, ofStore, BY_STORE_A_DAY))) return;
  if (!(await takeConfirmation(tx, hashAddress(address), BY_ALL_STORES_A_DAY))) return;
  const waiting = await unconfirmedOfContact(tx, contactId, until, NAMED_MAX);
  const named = await variants.findByIds(
    store.id,
    waiting.map(({ variantId }) => variantId),
  );
  const titles = [...new Set(named.flatMap((variant) => (variant ? [titleOf(variant)] : [])))];
  await queueMail(tx, {
    shopperId: null,
    kind: "alert-confirm",
    mail: confirmMail({
      to: address.value,
      store,
      locale: (await findContact(tx, contactId))?.locale ?? null,
      titles,
      url: links.confirmUrl({ storeId: store.id, contactId, until }),
    }),
  });
}
