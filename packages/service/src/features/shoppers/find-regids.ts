import type { HotDb } from "../../platform/db/db.ts";
import type { ShopperId, StoreId } from "../../platform/ids.ts";
import { formatRegid, isErased } from "./regid.ts";
import { findRegidsById } from "./sql.ts";

/** The public ids of shoppers of several stores, by their internal ids. A shopper who was or is being deleted is not in it. */
export async function findRegids(
  hot: HotDb,
  shoppers: readonly { readonly storeId: StoreId; readonly shopperId: ShopperId }[],
): Promise<ReadonlyMap<ShopperId, string>> {
  if (shoppers.length === 0) return new Map();
  const rows = (await findRegidsById(hot, shoppers)).filter(({ regid }) => !isErased(regid));
  return new Map(rows.map(({ shopperId, regid }) => [shopperId, formatRegid(regid)]));
}
