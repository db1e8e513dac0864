import { randomUUID } from "node:crypto";
import type { StoreTx } from "../../platform/db/db.ts";
import type { Email } from "../../platform/text/email.ts";
import type { Store } from "../stores/store.ts";
import { badRegid, missingSession } from "./errors.ts";
import { type Identity, type IdentityDeps, issueAccount, issueAccountWithGuest, issueGuest } from "./issue-identity.ts";
import { guestRegid, toWire } from "./regid.ts";
import { identifyShopper } from "./sessions/identify-shopper.ts";

export type Visitor = Identity & { readonly uuid: string };

/** A browser on its own gets a guest and only a guest. A uuid that somebody acted with is no secret,
 *  so it is served only together with a session of that guest. */
export async function registerGuest(
  parts: IdentityDeps,
  store: Store,
  given: { uuid?: string; sessionid?: string },
): Promise<Visitor> {
  const uuid = given.uuid ?? randomUUID();
  if (given.uuid !== undefined) await proveGuest(parts, store, { uuid, sessionid: given.sessionid });
  return { uuid, ...(await issueGuest(parts, store, uuid)) };
}

async function proveGuest(
  parts: IdentityDeps,
  store: Store,
  { uuid, sessionid }: { uuid: string; sessionid: string | undefined },
) {
  const regid = guestRegid(store, uuid);
  if (sessionid !== undefined) await identifyShopper(parts, store, { regid: toWire(regid), sessionid });
  else if (await parts.finder.find({ storeId: store.id, regid })) throw badRegid();
}

/** A browser whose email the shop's server vouched for. Both proofs are needed to bring a guest along. */
export async function registerAccount(
  parts: IdentityDeps,
  store: Store,
  { email, uuid, sessionid }: { email: Email; uuid?: string; sessionid?: string },
  tx?: StoreTx,
): Promise<Identity & { uuid?: string }> {
  if (uuid === undefined) {
    const { account: _, ...identity } = await issueAccount(parts, store, email);
    return identity;
  }
  if (sessionid === undefined) throw missingSession();
  await identifyShopper(parts, store, { regid: toWire(guestRegid(store, uuid)), sessionid });
  return { uuid, ...(await issueAccountWithGuest(parts, store, { email, uuid }, tx)) };
}
