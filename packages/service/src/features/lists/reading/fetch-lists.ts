import { coalesce } from "../../../platform/db/coalesce.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import { listRules } from "../../stores/settings/settings.ts";
import { pair } from "../items/entries.ts";
import { type Details, HAS_DETAILS, type Item } from "../items/item.ts";
import { detailsOfItems, type List, type ListWithPreview, listsOfShoppers, type Owner } from "../sql.ts";
import { type PreviewItem, readPreview } from "./preview.ts";
import { readAsOwner } from "./read-as-owner.ts";
import { listRecord, ownerPart } from "./record.ts";

/** Reads that carry the traffic: callers that arrive together share one statement. */
export type ListReader = {
  ofShopper(owner: Owner): Promise<ListWithPreview[]>;
  details(sought: { listId: List["id"]; variantId: VariantId }): Promise<Details | null>;
};

export function createListReader(hot: HotDb, metrics: Metrics): ListReader {
  const options = (verb: string, max: number) => ({
    inFlight: 2,
    max,
    onBatch: (size: number) => metrics.batches.observe({ verb }, size),
  });
  return {
    ofShopper: coalesce(
      async (owners) => (await listsOfShoppers(hot, owners)).map((value) => ({ value })),
      options("fetch-lists", 64),
    ),
    details: coalesce(
      async (sought) => (await detailsOfItems(hot, sought)).map((value) => ({ value })),
      options("item-details", 500),
    ),
  };
}

type Reading = { readonly reader: ListReader; readonly shoppers: Pick<ShopperSessions, "reload"> };

/** The shopper's lists with their newest items: wishlists first, oldest first, save-for-later last. Archived ones on request. */
export async function fetchLists(
  { variants, ...reading }: Reading & { readonly variants: VariantCache },
  viewer: Shopper,
  wanted: Wanted,
): Promise<Buffer> {
  const { reader } = reading;
  const { shopper, lists } = await wantedLists(reading, viewer, wanted);
  const { previewItems } = listRules(shopper.store.settings);
  const previews = lists.map(({ preview }) => readPreview(preview).slice(0, previewItems));
  const items = previews.flat();
  const known = await variants.findByIds(
    shopper.store.id,
    items.map((item) => item.variantId),
  );
  if (items.some(hasDetails)) await addDetails(reader, lists, previews);

  const owner = ownerPart(shopper);
  let from = 0;
  const records = lists.map(({ list }, index) => {
    const preview = previews[index] ?? [];
    const entries = pair(preview, known, from);
    from += preview.length;
    return listRecord(owner, list, entries);
  });
  return Buffer.from(`[${records.join(",")}]`);
}

const hasDetails = (item: Item) => (item.flags & HAS_DETAILS) !== 0;

const addDetails = (reader: ListReader, lists: readonly ListWithPreview[], previews: readonly PreviewItem[][]) =>
  Promise.all(
    lists.flatMap(({ list }, index) =>
      (previews[index] ?? []).filter(hasDetails).map(async (item) => {
        item.details = await reader.details({ listId: list.id, variantId: item.variantId });
      }),
    ),
  );

/** The shopper's lists without their contents. */
export async function fetchListHeads(reading: Reading, viewer: Shopper, wanted: Wanted): Promise<Buffer> {
  const { shopper, lists } = await wantedLists(reading, viewer, wanted);
  const owner = ownerPart(shopper);
  const records = lists.map(({ list }) => listRecord(owner, list));
  return Buffer.from(`{"status":"success","data":[${records.join(",")}]}`);
}

type Wanted = { readonly type?: string; readonly withArchived: boolean };

async function wantedLists({ reader, shoppers }: Reading, viewer: Shopper, { type, withArchived }: Wanted) {
  const found = await readAsOwner(shoppers, viewer, async (shopper) => {
    const all = shopper.id ? await reader.ofShopper({ storeId: shopper.store.id, shopperId: shopper.id }) : [];
    return all.length > 0 ? { shopper, all } : undefined;
  });
  const { shopper, all } = found ?? { shopper: viewer, all: [] };
  const lists = all
    .filter(({ list }) => (!type || list.type === type) && (withArchived || list.status === 1))
    .toSorted(
      (one, other) =>
        rank(one.list) - rank(other.list) ||
        one.list.createdAt - other.list.createdAt ||
        (one.list.id < other.list.id ? -1 : 1),
    );
  return { shopper, lists };
}

const rank = ({ type }: List) => (type === "wl" ? 0 : type === "sfl" ? 2 : 1);
