import type { Clock } from "../../../platform/clock.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { sessionRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { badRegid } from "../errors.ts";
import { type FoundShopper, type StoredSession, standsForAccount } from "../found-shopper.ts";
import { formatRegid, formerRegid, isGuest, parseRegid } from "../regid.ts";
import type { Shopper, ShopperCredentials } from "../shopper.ts";
import type { ShopperFinder } from "../shopper-finder.ts";
import { readSession, type Session } from "./session-token.ts";

const DAY_MS = 86_400_000;

/** Checks that regid and session belong together: both are of the same guest or account, or of a guest and the account
 *  it was merged into. The regid of a merged guest stands for the account for an hour, its sessions for good: only
 *  together with the account's regid, which a thief of an old session does not have. */
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
      ? await finder.find({ storeId: store.id, regid, sessionId: session.id }).then((found) => [found, found])
      : await Promise.all([findIssuedTo(finder, store.id, session), finder.find({ storeId: store.id, regid })]);

  const isGuestWithoutRow = !issuedTo && session.regid === regid && isGuest(regid);
  if (!isGuestWithoutRow && !isSameShopper(issuedTo, named)) throw badRegid();
  if ((issuedTo?.epoch ?? 0) !== session.shopperEpoch) throw badRegid();
  if (named && !standsForAccount(named, clock())) throw badRegid();
  if (isOver(store, session, issuedTo?.session, clock())) throw badRegid();
  if (issuedTo?.session && clock() - issuedTo.session.usedAt > DAY_MS) {
    finder.touchSession({ storeId: store.id, sessionId: session.id, now: clock() }).catch(() => undefined);
  }
  const createdAt = named?.createdAt ?? session.issuedAt;
  return {
    store,
    regid: credentials.regid,
    id: named?.belongsTo,
    email: named?.email ?? null,
    epoch: named?.epoch ?? 0,
    createdAt,
    acceptsMarketing: named?.acceptsMarketing ?? false,
    signedInAt: Math.max(session.issuedAt, createdAt), // a guest's session may be older than the account it now serves
  };
}

/** A merged guest whose regid has gone to a new guest is found by its former regid: its sessions go on working together
 *  with the account's regid. */
async function findIssuedTo(finder: ShopperFinder, storeId: StoreId, { id, regid, shopperEpoch }: Session) {
  const found = await finder.find({ storeId, regid, sessionId: id });
  if (!found || found.epoch === shopperEpoch || !isGuest(regid)) return found;
  return finder.find({ storeId, regid: formerRegid(regid, shopperEpoch), sessionId: id });
}

const isSameShopper = (one: FoundShopper | undefined, other: FoundShopper | undefined) =>
  one !== undefined && one.belongsTo === other?.belongsTo;

const isTooOld = ({ settings }: Store, session: Session, now: number) =>
  settings.sessionTtlDays !== undefined && now - session.issuedAt > settings.sessionTtlDays * DAY_MS;

/** Whether the session was ended, or is one that ends when it is not used. */
const isOver = ({ settings }: Store, { isStored }: Session, stored: StoredSession | undefined, now: number) =>
  isStored
    ? !stored || stored.isEnded || now - stored.usedAt > sessionRules(settings).idleDays * DAY_MS
    : (stored?.isEnded ?? false);
