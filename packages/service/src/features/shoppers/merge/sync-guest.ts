import type { StoreTx } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/text/email.ts";
import type { Store } from "../../stores/store.ts";
import { notAGuest } from "../errors.ts";
import type { FoundShopper } from "../found-shopper.ts";
import { type Identity, type IdentityDeps, issueAccount } from "../issue-identity.ts";
import { accountRegid, isGuest, type Regid } from "../regid.ts";
import { type Merged, mergeGuest } from "./merge-guest.ts";

export type Sync = { readonly regid: Regid; readonly email: Email };

/** Makes the guest part of the account with this email. Changes nothing when the regid is the account's own. */
export async function syncGuest(
  deps: IdentityDeps,
  store: Store,
  sync: Sync,
  tx?: StoreTx,
): Promise<Identity & Merged> {
  if (!isGuest(sync.regid) && sync.regid !== accountRegid(store, sync.email)) throw notAGuest();
  const { account, ...identity } = await issueAccount(deps, store, sync.email);
  const merged = await deps.db.inStore(store.id, (inside) => mergeInto(inside, deps, store, sync, account), tx);
  return { ...identity, ...merged };
}

export async function mergeInto(
  tx: StoreTx,
  { mergeParticipants, clock }: IdentityDeps,
  store: Store,
  { regid, email }: Sync,
  account: FoundShopper,
): Promise<Merged> {
  if (regid === accountRegid(store, email)) return { changed: false, moved: {} };
  return mergeGuest(tx, mergeParticipants, { guest: regid, accountId: account.id, now: clock() });
}
