import type { StoreTx } from "../../platform/db/db.ts";
import { announce } from "../../platform/outbox/announce.ts";
import { bumpSessionEpoch } from "./sql.ts";

/** Ends every session of every shopper of the store. Takes effect within five seconds: a process may have the shopper in
 *  its cache. */
export async function endAllSessions(tx: StoreTx) {
  await bumpSessionEpoch(tx);
  await announce(tx, "store.changed", {});
}
