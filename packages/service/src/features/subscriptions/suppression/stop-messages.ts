import type { StoreTx } from "../../../platform/db/db.ts";
import { HAPPENINGS } from "../line/happenings.ts";
import { deleteSuppression, endOfAddress, insertSuppression } from "./sql.ts";

/** The stored reason of the suppression. `liftStop` finds the row by this text, so it must not change. */
export const STOP = HAPPENINGS.say("left-by-text", {});

/** For a reply of STOP: the number gets no more text messages from this store. Returns false if it was stopped before. */
export async function stopMessages(tx: StoreTx, addressHash: string): Promise<boolean> {
  const isNew = await insertSuppression(tx, addressHash, STOP);
  await endOfAddress(tx, addressHash, { state: "unsubscribed", reason: STOP });
  return isNew;
}

/** For a reply of START: lifts a STOP. An address that bounced or complained stays suppressed. */
export const liftStop = (tx: StoreTx, addressHash: string) => deleteSuppression(tx, addressHash, STOP);
