import { coalesce } from "../../../platform/db/coalesce.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import type { Details } from "../items/item.ts";
import { findDetails, findListsOfShoppers, type ItemKey, type ListWithPreview, type Owner } from "./sql.ts";

/** The most frequent reads. Calls that arrive at the same time share one statement. */
export type ListLoader = {
  findLists(owner: Owner): Promise<ListWithPreview[]>;
  findDetails(item: ItemKey): Promise<Details | null>;
};

export function createListLoader(hot: HotDb, metrics: Metrics): ListLoader {
  const options = (verb: string, max: number) => ({
    inFlight: 2,
    max,
    onBatch: (size: number) => metrics.batches.observe({ verb }, size),
  });
  return {
    findLists: coalesce(
      async (owners) => (await findListsOfShoppers(hot, owners)).map((value) => ({ value })),
      options("fetch-lists", 64),
    ),
    findDetails: coalesce(
      async (keys) => (await findDetails(hot, keys)).map((value) => ({ value })),
      options("item-details", 500),
    ),
  };
}
