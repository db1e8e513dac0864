import type { PrivacyParticipant } from "./participant.ts";
import { deleteMerges, deleteShoppers, detachOthers, selectMerges, selectShoppers } from "./sql.ts";
import { PAGE, toRecordPage } from "./to-records.ts";

/** A merge holds copies of the items that it united. */
const MERGES_AT_ONCE = 50;

/** The rows of a person's account and guests, and their merges. Runs last: rows of other features refer to these. */
export const forgetShoppers: PrivacyParticipant = {
  sections: {
    shoppers: async (tx, { shopperIds }, after) =>
      toRecordPage(await selectShoppers(tx, shopperIds, after ?? "0", PAGE)),
    merges: async (tx, { shopperIds }, after) => toRecordPage(await selectMerges(tx, shopperIds, after ?? "0", PAGE)),
  },

  async forget(tx, { shopperIds }) {
    if (shopperIds.length === 0) return 0;
    const merges = await deleteMerges(tx, shopperIds, MERGES_AT_ONCE);
    if (merges > 0) return merges;
    await detachOthers(tx, shopperIds);
    return (await deleteShoppers(tx, shopperIds)).length;
  },
};
