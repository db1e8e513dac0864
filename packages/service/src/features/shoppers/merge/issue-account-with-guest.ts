import type { StoreTx } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/text/email.ts";
import type { Store } from "../../stores/store.ts";
import { type Identity, type IdentityDeps, issueAccount } from "../issue-identity.ts";
import { guestRegid } from "../regid.ts";
import { bringGuest } from "./bring-guest.ts";

/** A login: issues the account and makes the guest of this device part of it. */
export async function issueAccountWithGuest(
  deps: IdentityDeps,
  store: Store,
  { email, uuid }: { email: Email; uuid: string },
  tx?: StoreTx,
): Promise<Identity> {
  const { account, ...identity } = await issueAccount(deps, store, email);
  await bringGuest(deps, store, { guest: guestRegid(store, uuid), account }, tx);
  return identity;
}
