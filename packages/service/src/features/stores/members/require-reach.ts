import type { HotDb } from "../../../platform/db/db.ts";
import type { Caller } from "../access/caller.ts";
import { keyOfOneStore } from "./errors.ts";
import { hasSiblings } from "./sql.ts";

/** Refuses a key that would change members of other stores, too: a member has the same role in every store of the
 *  organisation, and a key is for one of them. */
export async function requireReach(hot: HotDb, { actor, store }: Caller): Promise<void> {
  if (actor.kind === "key" && (await hasSiblings(hot, store.id))) throw keyOfOneStore();
}
