import type { StoreTx } from "../../../platform/db/db.ts";
import type { ListId } from "../../../platform/ids.ts";
import type { MergePair, MergeParticipant } from "../../shoppers/merge/participant.ts";
import { isSameName, type List, SAVE_FOR_LATER } from "../list.ts";
import { announceItems, lockShopperForLists, recountList } from "../sql.ts";
import { changeOwner, divideLists, lockListsOf, selectForUnion, type UnitedItem, uniteLists } from "./sql.ts";

/** What an undo needs: the lists that changed owner, and the lists that were united, with the items they had before. */
type Moved = {
  readonly given: ListId[];
  readonly united: { readonly from: ListId; readonly into: ListId; readonly items: UnitedItem[] }[];
};

/** Moves a guest's lists to an account. A list with the same name and type as one of the account is united with it, and
 *  so are the two save-for-later lists; the others change owner and keep their public id. Limits do not apply, so that
 *  nothing is lost. */
export const mergeLists = {
  async merge(tx: StoreTx, { guestId, accountId }: MergePair): Promise<{ toUndo: Moved; summary: object }> {
    await lockShopperForLists(tx, accountId);
    const lists = await lockListsOf(tx, [guestId, accountId]);
    const ofAccount = lists.filter((list) => list.shopperId === accountId);
    const moved: Moved = { given: [], united: [] };
    for (const list of lists.filter((one) => one.shopperId === guestId)) {
      const counterpart = ofAccount.find((one) => isCounterpart(one, list));
      await announceItems(tx, "item.removed", { listId: list.id, shopperId: guestId });
      if (counterpart) {
        const items = await selectForUnion(tx, list.id, counterpart.id);
        await uniteLists(tx, list.id, counterpart.id);
        await recountList(tx, counterpart.id);
        const only = items.filter((item) => !item.account).map((item) => item.variantId);
        await announceItems(tx, "item.added", { listId: counterpart.id, shopperId: accountId, only });
        moved.united.push({ from: list.id, into: counterpart.id, items });
      } else {
        await changeOwner(tx, list.id, accountId);
        await announceItems(tx, "item.added", { listId: list.id, shopperId: accountId });
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
      await announceItems(tx, "item.removed", { listId, shopperId: accountId });
      await changeOwner(tx, listId, guestId);
      await announceItems(tx, "item.added", { listId, shopperId: guestId });
    }
    for (const { from, into, items } of moved.united.toReversed()) {
      if (ofAccount.has(into)) await announceItems(tx, "item.removed", { listId: into, shopperId: accountId });
      await divideLists(tx, from, into, items);
      await recountList(tx, from);
      await announceItems(tx, "item.added", { listId: from, shopperId: guestId });
      if (!ofAccount.has(into)) continue;
      await recountList(tx, into);
      await announceItems(tx, "item.added", { listId: into, shopperId: accountId });
    }
  },
} satisfies MergeParticipant;

const isCounterpart = (one: List, other: List) =>
  one.type === other.type && (one.type === SAVE_FOR_LATER || isSameName(one.name, other.name));
