import type { Store } from "../../stores/store.ts";
import type { IdentityDeps } from "../issue-identity.ts";
import { isGuest } from "../regid.ts";
import { revokeSession } from "./revoke-sessions.ts";
import { readSession, type Session } from "./session-token.ts";

/** Ends one session of an account, or of a guest that became part of one. Any other guest's session stays: the browser
 *  goes on as that guest. */
export async function logOut(
  { db, finder }: Pick<IdentityDeps, "db" | "finder">,
  store: Store,
  sessionToken: string,
): Promise<void> {
  const session = readSession(store, sessionToken);
  if (session && !(await isOfGuest(finder, store, session))) await revokeSession(db, store, sessionToken);
}

/** False for a merged guest, also when its regid has gone to a new guest: then the epoch differs. */
async function isOfGuest(finder: IdentityDeps["finder"], store: Store, { regid, shopperEpoch }: Session) {
  if (!isGuest(regid)) return false;
  const guest = await finder.find({ storeId: store.id, regid });
  return !guest || (guest.mergedAt === null && guest.epoch === shopperEpoch);
}
