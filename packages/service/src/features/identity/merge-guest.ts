import type { StoreTx } from "../../platform/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import { announce } from "../../platform/outbox/announce.ts";
import { guestOfAnother, notAGuest, nothingToUndo } from "./errors.ts";
import { isGuest, type Regid } from "./regid.ts";
import { lockGuest, recordMerge, takeBackMerge } from "./sql.ts";

export type Pair = { readonly guestId: ShopperId; readonly accountId: ShopperId };

/** What goes along when a guest becomes part of an account. `follow` answers what `undo` will need, and a summary for people. */
export type Follower = {
  readonly name: string;
  follow(tx: StoreTx, pair: Pair): Promise<{ readonly toUndo: object; readonly summary: object }>;
  undo(tx: StoreTx, pair: Pair, toUndo: unknown): Promise<void>;
};

export const UNDO_DAYS = 30;

/** Makes a guest part of an account. Repeating it changes nothing; a guest has one account. */
export async function mergeGuest(
  tx: StoreTx,
  followers: readonly Follower[],
  { guest, accountId }: { guest: Regid; accountId: ShopperId },
) {
  if (!isGuest(guest)) throw notAGuest();
  const { id: guestId, mergedInto } = await lockGuest(tx, guest);
  if (mergedInto === accountId) return { changed: false, moved: {} };
  if (mergedInto) throw guestOfAnother();

  const pair = { guestId, accountId };
  const toUndo: Record<string, object> = {};
  const moved: Record<string, object> = {};
  for (const follower of followers) {
    const followed = await follower.follow(tx, pair);
    toUndo[follower.name] = followed.toUndo;
    moved[follower.name] = followed.summary;
  }
  await recordMerge(tx, guestId, accountId, toUndo);
  await announce(tx, "shopper.merged", { guestId, accountId });
  return { changed: true, moved };
}

export async function undoMerge(tx: StoreTx, followers: readonly Follower[], guest: Regid) {
  const { id: guestId } = await lockGuest(tx, guest);
  const merge = await takeBackMerge(tx, guestId, UNDO_DAYS);
  if (!merge) throw nothingToUndo();

  const pair = { guestId, accountId: merge.accountId };
  for (const follower of followers.toReversed()) await follower.undo(tx, pair, merge.moved[follower.name]);
  await announce(tx, "shopper.unmerged", { guestId, accountId: merge.accountId });
}
