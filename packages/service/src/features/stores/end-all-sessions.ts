import type { StoreTx } from "../../platform/db/db.ts";
import { announce } from "../../platform/outbox/announce.ts";
import { bumpSessionEpoch } from "./sql.ts";

/** Every session of every shopper of the store ends, as soon as each process has heard of it. */
export async function endAllSessions(tx: StoreTx) {
  await bumpSessionEpoch(tx);
  await announce(tx, "store.changed", {});
}
