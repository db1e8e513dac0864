import type { StoreTx } from "../../../platform/db/db.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { nothingToUndo } from "../errors.ts";
import type { Regid } from "../regid.ts";
import { lockGuest } from "../sql.ts";
import { type MergeParticipants, PARTICIPANT_NAMES } from "./participant.ts";
import { detachGuest } from "./sql.ts";

const UNDO_DAYS = 30;

/** Returns who was separated from whom. */
export async function undoMerge(tx: StoreTx, participants: MergeParticipants, guest: Regid) {
  const { id: guestId } = await lockGuest(tx, guest);
  const merge = await detachGuest(tx, guestId, UNDO_DAYS);
  if (!merge) throw nothingToUndo();

  const pair = { guestId, accountId: merge.accountId };
  for (const name of PARTICIPANT_NAMES.toReversed()) await participants[name].undo(tx, pair, merge.toUndo[name]);
  await announce(tx, "shopper.unmerged", pair);
  return pair;
}
