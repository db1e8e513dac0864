import type { StoreTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { findRecipients } from "../../../platform/messaging/mail/forget-mails.ts";
import type { Store } from "../../stores/store.ts";
import { type Address, type HashAddress, MEDIA } from "../../subscriptions/address.ts";
import { beginErasure } from "../erasing/begin-erasure.ts";
import { continueErasure, type ErasureDeps } from "../erasing/continue-erasure.ts";
import { findErasureState } from "../erasing/find-erasure-state.ts";
import type { LogLine, PersonLine } from "./log-line.ts";

export type Replayed = {
  /** People and stores that were erased again. */
  readonly people: number;
  readonly stores: number;
  /** Erasures that this database contains already. */
  readonly known: number;
  /** Lines of stores that this database does not have. */
  readonly unknown: number;
};

type ReplayDeps = ErasureDeps & {
  readonly hashAddress: HashAddress;
  readonly eraseStore: (store: Store) => Promise<void>;
};

const MAILS_AT_ONCE = 5_000;
const FOR_MS = 600_000;

/** After a restore of a backup: erases again what the log says was erased. An erasure that the database contains is left
 *  alone, because that person may have come back since. Safe to repeat. */
export async function replayErasures(deps: ReplayDeps, lines: readonly LogLine[]): Promise<Replayed> {
  const counts = { people: 0, stores: 0, known: 0, unknown: 0 };
  for (const ofStore of Map.groupBy(lines, ({ store }) => store.id).values()) {
    const [first] = ofStore;
    const store = first && (await findStore(deps, first.store));
    if (!store) {
      counts.unknown += ofStore.length;
      continue;
    }
    if (ofStore.some(({ kind }) => kind === "store")) {
      await deps.eraseStore(store);
      counts.stores += 1;
      continue;
    }
    const people = ofStore.filter((line) => line.kind === "person");
    const addresses = await findQueuedAddresses(deps, store.id, people);
    for (const line of people) counts[(await erase(deps, store, line, addresses)) ? "people" : "known"] += 1;
  }
  return counts;
}

/** Undefined when there is no such store, or when its number belongs to another one. */
async function findStore({ stores }: ReplayDeps, { id, pid }: LogLine["store"]): Promise<Store | undefined> {
  const store = await stores.getById(id).catch((error: { type?: string }) => {
    if (error.type !== "unknown-store") throw error;
    return undefined;
  });
  return store?.pid === pid ? store : undefined;
}

/** Returns false when the database contains this erasure. */
async function erase(
  deps: ReplayDeps,
  store: Store,
  { erasure: id, at, addresses: hashes, shoppers }: PersonLine,
  queued: ReadonlyMap<string, Address>,
): Promise<boolean> {
  const addresses = hashes.flatMap((hash) => queued.get(hash) ?? []);
  const sought = { addresses, hashes, regids: shoppers.map(({ regid }) => regid) };
  const isNew = await deps.db.inStore(store.id, async (tx: StoreTx) => {
    const known = await findErasureState(tx, id);
    if (known) return known === "erasing";
    await beginErasure(tx, deps.hashAddress, store, sought, { id, tombstones: shoppers, at });
    return true;
  });
  if (isNew) {
    const { state } = await continueErasure(deps, { storeId: store.id, id }, { forMs: FOR_MS });
    if (state !== "erased") throw new Error(`Erasure ${id} did not finish. Run the replay again.`);
  }
  return isNew;
}

/** The addresses of these hashes among the store's mails. Somebody whom a friend mailed a list is in no other table. */
async function findQueuedAddresses(
  { db, hashAddress }: ReplayDeps,
  storeId: StoreId,
  people: readonly PersonLine[],
): Promise<ReadonlyMap<string, Address>> {
  const sought = new Set(people.flatMap(({ addresses }) => addresses));
  const found = new Map<string, Address>();
  for (let after = "0"; ; ) {
    const page = await db.inStore(storeId, (tx) => findRecipients(tx, after, MAILS_AT_ONCE));
    for (const { medium, value } of page) {
      const address = { medium: MEDIA[medium], value };
      const hash = hashAddress(address, storeId);
      if (sought.has(hash)) found.set(hash, address);
    }
    const last = page.at(-1);
    if (!last || page.length < MAILS_AT_ONCE) return found;
    after = last.id;
  }
}
