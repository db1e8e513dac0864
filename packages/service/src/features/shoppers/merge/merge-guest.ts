import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { guestOfAnother, notAGuest } from "../errors.ts";
import { isGuest, type Regid } from "../regid.ts";
import { lockGuest } from "../sql.ts";
import { type MergeParticipants, PARTICIPANT_NAMES } from "./participant.ts";
import { recordMerge } from "./sql.ts";

export type Merged = { readonly changed: boolean; readonly moved: object };

/** Makes a guest part of an account. Merging the same two again changes nothing. */
export async function mergeGuest(
  tx: StoreTx,
  participants: MergeParticipants,
  { guest, accountId, now }: { guest: Regid; accountId: ShopperId; now: number },
): Promise<Merged> {
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
  await recordMerge(tx, pair, { toUndo, now });
  await announce(tx, "shopper.merged", pair);
  return { changed: true, moved };
}
