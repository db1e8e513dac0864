import type { StoreTx } from "../../platform/db/db.ts";
import type { SubscriptionId } from "../../platform/ids.ts";
import type { MergePair, MergeParticipant } from "../shoppers/merge/participant.ts";
import { moveRequests, moveRequestsBack, moveSubscriptions, moveSubscriptionsBack } from "./sql.ts";

type ToUndo = { readonly moved: readonly SubscriptionId[]; readonly requests: readonly string[] };

/** Moves a guest's subscriptions and sign-up requests to the account. A subscription belongs to an address, so there are no duplicates. */
export const mergeSubscriptions = {
  async merge(tx: StoreTx, { guestId, accountId }: MergePair) {
    const pair = { from: guestId, to: accountId };
    const moved = await moveSubscriptions(tx, pair);
    const requests = await moveRequests(tx, pair);
    const toUndo: ToUndo = { moved: moved.map(({ id }) => id), requests: requests.map(({ id }) => id) };
    return { toUndo, summary: { moved: moved.length } };
  },

  /** A merge from before this feature existed has nothing to undo. */
  async undo(tx: StoreTx, { guestId, accountId }: MergePair, toUndo: unknown) {
    const { moved = [], requests = [] } = (toUndo ?? {}) as Partial<ToUndo>;
    const pair = { from: accountId, to: guestId };
    if (moved.length > 0) await moveSubscriptionsBack(tx, moved, pair);
    if (requests.length > 0) await moveRequestsBack(tx, requests, pair);
  },
} satisfies MergeParticipant;
