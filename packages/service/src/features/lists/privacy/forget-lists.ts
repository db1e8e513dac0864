import { announce } from "../../../platform/outbox/announce.ts";
import type { PrivacyParticipant } from "../../shoppers/privacy/participant.ts";
import { PAGE, toRecordPage } from "../../shoppers/privacy/to-records.ts";
import { announceItems, removeList } from "../sql.ts";
import { lockListsOfShoppers, selectItems, selectLists } from "./sql.ts";

const LISTS_AT_ONCE = 50;
/** A page ends after a list that has reached this number of items. */
const ITEMS_AT_ONCE = 5_000;

/** A person's lists with their items. They are announced as deleted, so that the counts of saves stay right. */
export const forgetLists: PrivacyParticipant = {
  sections: {
    lists: async (tx, { shopperIds }, after) => toRecordPage(await selectLists(tx, shopperIds, after ?? "0", PAGE)),
    items: async (tx, { shopperIds }, after) => {
      const [listId = "0", variantId = "0"] = (after ?? "").split(" ").filter(Boolean);
      return toRecordPage(await selectItems(tx, shopperIds, { listId, variantId }, PAGE));
    },
  },

  async forget(tx, { shopperIds }) {
    if (shopperIds.length === 0) return 0;
    let [lists, items] = [0, 0];
    for (const { id: listId, publicListId, shopperId, count } of await lockListsOfShoppers(
      tx,
      shopperIds,
      LISTS_AT_ONCE,
    )) {
      await announceItems(tx, "item.removed", { listId, shopperId });
      await removeList(tx, listId);
      await announce(tx, "list.deleted", { listId, publicListId, shopperId });
      lists += 1;
      items += count;
      if (items >= ITEMS_AT_ONCE) break;
    }
    return lists;
  },
};
