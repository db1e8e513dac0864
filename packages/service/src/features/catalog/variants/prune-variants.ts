import type { Db, StoreTx } from "../../../platform/db/db.ts";
import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import type { StoreId, VariantId } from "../../../platform/ids.ts";
import { countUnknown } from "../sql.ts";
import { deleteUnused, findReported, findUnknown, keepUsed, lockCount, markUnused } from "./sql.ts";

/** Finds those of these variants that a feature refers to. */
export type FindUsedVariants = (
  tx: StoreTx,
  ids: readonly VariantId[],
) => Promise<readonly { readonly variantId: VariantId }[]>;

const PAGE = 1_000;
/** Longer than a merge can be undone: an undo puts items back that nothing else refers to. */
const UNUSED_DAYS = 31;
const START = { storeId: 0, id: "0" };

/** Deletes variants that only shoppers have sent, once nothing has referred to them for a month. Each run goes on behind the
 *  last page that it looked at, and ends with a page that has none to delete. After the last page it begins again. A variant
 *  is marked first: from then on, whoever uses it clears the mark, and processes that had it cached have long forgotten it
 *  when it is deleted. */
export function createPruneVariants(users: readonly FindUsedVariants[]): (db: Db) => Promise<number> {
  let after: { storeId: number; id: string } = START;
  const prunePage = async (db: Db) => {
    const page = await db.asWorker((tx) => findUnknown(tx, after, PAGE));
    const last = page.at(-1);
    after = page.length === PAGE && last ? last : START;
    let deleted = 0;
    for (const [storeId, variants] of Map.groupBy(page, (one) => one.storeId)) {
      const ids = variants.map(({ id }) => id);
      deleted += await pruneOfStore(db, storeId, ids, users);
    }
    return deleted;
  };
  return (db) => pruneInPages(() => prunePage(db));
}

const pruneOfStore = (db: Db, storeId: StoreId, ids: readonly VariantId[], users: readonly FindUsedVariants[]) =>
  db.inStore(storeId, async (tx) => {
    const used = new Set<VariantId>();
    for (const find of [findReported, ...users]) for (const { variantId } of await find(tx, ids)) used.add(variantId);
    const unused = ids.filter((id) => !used.has(id));
    await lockCount(tx);
    await keepUsed(tx, [...used]);
    await markUnused(tx, unused);
    const deleted = await deleteUnused(tx, unused, UNUSED_DAYS);
    if (deleted.length > 0) await countUnknown(tx, -deleted.length);
    return deleted.length;
  });
