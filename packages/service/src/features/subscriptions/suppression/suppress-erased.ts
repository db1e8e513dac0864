import type { StoreTx } from "../../../platform/db/db.ts";
import { insertSuppression } from "./sql.ts";

/** Keeps an address of an erased person from getting messages again, for example after an import. Its subscriptions are
 *  deleted by the erasure. An older reason stays. */
export const suppressErased = (tx: StoreTx, addressHash: string) => insertSuppression(tx, addressHash, "erased");
