import { randomUUID } from "node:crypto";
import type { StoreTx } from "../../platform/db/db.ts";
import type { Email } from "../../platform/text/email.ts";
import type { Store } from "../stores/store.ts";
import { badRegid, missingSession } from "./errors.ts";
import { type Identity, type IdentityDeps, issueAccount, issueGuest } from "./issue-identity.ts";
import { bringGuest } from "./merge/bring-guest.ts";
import { formatRegid, guestRegid, type Regid } from "./regid.ts";
import { identifyShopper } from "./sessions/identify-shopper.ts";
import { readSession } from "./sessions/session-token.ts";
import { insertSession } from "./sql.ts";

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
 *  also send a session of that guest. A guest that is part of an account already is not brought along again. */
export async function registerAccount(
  deps: IdentityDeps,
  store: Store,
  { email, uuid, sessionToken }: { email: Email; uuid?: string; sessionToken?: string },
  tx?: StoreTx,
): Promise<Identity & { uuid?: string }> {
  const guest = uuid === undefined ? undefined : await findGuestToBring(deps, store, { uuid, sessionToken });
  const identity = await registerAccountWith(deps, store, { email, guest }, tx);
  return { ...(uuid === undefined ? {} : { uuid }), ...identity };
}

/** Like `registerAccount`, for a guest whose session has been checked. */
export async function registerAccountWith(
  deps: IdentityDeps,
  store: Store,
  { email, guest }: { email: Email; guest: Regid | undefined },
  tx?: StoreTx,
): Promise<Identity> {
  const { account, ...identity } = await issueAccount(deps, store, email, { isStored: true });
  const session = readSession(store, identity.sessionToken);
  if (session) await deps.db.inStore(store.id, (inside) => insertSession(inside, session.id, deps.clock()), tx);
  if (guest) await bringGuest(deps, store, { guest, account }, tx);
  return identity;
}

/** Returns undefined for a guest that is part of an account. */
async function findGuestToBring(
  deps: IdentityDeps,
  store: Store,
  { uuid, sessionToken }: { uuid: string; sessionToken: string | undefined },
): Promise<Regid | undefined> {
  const regid = guestRegid(store, uuid);
  const found = await deps.finder.find({ storeId: store.id, regid });
  if (found && found.mergedAt !== null) return undefined;
  if (sessionToken === undefined) throw missingSession();
  await identifyShopper(deps, store, { regid: formatRegid(regid), sessionToken });
  return regid;
}
