import type { StoreTx } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/text/email.ts";
import type { Store } from "../../stores/store.ts";
import { type Identity, type IdentityDeps, issueAccount } from "../issue-identity.ts";
import { guestRegid } from "../regid.ts";
import { findShoppers } from "../sql.ts";
import { mergeGuest } from "./merge-guest.ts";

/** A login: issues the account and makes the guest of this device part of it. On a shared computer the guest may already
 *  belong to another account; then the login succeeds, and the guest and its lists stay with that account. */
export async function issueAccountWithGuest(
  deps: IdentityDeps,
  store: Store,
  { email, uuid }: { email: Email; uuid: string },
  tx?: StoreTx,
): Promise<Identity> {
  const guest = guestRegid(store, uuid);
  const { account, ...identity } = await issueAccount(deps, store, email);
  const key = { storeId: store.id, regid: guest };
  const known = tx ? (await findShoppers(tx, [key]))[0] : await deps.finder.find(key);
  const isMerged = known !== undefined && known.belongsTo !== known.id;
  if (isMerged) return identity;

  await deps.db
    .inStore(store.id, (inside) => mergeGuest(inside, deps.mergeParticipants, { guest, accountId: account.id }), tx)
    .catch((error: { type?: string }) => {
      // Another login may have merged the guest since it was looked up; treated as above.
      if (error.type !== "guest-of-another-account") throw error;
    });
  return identity;
}
