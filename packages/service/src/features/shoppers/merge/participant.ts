import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";

export type MergePair = { readonly guestId: ShopperId; readonly accountId: ShopperId };

/** What a feature does when a guest becomes part of an account. `toUndo` is stored for 30 days and handed to `undo`;
 *  `summary` is shown to people. */
export type MergeParticipant = {
  merge(tx: StoreTx, pair: MergePair): Promise<{ readonly toUndo: object; readonly summary: object }>;
  undo(tx: StoreTx, pair: MergePair, toUndo: unknown): Promise<void>;
};

/** Every feature whose rows belong to shoppers takes part, in this order; an undo runs in the reverse order. A name is
 *  also the key of what the feature stored for its undo. The composition root (app.ts) hands them over. */
export const PARTICIPANT_NAMES = ["lists", "subscriptions"] as const;
export type MergeParticipants = Readonly<Record<(typeof PARTICIPANT_NAMES)[number], MergeParticipant>>;
