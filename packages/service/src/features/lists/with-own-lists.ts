import type { Db, StoreTx } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { ShopperId } from "../../platform/ids.ts";
import type { Shopper, ShopperSessions } from "../shoppers/shopper.ts";
import { unknownList } from "./errors.ts";

/** Runs `work` on a shopper's lists, in `tx` or in a new transaction. If the list is unknown, a merge may just have moved
 *  it to the shopper's account: `work` then runs a second time as the account. */
export async function withOwnLists<T>(
  { db, shoppers }: { readonly db: Db; readonly shoppers: ShopperSessions },
  shopper: Shopper,
  tx: StoreTx | undefined,
  work: (inside: StoreTx, shopperId: ShopperId) => Promise<T>,
): Promise<T> {
  if (tx) return work(tx, await shoppers.ensureRow(tx, shopper));
  const attempt = (id: ShopperId) => db.inStore(shopper.store.id, (inside) => work(inside, id));
  try {
    if (!shopper.id) throw unknownList();
    return await attempt(shopper.id);
  } catch (error) {
    if (!(error instanceof AppError) || error.type !== "unknown-list") throw error;
    const { id } = await shoppers.reload(shopper);
    if (!id || id === shopper.id) throw error;
    return attempt(id);
  }
}
