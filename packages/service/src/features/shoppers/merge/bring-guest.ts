import type { StoreTx } from "../../../platform/db/db.ts";
import type { Store } from "../../stores/store.ts";
import type { FoundShopper } from "../found-shopper.ts";
import type { IdentityDeps } from "../issue-identity.ts";
import type { Regid } from "../regid.ts";
import { findShoppers } from "../sql.ts";
import { mergeGuest } from "./merge-guest.ts";

/** Makes the guest of a device part of the account that logs in. On a shared computer the guest may already belong to
 *  another account; then the guest and its lists stay with that account. */
export async function bringGuest(
  deps: IdentityDeps,
  store: Store,
  { guest, account }: { guest: Regid; account: FoundShopper },
  tx?: StoreTx,
): Promise<void> {
  const key = { storeId: store.id, regid: guest };
  const known = tx ? (await findShoppers(tx, [key]))[0] : await deps.finder.find(key);
  if (known && known.mergedAt !== null) return;
  const merge = { guest, accountId: account.id, now: deps.clock() };
  await deps.db
    .inStore(store.id, (inside) => mergeGuest(inside, deps.mergeParticipants, merge), tx)
    .catch((error: { type?: string }) => {
      // Another login may have merged the guest since it was looked up; treated as above.
      if (error.type !== "guest-of-another-account") throw error;
    });
}
