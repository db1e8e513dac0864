import { coalesce } from "../../../platform/db/coalesce.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import {
  type ContainsQuery,
  findListsContaining,
  type List,
  type Owner,
  type PublicListId,
  type Seen,
} from "../sql.ts";
import type { ListReader } from "./fetch-lists.ts";
import { previewed } from "./preview.ts";

type Page = Owner & Pick<ContainsQuery, "by" | "ids">;

/** Which of a page's products are saved, and on which lists. There may be more in it than was asked for. */
export type FindSaved = (page: Page) => Promise<ReadonlyMap<string, readonly PublicListId[]>>;

/** Most lists are no longer than what their row keeps of them, and then the row tells; only longer ones are looked through. */
export function createFindSaved(
  { hot, metrics }: { readonly hot: HotDb; readonly metrics: Metrics },
  { reader, variants }: { readonly reader: ListReader; readonly variants: VariantCache },
): FindSaved {
  const lookThrough = coalesce<ContainsQuery, Seen[]>(
    async (asked) => (await findListsContaining(hot, asked)).map((value) => ({ value })),
    { inFlight: 2, max: 16, onBatch: (size) => metrics.batches.observe({ verb: "contains" }, size) },
  );

  return async ({ storeId, shopperId, by, ids }) => {
    const lists = (await reader.ofShopper({ storeId, shopperId }))
      .filter(({ list }) => list.status === 1)
      .map(({ list, preview }) => ({ list, previewed: previewed(preview) }));
    const known = await variants.findByIds(
      storeId,
      lists.flatMap((one) => one.previewed),
    );
    // From what is held to what is asked: a page asks for far more products than are saved.
    const saved = new Map<string, PublicListId[]>();
    const see = (id: string, lid: PublicListId) => {
      const lids = saved.get(id);
      if (!lids) saved.set(id, [lid]);
      else if (!lids.includes(lid)) lids.push(lid);
    };
    const long: List[] = [];
    let from = 0;
    for (const { list, previewed: held } of lists) {
      const idsHeld = known.slice(from, from + held.length).map((variant) => variant?.[by]);
      from += held.length;
      // Without a product of the catalogue it is the shopper's client that said which product this is.
      if (held.length < list.count || idsHeld.some((id) => !id)) long.push(list);
      else for (const id of idsHeld) see(id ?? "", list.publicId);
    }
    if (long.length > 0) for (const [id, lid] of await lookThrough({ storeId, lists: long, by, ids })) see(id, lid);
    return saved;
  };
}
