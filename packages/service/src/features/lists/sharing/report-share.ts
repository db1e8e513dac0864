import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { unknownList } from "../errors.ts";
import type { PublicListId } from "../list.ts";
import { findList } from "../sql.ts";
import { incrementShares } from "./sql.ts";

/** Counts a share of a list that belongs to the shopper or is public. */
export async function reportShare(tx: StoreTx, shopperId: ShopperId, publicId: PublicListId) {
  const list = await findList(tx, publicId);
  if (!list || !(list.shopperId === shopperId || list.isPublic)) throw unknownList();
  await incrementShares(tx, list.id);
  await announce(tx, "list.shared", { listId: list.id, publicListId: list.publicId, shopperId });
}
