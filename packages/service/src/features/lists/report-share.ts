import type { StoreTx } from "../../platform/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import { announce } from "../../platform/outbox/announce.ts";
import { unknownList } from "./errors.ts";
import { countShare, findList, type Lid } from "./sql.ts";

/** Counts that somebody passed a list on: their own, or a public one. */
export async function reportShare(tx: StoreTx, shopperId: ShopperId, lid: Lid) {
  const list = await findList(tx, lid);
  if (!list || !(list.shopperId === shopperId || list.isPublic)) throw unknownList();
  await countShare(tx, list.id);
  await announce(tx, "list.shared", { listId: list.id, shopperId });
}
