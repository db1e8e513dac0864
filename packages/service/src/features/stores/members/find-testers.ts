import type { StoreTx } from "../../../platform/db/db.ts";
import type { StoreCache } from "../store-cache.ts";
import { selectMembers } from "./sql.ts";

/** Who may get messages of a test store: the addresses of its members. Nobody of a store with sample
 *  data. Undefined when the store is a real one. */
export async function findTesters(
  stores: Pick<StoreCache, "getById">,
  tx: StoreTx,
): Promise<ReadonlySet<string> | undefined> {
  const { isTest, isSample } = await stores.getById(tx.storeId);
  if (isSample) return new Set();
  return isTest ? new Set((await selectMembers(tx)).map(({ email }) => email)) : undefined;
}
