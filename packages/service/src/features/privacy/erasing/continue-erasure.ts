import type { Db } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { Person } from "../../shoppers/privacy/person.ts";
import { formatRegid } from "../../shoppers/regid.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import type { ErasureLog } from "../log/erasure-log.ts";
import type { PrivacyParticipants } from "../participants.ts";
import { type Counts, ERASURE_STATES, type ErasedPerson, type ErasureKey, openPerson } from "./erasure.ts";
import { findErasure, markDone, markErased, markLogged, releaseErasure } from "./sql.ts";

export type ErasureDeps = {
  readonly db: Db;
  readonly stores: StoreCache;
  readonly participants: PrivacyParticipants;
  readonly log: ErasureLog | undefined;
};

export type Erased = {
  readonly state: "erasing" | "erased";
  readonly counts: Counts;
  readonly isLogged: boolean;
};

/** A process may know a session for four seconds after it ended, and a provider may take fifteen to answer. What such a call
 *  or delivery writes under the old ids is deleted after this time. */
const AGAIN_SECONDS = 20;
const TRIES = 3;

/** Deletes the rows of a person in pages, each in a transaction of its own, until nothing is left or the time is over; then
 *  a worker continues. Safe to repeat from any point. The line in the erasure log comes first: without it, a restore of a
 *  backup would bring the person back. */
export async function continueErasure(
  deps: ErasureDeps,
  { storeId, id }: ErasureKey,
  { forMs }: { readonly forMs: number },
): Promise<Erased> {
  const { db, stores, log } = deps;
  const end = performance.now() + forMs;
  const store = await stores.getById(storeId);
  const row = await db.inStore(storeId, (tx) => findErasure(tx, id));
  if (!row) throw new Error(`There is no erasure ${id}`);
  let { isLogged } = row;
  if (row.sealedPerson === null) return { state: "erased", counts: row.counts, isLogged };
  const person = openPerson(store, row.sealedPerson);
  if (log && !isLogged) {
    await log.append({
      kind: "person",
      at: row.requestedAt.toISOString(),
      store: { id: storeId, pid: store.pid },
      erasure: id,
      addresses: person.hashes,
      shoppers: person.tombstones,
    });
    await db.inStore(storeId, (tx) => markLogged(tx, id));
    isLogged = true;
  }

  const isAgain = row.state === ERASURE_STATES.erased;
  // The second time: what was written under the old ids, and what statements that began before the end of the first time
  // wrote for the address, such as an import. Whoever comes back after it keeps what they do.
  const whom: Person = row.erasedAt ? { ...person, since: row.requestedAt, until: row.erasedAt } : person;
  const counts: Record<string, number> = { ...row.counts };
  for (let tries = 1; ; tries += 1) {
    try {
      const isDone = await forgetAll(deps, storeId, whom, { counts, end });
      if (isDone) break;
    } catch (error) {
      if (!isReferredTo(error)) throw error;
      if (tries < TRIES) continue;
    }
    await db.inStore(storeId, (tx) => releaseErasure(tx, id, counts));
    return { state: isAgain ? "erased" : "erasing", counts, isLogged };
  }
  await (isAgain ? db.inStore(storeId, (tx) => markDone(tx, id)) : finish(deps, { storeId, id }, person, counts));
  return { state: "erased", counts, isLogged };
}

/** Returns false when the time is over. */
async function forgetAll(
  { db, participants }: Pick<ErasureDeps, "db" | "participants">,
  storeId: StoreId,
  whom: Person,
  { counts, end }: { readonly counts: Record<string, number>; readonly end: number },
): Promise<boolean> {
  for (const [name, participant] of Object.entries(participants)) {
    for (;;) {
      if (performance.now() >= end) return false;
      const gone = await db.inStore(storeId, (tx) => participant.forget(tx, whom));
      if (gone === 0) break;
      counts[name] = (counts[name] ?? 0) + gone;
    }
  }
  return true;
}

/** What PostgreSQL says when a call with a cached session has just written a row that refers to one that is deleted, such as
 *  a list of the shopper: there is more to delete. */
const isReferredTo = (error: unknown): boolean =>
  error instanceof Error && (("code" in error && error.code === "23503") || isReferredTo(error.cause));

const finish = ({ db }: ErasureDeps, { storeId, id }: ErasureKey, person: ErasedPerson, counts: Counts) =>
  db.inStore(storeId, async (tx) => {
    const { shopperIds, contactIds, tombstones } = person;
    if (!(await markErased(tx, id, { counts, againInSeconds: AGAIN_SECONDS }))) return;
    const regids = tombstones.map(({ regid }) => formatRegid(regid));
    if (shopperIds.length + contactIds.length > 0)
      await announce(tx, "shopper.erased", { shopperIds, regids, contactIds });
  });
