import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Store } from "../../stores/store.ts";
import type { Address, HashAddress } from "../address.ts";
import type { AlertLinks } from "../alert-links.ts";
import { nothingToConfirm } from "../errors.ts";
import { requireSender, type SendingDeps } from "../require-sender.ts";
import { askToConfirm } from "./ask-to-confirm.ts";
import { findBatches } from "./sql.ts";

/** Until requests are deleted. */
const HOURS = 96;

/** Sends the mail or text message with the confirmation link again, one for each shopper who asked. Returns whether any was
 *  sent: an address gets a few of them a day at most. */
export async function resendConfirmation(
  tx: StoreTx,
  deps: SendingDeps & { hashAddress: HashAddress; links: AlertLinks; variants: VariantCache },
  store: Store,
  address: Address,
): Promise<boolean> {
  const batches = await findBatches(tx, deps.hashAddress(address, store.id), HOURS);
  if (batches.length === 0) throw nothingToConfirm();
  requireSender(deps, store, address);
  let isSent = false;
  for (const { locale, shopperId, ...batch } of batches)
    isSent = (await askToConfirm(tx, deps, store, { address, shopperId, locale, batch })) || isSent;
  return isSent;
}
