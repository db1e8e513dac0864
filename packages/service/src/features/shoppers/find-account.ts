import type { Runner } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import type { Email } from "../../platform/text/email.ts";
import type { Store } from "../stores/store.ts";
import { accountRegid, formatRegid } from "./regid.ts";
import { findShoppers } from "./sql.ts";

export type Account = { readonly id: ShopperId; readonly regid: string; readonly createdAt: Date };

/** The account of an email address, if it has one. */
export async function findAccount(runner: Runner, store: Store, email: Email): Promise<Account | undefined> {
  const regid = accountRegid(store, email);
  const [found] = await findShoppers(runner, [{ storeId: store.id, regid }]);
  // The row of somebody who was erased stays, without the address, to keep old sessions out.
  if (!found?.email) return undefined;
  return { id: found.id, regid: formatRegid(regid), createdAt: new Date(found.createdAt) };
}
