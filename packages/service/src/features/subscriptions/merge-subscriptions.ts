import type { StoreTx } from "../../platform/db/db.ts";
import type { SubscriptionId } from "../../platform/ids.ts";
import type { MergePair, MergeParticipant } from "../shoppers/merge/participant.ts";
import { giveBackSubscriptions, giveSubscriptions } from "./sql.ts";

/** Subscriptions follow a guest into an account. They belong to an address, so none can meet its like there. */
export const mergeSubscriptions = {
  async merge(tx: StoreTx, { guestId, accountId }: MergePair) {
    const moved = await giveSubscriptions(tx, guestId, accountId);
    return { toUndo: { moved: moved.map(({ id }) => id) }, summary: { moved: moved.length } };
  },

  /** A merge from before there were subscriptions has none to give back. */
  async undo(tx: StoreTx, { guestId, accountId }: MergePair, toUndo: unknown) {
    const { moved = [] } = (toUndo ?? {}) as { moved?: SubscriptionId[] };
    if (moved.length > 0) await giveBackSubscriptions(tx, moved, { from: accountId, to: guestId });
  },
} satisfies MergeParticipant;
