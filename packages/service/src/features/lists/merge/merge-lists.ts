import type { StoreTx } from "../../../platform/db/db.ts";
import type { ListId } from "../../../platform/ids.ts";
import type { MergePair, MergeParticipant } from "../../shoppers/merge/participant.ts";
import { nameKey } from "../create-list.ts";
import {
  announceItemsOf,
  divideLists,
  giveList,
  type List,
  lockListsOf,
  lockShopperForLists,
  recountList,
  selectForUnion,
  type United,
  uniteLists,
} from "../sql.ts";

/** A store may show up to so many; the next change cuts it to what the store set. */
const PREVIEW_MAX = 100;

/** What an undo needs: lists that changed owner, and lists that became one with what each of them held. */
type Moved = {
  readonly given: ListId[];
  readonly united: { readonly from: ListId; readonly into: ListId; readonly items: United[] }[];
};

/** Lists follow a guest into an account: one of the same name and type is united with the account's, as are the two
 *  save-for-later lists; the others change owner and keep their lid. Limits do not apply: nothing may be lost. */
export const mergeLists = {
  async merge(tx: StoreTx, { guestId, accountId }: MergePair): Promise<{ toUndo: Moved; summary: object }> {
    await lockShopperForLists(tx, accountId);
    const lists = await lockListsOf(tx, [guestId, accountId]);
    const ofAccount = lists.filter((list) => list.shopperId === accountId);
    const moved: Moved = { given: [], united: [] };
    for (const list of lists.filter((one) => one.shopperId === guestId)) {
      const counterpart = ofAccount.find((one) => isCounterpart(one, list));
      await announceItemsOf(tx, "item.removed", { listId: list.id, shopperId: guestId });
      if (counterpart) {
        const items = await selectForUnion(tx, list.id, counterpart.id);
        await uniteLists(tx, list.id, counterpart.id);
        await recountList(tx, counterpart.id, PREVIEW_MAX);
        const only = items.filter((item) => !item.account).map((item) => item.variantId);
        await announceItemsOf(tx, "item.added", { listId: counterpart.id, shopperId: accountId, only });
        moved.united.push({ from: list.id, into: counterpart.id, items });
      } else {
        await giveList(tx, list.id, accountId);
        await announceItemsOf(tx, "item.added", { listId: list.id, shopperId: accountId });
        moved.given.push(list.id);
      }
    }
    const itemsUnited = moved.united.reduce((sum, { items }) => sum + items.length, 0);
    return { toUndo: moved, summary: { moved: moved.given.length, united: moved.united.length, itemsUnited } };
  },

  async undo(tx: StoreTx, { guestId, accountId }: MergePair, toUndo: unknown) {
    const moved = toUndo as Moved;
    await lockShopperForLists(tx, accountId);
    const ofAccount = new Set((await lockListsOf(tx, [accountId])).map((list) => list.id));
    for (const listId of moved.given.filter((id) => ofAccount.has(id))) {
      await announceItemsOf(tx, "item.removed", { listId, shopperId: accountId });
      await giveList(tx, listId, guestId);
      await announceItemsOf(tx, "item.added", { listId, shopperId: guestId });
    }
    for (const { from, into, items } of moved.united.toReversed()) {
      if (ofAccount.has(into)) await announceItemsOf(tx, "item.removed", { listId: into, shopperId: accountId });
      await divideLists(tx, from, into, items);
      await recountList(tx, from, PREVIEW_MAX);
      await announceItemsOf(tx, "item.added", { listId: from, shopperId: guestId });
      if (!ofAccount.has(into)) continue;
      await recountList(tx, into, PREVIEW_MAX);
      await announceItemsOf(tx, "item.added", { listId: into, shopperId: accountId });
    }
  },
} satisfies MergeParticipant;

const isCounterpart = (one: List, other: List) =>
  one.type === other.type && (one.type === "sfl" || nameKey(one.name) === nameKey(other.name));
