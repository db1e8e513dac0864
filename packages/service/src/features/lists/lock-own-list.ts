import type { StoreTx } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import { unknownList } from "./errors.ts";
import type { List, PublicListId } from "./list.ts";
import { lockList } from "./sql.ts";

/** Finds and locks a list of the shopper. Throws when the list does not exist or is another shopper's. */
export async function lockOwnList(tx: StoreTx, shopperId: ShopperId, publicId: PublicListId): Promise<List> {
  const list = await lockList(tx, shopperId, publicId);
  if (!list) throw unknownList();
  return list;
}
