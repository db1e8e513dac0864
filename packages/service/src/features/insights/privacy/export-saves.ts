import { findVariantsOnLists } from "../../lists/privacy/find-variants-on-lists.ts";
import type { PrivacyParticipant } from "../../shoppers/privacy/participant.ts";
import { toRecord } from "../../shoppers/privacy/to-records.ts";
import { selectSaves } from "./sql.ts";

const VARIANTS = 2_000;

/** How often a person has saved each variant. No index begins with the shopper, so their lists name the variants. Nothing is
 *  deleted here: the rows go when the lists are announced as deleted. */
export const exportSaves: PrivacyParticipant = {
  sections: {
    saves: async (tx, { shopperIds }, after) => {
      const variantIds = await findVariantsOnLists(tx, shopperIds, { after: after ?? "0", limit: VARIANTS });
      const saves = variantIds.length > 0 ? await selectSaves(tx, variantIds, shopperIds) : [];
      return {
        records: saves.map(({ record }) => toRecord(record)),
        next: variantIds.length === VARIANTS ? (variantIds.at(-1) ?? null) : null,
      };
    },
  },
  forget: async () => 0,
};
