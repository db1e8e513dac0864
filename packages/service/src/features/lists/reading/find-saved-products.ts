import { coalesce } from "../../../platform/db/coalesce.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { ACTIVE, type List, type PublicListId } from "../list.ts";
import type { ListLoader } from "./list-loader.ts";
import { previewVariantIds } from "./preview.ts";
import { type ContainsQuery, type Found, findListsContaining, type Owner } from "./sql.ts";

type Wanted = Owner & Pick<ContainsQuery, "by" | "ids">;

/** Finds which of the products on a page are saved, and on which lists. The result may also contain other saved ids. */
export type FindSavedProducts = (wanted: Wanted) => Promise<ReadonlyMap<string, readonly PublicListId[]>>;

/** Most lists fit into the preview in their row, and the preview is enough to answer. Only longer lists need a query of
 *  their items. */
export function createFindSavedProducts(
  { hot, metrics }: { readonly hot: HotDb; readonly metrics: Metrics },
  { loader, variants }: { readonly loader: ListLoader; readonly variants: VariantCache },
): FindSavedProducts {
  const searchItems = coalesce<ContainsQuery, Found[]>(
    async (queries) => (await findListsContaining(hot, queries)).map((value) => ({ value })),
    { inFlight: 2, max: 16, onBatch: (size) => metrics.batches.observe({ verb: "contains" }, size) },
  );

  return async ({ storeId, shopperId, by, ids }) => {
    const lists = (await loader.findLists({ storeId, shopperId }))
      .filter((list) => list.status === ACTIVE)
      .map((list) => ({ list, variantIds: previewVariantIds(list.preview) }));
    const variantsOfAll = await variants.findByIds(
      storeId,
      lists.flatMap(({ variantIds }) => variantIds),
      { onlyIds: true },
    );
    const saved = new Map<string, PublicListId[]>();
    const add = (id: string, publicId: PublicListId) => {
      const publicIds = saved.get(id);
      if (!publicIds) saved.set(id, [publicId]);
      else if (!publicIds.includes(publicId)) publicIds.push(publicId);
    };
    const toSearch: List[] = [];
    let from = 0;
    for (const { list, variantIds } of lists) {
      const idsOnList = variantsOfAll.slice(from, from + variantIds.length).map((variant) => variant?.[by]);
      from += variantIds.length;
      // If the product is not in the catalogue, its id is in the details of the item.
      if (variantIds.length < list.count || idsOnList.some((id) => !id)) toSearch.push(list);
      else for (const id of idsOnList) add(id ?? "", list.publicId);
    }
    if (toSearch.length > 0)
      for (const { id, publicId } of await searchItems({ storeId, lists: toSearch, by, ids })) add(id, publicId);
    return saved;
  };
}
