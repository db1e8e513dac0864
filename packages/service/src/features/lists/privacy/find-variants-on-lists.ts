import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId, VariantId } from "../../../platform/ids.ts";
import { selectVariantsOnLists } from "./sql.ts";

/** A page of the variants on the lists of these shoppers, each once. */
export const findVariantsOnLists = async (
  tx: StoreTx,
  shopperIds: readonly ShopperId[],
  page: { readonly after: string; readonly limit: number },
): Promise<readonly VariantId[]> =>
  (await selectVariantsOnLists(tx, shopperIds, page)).map(({ variantId }) => variantId);
