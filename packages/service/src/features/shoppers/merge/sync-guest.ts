import type { StoreTx } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/text/email.ts";
import type { Store } from "../../stores/store.ts";
import { notAGuest } from "../errors.ts";
import { findOrCreateAccountIn } from "../find-shoppers.ts";
import { type Identity, type IdentityDeps, issueAccount } from "../issue-identity.ts";
import { accountRegid, isGuest, type Regid } from "../regid.ts";
import type { FoundShopper } from "../sql.ts";
import { mergeGuest } from "./merge-guest.ts";

export type Synced = Identity & { readonly changed: boolean; readonly moved: object };
type Previewed = Omit<Synced, "sessionToken">;

type Sync = { readonly regid: Regid; readonly email: Email };

/** Makes the guest part of the account of the email. The account's own regid in place of a guest's changes nothing. */
export async function syncGuest(parts: IdentityDeps, store: Store, sync: Sync, tx?: StoreTx): Promise<Synced> {
  if (!isGuest(sync.regid) && sync.regid !== accountRegid(store, sync.email)) throw notAGuest();
  const { account, ...identity } = await issueAccount(parts, store, sync.email);
  const merge = (inside: StoreTx) => mergeInto(inside, parts, store, sync, account);
  return { ...identity, ...(await (tx ? merge(tx) : parts.db.inStore(store.id, merge))) };
}

async function mergeInto(
  tx: StoreTx,
  { mergeParticipants: followers }: IdentityDeps,
  store: Store,
  { regid, email }: Sync,
  account: FoundShopper,
) {
  if (regid === accountRegid(store, email)) return { changed: false, moved: {} };
  return mergeGuest(tx, followers, { guest: regid, accountId: account.id });
}

/** The merge itself, rolled back: a preview that cannot differ from what will happen. It opens no session: whoever looks
 *  has not logged in, and the account may not even exist. */
export async function previewSync(parts: IdentityDeps, store: Store, sync: Sync): Promise<Previewed> {
  class Rehearsed extends Error {
    readonly result: Previewed;
    constructor(result: Previewed) {
      super("rolled back on purpose");
      this.result = result;
    }
  }
  try {
    return await parts.db.inStore(store.id, async (tx) => {
      const regid = accountRegid(store, sync.email);
      const account = await findOrCreateAccountIn(tx, { storeId: store.id, regid, email: sync.email });
      throw new Rehearsed({ regid, ...(await mergeInto(tx, parts, store, sync, account)) });
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result;
    throw error;
  }
}
