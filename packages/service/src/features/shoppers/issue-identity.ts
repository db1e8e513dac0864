import type { Clock } from "../../platform/clock.ts";
import type { Db, StoreTx } from "../../platform/db/db.ts";
import type { Email } from "../../platform/text/email.ts";
import type { Store } from "../stores/store.ts";
import type { ShopperFinder } from "./find-shoppers.ts";
import { mergeGuest } from "./merge/merge-guest.ts";
import type { MergeParticipants } from "./merge/participant.ts";
import { accountRegid, guestRegid, type Regid } from "./regid.ts";
import { mintSession } from "./sessions/session-token.ts";
import { type FoundShopper, findShoppers } from "./sql.ts";

export type Identity = { readonly regid: Regid; readonly sessionToken: string };

export type IdentityDeps = {
  readonly db: Db;
  readonly finder: ShopperFinder;
  readonly clock: Clock;
  readonly mergeParticipants: MergeParticipants;
};

/** A guest costs no row: most visitors and all bots never do anything. The row comes with the first action. */
export async function issueGuest(
  { finder: people, clock }: IdentityDeps,
  store: Store,
  uuid: string,
): Promise<Identity> {
  const regid = guestRegid(store, uuid);
  const found = await people.find({ storeId: store.id, regid });
  return { regid, sessionToken: mintSession(store, regid, found?.epoch ?? 0, clock()) };
}

/** The account of an email, made on first sight. Never inside a transaction that goes on: whoever logs in with the same
 *  email meanwhile, and all who are folded with them, would wait for its end. Making it twice makes it once. */
export async function issueAccount(
  parts: IdentityDeps,
  store: Store,
  email: Email,
): Promise<Identity & { account: FoundShopper }> {
  const regid = accountRegid(store, email);
  const account = await parts.finder.findOrCreateAccount({ storeId: store.id, regid, email });
  return { regid, account, sessionToken: mintSession(store, regid, account.epoch, parts.clock()) };
}

/** A login: the account, and the guest of this device becomes part of it. A device whose guest belongs to somebody
 *  else by now (a shared computer) still logs in; what that guest saved stays where it is. */
export async function issueAccountWithGuest(
  parts: IdentityDeps,
  store: Store,
  { email, uuid }: { email: Email; uuid: string },
  tx?: StoreTx,
): Promise<Identity> {
  const guest = guestRegid(store, uuid);
  const { account, ...identity } = await issueAccount(parts, store, email);
  const sought = { storeId: store.id, regid: guest };
  const known = tx ? (await findShoppers(tx, [sought]))[0] : await parts.finder.find(sought);
  const isTaken = known !== undefined && known.belongsTo !== known.id;
  if (isTaken) return identity;

  const merge = (inside: StoreTx) => mergeGuest(inside, parts.mergeParticipants, { guest, accountId: account.id });
  await (tx ? merge(tx) : parts.db.inStore(store.id, merge)).catch((error: { type?: string }) => {
    if (error.type !== "guest-of-another-account") throw error; // taken since we looked: as above
  });
  return identity;
}
