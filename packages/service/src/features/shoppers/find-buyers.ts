import type { Runner } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import type { Email } from "../../platform/text/email.ts";
import type { Store } from "../stores/store.ts";
import { accountRegid, parseRegid } from "./regid.ts";
import { findShoppers } from "./sql.ts";

/** The address, and the shopper if the store knows one. */
export type FoundBuyer = { readonly email: string | null; readonly shopperId: ShopperId | null };

/** Finds buyers by email address or, without one, by regid. "invalid": the regid is not one of the store. */
export async function findBuyers(
  runner: Runner,
  store: Store,
  sought: readonly { readonly email: Email | undefined; readonly regid: string | undefined }[],
): Promise<(FoundBuyer | "invalid")[]> {
  const regids = sought.map(({ email, regid }) => {
    if (email) return accountRegid(store, email);
    return regid ? parseRegid(store, regid) : undefined;
  });
  const known = regids.filter((regid) => regid !== undefined);
  const rows = await findShoppers(
    runner,
    known.map((regid) => ({ storeId: store.id, regid })),
  );
  const byRegid = new Map(known.map((regid, index) => [regid, rows[index]]));
  return sought.map(({ email, regid: sent }, index) => {
    const regid = regids[index];
    if (!regid && sent) return "invalid";
    const found = regid && byRegid.get(regid);
    return { email: email ?? found?.email ?? null, shopperId: found?.belongsTo ?? null };
  });
}
