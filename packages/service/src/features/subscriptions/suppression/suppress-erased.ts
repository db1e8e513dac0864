import type { StoreTx } from "../../../platform/db/db.ts";
import { HAPPENINGS } from "../line/happenings.ts";
import { insertErased } from "./sql.ts";
import { STOP } from "./stop-messages.ts";

/** The stored reason of an address that was not suppressed before. Imports find the rows by this text, so it must not change. */
const ERASED = HAPPENINGS.say("erased", {});

/** Keeps an address of an erased person from getting messages again, for example after an import. Its subscriptions are
 *  deleted by the erasure. An older reason stays, because complaints are counted by it, except a STOP, which a START would lift. */
export const suppressErased = (tx: StoreTx, addressHash: string) =>
  insertErased(tx, addressHash, { reason: ERASED, former: STOP });
