import type { Clock } from "../../../platform/clock.ts";
import type { Store } from "../../stores/store.ts";
import { badRegid } from "../errors.ts";
import type { FoundShopper } from "../found-shopper.ts";
import { formatRegid, isGuest, parseRegid } from "../regid.ts";
import type { Shopper, ShopperCredentials } from "../shopper.ts";
import type { ShopperFinder } from "../shopper-finder.ts";
import { readSession, type Session } from "./session-token.ts";

const DAY_MS = 86_400_000;

/** Checks that regid and session belong together: both are of the same guest or account, or of a guest and the account
 *  it was merged into. */
export async function identifyShopper(
  { finder, clock }: { finder: ShopperFinder; clock: Clock },
  store: Store,
  credentials: Omit<ShopperCredentials, "pid">,
): Promise<Shopper> {
  const session = readSession(store, credentials.sessionToken);
  // The session's signature covers its own regid, which then needs no check of its own.
  const isOwnRegid = session !== undefined && formatRegid(session.regid) === credentials.regid;
  const regid = isOwnRegid ? session.regid : parseRegid(store, credentials.regid);
  // The session may have a later epoch than the cached store: another process has read a revocation before this one.
  if (!regid || !session || session.storeEpoch < store.sessionEpoch || isTooOld(store, session, clock()))
    throw badRegid();

  const [issuedTo, named] =
    session.regid === regid
      ? await finder.find({ storeId: store.id, regid }).then((found) => [found, found])
      : await Promise.all([
          finder.find({ storeId: store.id, regid: session.regid }),
          finder.find({ storeId: store.id, regid }),
        ]);

  const isGuestWithoutRow = !issuedTo && session.regid === regid && isGuest(regid);
  if (!isGuestWithoutRow && !isSameShopper(issuedTo, named)) throw badRegid();
  if ((issuedTo?.epoch ?? 0) !== session.shopperEpoch) throw badRegid();
  const createdAt = named?.createdAt ?? session.issuedAt;
  return {
    store,
    regid: credentials.regid,
    id: named?.belongsTo,
    email: named?.email ?? null,
    createdAt,
    signedInAt: Math.max(session.issuedAt, createdAt), // a guest's session may be older than the account it now serves
  };
}

const isSameShopper = (one: FoundShopper | undefined, other: FoundShopper | undefined) =>
  one !== undefined && one.belongsTo === other?.belongsTo;

const isTooOld = ({ settings }: Store, session: Session, now: number) =>
  settings.sessionTtlDays !== undefined && now - session.issuedAt > settings.sessionTtlDays * DAY_MS;
