import { randomUUID } from "node:crypto";
import type { StoreTx } from "../../platform/db/db.ts";
import type { Email } from "../../platform/text/email.ts";
import type { Store } from "../stores/store.ts";
import { badRegid, missingSession } from "./errors.ts";
import { type Identity, type IdentityDeps, issueAccount, issueGuest } from "./issue-identity.ts";
import { issueAccountWithGuest } from "./merge/issue-account-with-guest.ts";
import { formatRegid, guestRegid } from "./regid.ts";
import { identifyShopper } from "./sessions/identify-shopper.ts";

export type Visitor = Identity & { readonly uuid: string };

/** Issues a guest to a browser. A uuid is not a secret, so once its guest has a row, the browser must also send a session
 *  of that guest. */
export async function registerGuest(
  deps: IdentityDeps,
  store: Store,
  sent: { uuid?: string; sessionToken?: string },
): Promise<Visitor> {
  const uuid = sent.uuid ?? randomUUID();
  if (sent.uuid !== undefined) await proveGuest(deps, store, { uuid, sessionToken: sent.sessionToken });
  return { uuid, ...(await issueGuest(deps, store, uuid)) };
}

async function proveGuest(
  deps: IdentityDeps,
  store: Store,
  { uuid, sessionToken }: { uuid: string; sessionToken: string | undefined },
) {
  const regid = guestRegid(store, uuid);
  if (sessionToken !== undefined) await identifyShopper(deps, store, { regid: formatRegid(regid), sessionToken });
  else if (await deps.finder.find({ storeId: store.id, regid })) throw badRegid();
}

/** Issues an account to a browser whose email the shop's server has asserted. To bring a guest along, the browser must
 *  also send a session of that guest. */
export async function registerAccount(
  deps: IdentityDeps,
  store: Store,
  { email, uuid, sessionToken }: { email: Email; uuid?: string; sessionToken?: string },
  tx?: StoreTx,
): Promise<Identity & { uuid?: string }> {
  if (uuid === undefined) {
    const { account: _, ...identity } = await issueAccount(deps, store, email);
    return identity;
  }
  if (sessionToken === undefined) throw missingSession();
  await identifyShopper(deps, store, { regid: formatRegid(guestRegid(store, uuid)), sessionToken });
  return { uuid, ...(await issueAccountWithGuest(deps, store, { email, uuid }, tx)) };
}
