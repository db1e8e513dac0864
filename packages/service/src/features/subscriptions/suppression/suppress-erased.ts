import type { StoreTx } from "../../../platform/db/db.ts";
import { HAPPENINGS } from "../line/happenings.ts";
import { insertOrReplaceSuppression } from "./sql.ts";
import { STOP } from "./stop-messages.ts";

/** Keeps an address of an erased person from getting messages again, for example after an import. Its subscriptions are
 *  deleted by the erasure. An older reason stays, except a STOP, which a START would lift. */
export const suppressErased = (tx: StoreTx, addressHash: string) =>
  insertOrReplaceSuppression(tx, addressHash, HAPPENINGS.say("erased", {}), STOP);
