import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { guestOfAnother, notAGuest, nothingToUndo } from "../errors.ts";
import { isGuest, type Regid } from "../regid.ts";
import { lockGuest, recordMerge, takeBackMerge } from "../sql.ts";
import { type MergeParticipants, PARTICIPANT_NAMES } from "./participant.ts";

export const UNDO_DAYS = 30;

/** Makes a guest part of an account. Repeating it changes nothing; a guest has one account. */
export async function mergeGuest(
  tx: StoreTx,
  participants: MergeParticipants,
  { guest, accountId }: { guest: Regid; accountId: ShopperId },
) {
  if (!isGuest(guest)) throw notAGuest();
  const { id: guestId, mergedInto } = await lockGuest(tx, guest);
  if (mergedInto === accountId) return { changed: false, moved: {} };
  if (mergedInto) throw guestOfAnother();

  const pair = { guestId, accountId };
  const toUndo: Record<string, object> = {};
  const moved: Record<string, object> = {};
  for (const name of PARTICIPANT_NAMES) {
    const merged = await participants[name].merge(tx, pair);
    toUndo[name] = merged.toUndo;
    moved[name] = merged.summary;
  }
  await recordMerge(tx, guestId, accountId, toUndo);
  await announce(tx, "shopper.merged", { guestId, accountId });
  return { changed: true, moved };
}

export async function undoMerge(tx: StoreTx, participants: MergeParticipants, guest: Regid) {
  const { id: guestId } = await lockGuest(tx, guest);
  const merge = await takeBackMerge(tx, guestId, UNDO_DAYS);
  if (!merge) throw nothingToUndo();

  const pair = { guestId, accountId: merge.accountId };
  for (const name of PARTICIPANT_NAMES.toReversed()) await participants[name].undo(tx, pair, merge.moved[name]);
  await announce(tx, "shopper.unmerged", { guestId, accountId: merge.accountId });
}
