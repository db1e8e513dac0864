import type { Runner } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import type { Email } from "../../platform/text/email.ts";
import type { Store } from "../stores/store.ts";
import { accountRegid, parseRegid } from "./regid.ts";
import { findShoppers } from "./sql.ts";

/** The address, and the shopper if the store knows one. */
export type FoundBuyer = { readonly email: string | null; readonly shopperId: ShopperId | null };

/** Finds buyers: the account of the email address or, if there is none, the shopper of the regid, who may be a guest that
 *  checks out with an address. "invalid": there is only a regid, and it is not one of the store. */
export async function findBuyers(
  runner: Runner,
  store: Store,
  sought: readonly { readonly email: Email | undefined; readonly regid: string | undefined }[],
): Promise<(FoundBuyer | "invalid")[]> {
  const keys = sought.map(({ email, regid }) => ({
    account: email && accountRegid(store, email),
    sent: regid ? parseRegid(store, regid) : undefined,
  }));
  const known = [...new Set(keys.flatMap(({ account, sent }) => [account, sent]))].filter(
    (regid) => regid !== undefined,
  );
  const rows = await findShoppers(
    runner,
    known.map((regid) => ({ storeId: store.id, regid })),
  );
  const byRegid = new Map(known.map((regid, index) => [regid, rows[index]]));
  return sought.map(({ email, regid }, index) => {
    const { account, sent } = keys[index] ?? {};
    if (regid && !sent && !email) return "invalid";
    const ofAddress = account && byRegid.get(account);
    // The row of an erased account has no address any more.
    const found = ofAddress?.email ? ofAddress : ((sent && byRegid.get(sent)) ?? ofAddress);
    return { email: email ?? found?.email ?? null, shopperId: found?.belongsTo ?? null };
  });
}
