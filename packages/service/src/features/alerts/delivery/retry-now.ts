import type { StoreTx } from "../../../platform/db/db.ts";
import { retryMailsNow } from "../../../platform/messaging/mail/queue-mail.ts";
import { retryChunksNow } from "./sql.ts";

/** Tries the store's waiting alerts and queued messages again at once, because something about its sender has changed. */
export async function retryNow(tx: StoreTx): Promise<void> {
  await retryChunksNow(tx);
  await retryMailsNow(tx);
}
