import type { StoreTx } from "../../platform/db/db.ts";
import type { SubscriptionId } from "../../platform/ids.ts";
import type { MergePair, MergeParticipant } from "../shoppers/merge/participant.ts";
import { moveSubscriptions, moveSubscriptionsBack } from "./sql.ts";

/** Moves a guest's subscriptions to the account. A subscription belongs to an address, so there are no duplicates. */
export const mergeSubscriptions = {
  async merge(tx: StoreTx, { guestId, accountId }: MergePair) {
    const moved = await moveSubscriptions(tx, { from: guestId, to: accountId });
    return { toUndo: { moved: moved.map(({ id }) => id) }, summary: { moved: moved.length } };
  },

  /** A merge from before this feature existed has nothing to undo. */
  async undo(tx: StoreTx, { guestId, accountId }: MergePair, toUndo: unknown) {
    const { moved = [] } = (toUndo ?? {}) as { moved?: SubscriptionId[] };
    if (moved.length > 0) await moveSubscriptionsBack(tx, moved, { from: accountId, to: guestId });
  },
} satisfies MergeParticipant;
