import type { Clock } from "../../../platform/clock.ts";
import type { Store } from "../../stores/store.ts";
import { badRegid } from "../errors.ts";
import type { ShopperFinder } from "../find-shoppers.ts";
import { fromWire, isGuest, toWire } from "../regid.ts";
import type { Shopper } from "../shopper.ts";
import type { FoundShopper } from "../sql.ts";
import { readSession, type Session } from "./session-token.ts";

const DAY_MS = 86_400_000;

/** Checks that regid and sessionid belong together: they name the same person, or guest and account of one person. */
export async function identifyShopper(
  { finder, clock }: { finder: ShopperFinder; clock: Clock },
  store: Store,
  credentials: { regid: string; sessionid: string },
): Promise<Shopper> {
  const session = readSession(store, credentials.sessionid);
  // A regid that the session names is vouched for by the session's signature.
  const isNamed = session !== undefined && toWire(session.regid) === credentials.regid;
  const regid = isNamed ? session.regid : fromWire(store, credentials.regid);
  // A later epoch than ours is no forgery, it is signed: another process has heard of a revocation before us.
  if (!regid || !session || session.storeEpoch < store.sessionEpoch || isTooOld(store, session, clock()))
    throw badRegid();

  const [issuedTo, asked] =
    session.regid === regid
      ? await finder.find({ storeId: store.id, regid }).then((found) => [found, found])
      : await Promise.all([
          finder.find({ storeId: store.id, regid: session.regid }),
          finder.find({ storeId: store.id, regid }),
        ]);

  const rowless = !issuedTo && session.regid === regid && isGuest(regid);
  if (!rowless && !samePerson(issuedTo, asked)) throw badRegid();
  if ((issuedTo?.epoch ?? 0) !== session.shopperEpoch) throw badRegid();
  const createdAt = asked?.createdAt ?? session.issuedAt;
  return {
    store,
    regid: credentials.regid,
    id: asked?.belongsTo,
    email: asked?.email ?? null,
    createdAt,
    signedInAt: Math.max(session.issuedAt, createdAt), // a guest's session also serves an account that came later
  };
}

const samePerson = (one: FoundShopper | undefined, other: FoundShopper | undefined) =>
  one !== undefined && one.belongsTo === other?.belongsTo;

const isTooOld = ({ settings }: Store, session: Session, now: number) =>
  settings.sessionTtlDays !== undefined && now - session.issuedAt > settings.sessionTtlDays * DAY_MS;
