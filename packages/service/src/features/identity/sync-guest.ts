import type { StoreTx } from "../../platform/db.ts";
import type { Store } from "../stores/store.ts";
import type { Email } from "./email.ts";
import { type Identity, type IdentityParts, issueAccount } from "./issue-identity.ts";
import { mergeGuest } from "./merge-guest.ts";
import { accountRegid, type Regid } from "./regid.ts";

export type Synced = Identity & { readonly changed: boolean; readonly moved: object };

/** Makes the guest part of the account of the email. The account's own regid in place of a guest's changes nothing. */
export async function syncGuest(
  parts: IdentityParts,
  store: Store,
  { regid, email }: { regid: Regid; email: Email },
  tx: StoreTx,
): Promise<Synced> {
  const { account, ...identity } = await issueAccount(parts, store, email, tx);
  if (regid === accountRegid(store, email)) return { ...identity, changed: false, moved: {} };
  return { ...identity, ...(await mergeGuest(tx, parts.followers, { guest: regid, accountId: account.id })) };
}

/** The merge itself, rolled back: a preview that cannot differ from what will happen. */
export async function previewSync(
  parts: IdentityParts,
  store: Store,
  request: { regid: Regid; email: Email },
): Promise<Synced> {
  class Rehearsed extends Error {
    readonly result: Synced;
    constructor(result: Synced) {
      super("rolled back on purpose");
      this.result = result;
    }
  }
  try {
    return await parts.db.inStore(store.id, async (tx) => {
      throw new Rehearsed(await syncGuest(parts, store, request, tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result;
    throw error;
  }
}
