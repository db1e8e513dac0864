import type { StoreTx } from "../../platform/db.ts";
import type { ShopperId, SubscriptionId } from "../../platform/ids.ts";
import { giveBackSubscriptions, giveSubscriptions } from "./sql.ts";

type Pair = { readonly guestId: ShopperId; readonly accountId: ShopperId };

/** Subscriptions follow a guest into an account. They belong to an address, so none can meet its like there. */
export const subscriptionFollower = {
  name: "subscriptions",

  async follow(tx: StoreTx, { guestId, accountId }: Pair) {
    const moved = await giveSubscriptions(tx, guestId, accountId);
    return { toUndo: { moved: moved.map(({ id }) => id) }, summary: { moved: moved.length } };
  },

  /** A merge from before there were subscriptions has none to give back. */
  async undo(tx: StoreTx, { guestId, accountId }: Pair, toUndo: unknown) {
    const { moved = [] } = (toUndo ?? {}) as { moved?: SubscriptionId[] };
    if (moved.length > 0) await giveBackSubscriptions(tx, moved, { from: accountId, to: guestId });
  },
} as const;
