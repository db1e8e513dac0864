import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { unknownList } from "../errors.ts";
import { findList, incrementShares, type PublicListId } from "../sql.ts";

/** Counts that somebody passed a list on: their own, or a public one. */
export async function reportShare(tx: StoreTx, shopperId: ShopperId, lid: PublicListId) {
  const list = await findList(tx, lid);
  if (!list || !(list.shopperId === shopperId || list.isPublic)) throw unknownList();
  await incrementShares(tx, list.id);
  await announce(tx, "list.shared", { listId: list.id, shopperId });
}
