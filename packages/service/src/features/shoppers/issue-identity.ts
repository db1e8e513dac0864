import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import type { Email } from "../../platform/text/email.ts";
import type { Store } from "../stores/store.ts";
import type { FoundShopper } from "./found-shopper.ts";
import type { MergeParticipants } from "./merge/participant.ts";
import { accountRegid, guestRegid, type Regid } from "./regid.ts";
import { mintSession } from "./sessions/session-token.ts";
import type { ShopperFinder } from "./shopper-finder.ts";
import { replaceMergedGuest } from "./sql.ts";

export type Identity = { readonly regid: Regid; readonly sessionToken: string };

export type IdentityDeps = {
  readonly db: Db;
  readonly finder: ShopperFinder;
  readonly clock: Clock;
  readonly mergeParticipants: MergeParticipants;
};

/** Inserts no row: most visitors and all bots never do anything. The guest's first action inserts it. A device whose guest
 *  became part of an account is a new guest with the same regid at once: after a logout, the next visitor of a shared
 *  computer must not get the account. */
export async function issueGuest({ db, finder, clock }: IdentityDeps, store: Store, uuid: string): Promise<Identity> {
  const regid = guestRegid(store, uuid);
  const key = { storeId: store.id, regid };
  let found = await finder.find(key);
  if (found && found.mergedAt !== null) {
    await db.inStore(store.id, (tx) => replaceMergedGuest(tx, regid));
    found = await finder.find(key);
  }
  return { regid, sessionToken: mintSession(store, regid, found?.epoch ?? 0, clock()) };
}

/** Finds the account of the email or creates it. Takes no transaction on purpose: a new row in a longer transaction would
 *  block every other login with this email, and all calls in the same batch, until that transaction ends. */
export async function issueAccount(
  { finder, clock }: IdentityDeps,
  store: Store,
  email: Email,
  { isStored = false } = {},
): Promise<Identity & { account: FoundShopper }> {
  const regid = accountRegid(store, email);
  const account = await finder.findOrCreateAccount({ storeId: store.id, regid, email });
  return { regid, account, sessionToken: mintSession(store, regid, account.epoch, clock(), { isStored }) };
}
