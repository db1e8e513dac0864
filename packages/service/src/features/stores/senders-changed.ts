import type { StoreTx } from "../../platform/db/db.ts";
import { MEDIUM_CODES, type Medium } from "../../platform/messaging/send-counts.ts";
import { announce } from "../../platform/outbox/announce.ts";
import { bumpSenders } from "./sql.ts";

/** Lets every process notice, at its next look at the store, that its senders or signing keys have changed. `media`: those
 *  that it sends with a provider of its own. */
export async function sendersChanged(tx: StoreTx, media: readonly Medium[]): Promise<void> {
  await bumpSenders(
    tx,
    media.reduce((sum, medium) => sum + MEDIUM_CODES[medium], 0),
  );
  await announce(tx, "store.changed", {});
}
