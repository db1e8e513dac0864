import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";

export type MergePair = { readonly guestId: ShopperId; readonly accountId: ShopperId };

/** A feature that moves its rows when a guest becomes part of an account. `toUndo` is stored with the merge and passed to
 *  `undo`; `summary` is what guest-validate-sync returns for a dry run. */
export type MergeParticipant = {
  merge(tx: StoreTx, pair: MergePair): Promise<{ readonly toUndo: object; readonly summary: object }>;
  undo(tx: StoreTx, pair: MergePair, toUndo: unknown): Promise<void>;
};

/** Every feature whose rows belong to shoppers, in the order of a merge; an undo runs in reverse. app.ts provides the
 *  participant of each name. Stored merges use these names as keys, so do not rename one. */
export const PARTICIPANT_NAMES = ["lists", "subscriptions"] as const;
export type MergeParticipants = Readonly<Record<(typeof PARTICIPANT_NAMES)[number], MergeParticipant>>;
