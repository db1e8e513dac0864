import { LRUCache } from "lru-cache";
import type { Clock } from "../../platform/clock.ts";
import type { Seal } from "../../platform/crypto/seal.ts";
import { coalesce } from "../../platform/db/coalesce.ts";
import type { HotDb } from "../../platform/db/db.ts";
import type { StoreId } from "../../platform/ids.ts";
import type { Caller } from "./access/caller.ts";
import type { Scope } from "./access/scopes.ts";
import { badKey, unknownStore } from "./errors.ts";
import type { HashSecret } from "./keys/api-key.ts";
import { checkKey, recheckKeys } from "./keys/check-key.ts";
import { findStoresById, findStoresByPid, findStoreVersions } from "./sql.ts";
import { normalisePid, PID, type Store, type StoreRow, toStore } from "./store.ts";

/** Finds stores and checks keys, from memory where it can. Before it uses a store or a key that it has not looked at for
 *  four seconds, it looks whether that has changed, so that a revoked key stops everywhere within five, even in a process
 *  that missed the event. A store is read and unsealed again only when it has changed. */
export type StoreCache = {
  getByPid(pid: string): Promise<Store>;
  /** For workers: the rows they process hold the store's id, not its pid. */
  getById(id: StoreId): Promise<Store>;
  authenticate(authorization: string): Promise<Caller>;
  /** The store or one of its keys has changed: looks at them before the next use. */
  forget(id: StoreId): void;
  /** Any store may have changed. */
  clear(): void;
};

const TTL_MS = 4_000;
const STORES_MAX = 10_000;
const HEADER_MAX = 300;
const NEVER = Number.NEGATIVE_INFINITY;

/** When a look at the database began. `order` counts looks and changes: a look does not know a change after it. */
type Begun = { readonly at: number; readonly order: number };

type StoreEntry = {
  store: Store;
  version: string;
  freshUntil: number;
  /** The look that `store` comes from. */
  lookedAt: number;
  /** The last change that this process was told of. */
  changedAt: number;
};

/** A key that was right. */
type KeyEntry = {
  readonly keyId: string;
  readonly keyName: string;
  readonly storeId: StoreId;
  readonly secretHash: Buffer;
  scopes: readonly Scope[];
  freshUntil: number;
  lookedAt: number;
};

export function createStoreCache({
  hot,
  seal,
  hashSecret,
  clock,
}: {
  hot: HotDb;
  seal: Seal;
  hashSecret: HashSecret;
  clock: Clock;
}): StoreCache {
  const stores = new LRUCache<StoreId, StoreEntry>({ max: STORES_MAX });
  const ids = new LRUCache<string, StoreId>({ max: STORES_MAX });
  const keys = new LRUCache<string, KeyEntry>({ max: STORES_MAX });
  const storeLooks = createFolder<StoreEntry | undefined>();
  const keyLooks = createFolder<KeyEntry>();
  let order = 0;
  let lastChange = 0;

  const findByPid = forMany(
    (pids: readonly string[]) => findStoresByPid(hot, pids),
    ({ pid }) => pid,
  );
  const findById = forMany(
    (wanted: readonly StoreId[]) => findStoresById(hot, wanted),
    ({ id }) => id,
  );
  const findVersion = forMany(
    (wanted: readonly StoreId[]) => findStoreVersions(hot, wanted),
    ({ id }) => id,
  );
  const findLiveKey = forMany(
    (keyIds: readonly string[]) => recheckKeys({ hot, clock }, keyIds),
    ({ keyId }) => keyId,
  );

  function begin(): Begun {
    order += 1;
    return { at: clock(), order };
  }

  function markChanged(changed: Iterable<StoreEntry>) {
    order += 1;
    lastChange = order;
    for (const entry of changed) {
      entry.changedAt = lastChange;
      entry.freshUntil = NEVER;
    }
    // Later calls must not share a look that may have begun before the change.
    storeLooks.clear();
    keyLooks.clear();
  }

  /** The store is as it was when this look began. */
  function confirm(entry: StoreEntry, begun: Begun) {
    entry.lookedAt = begun.order;
    if (begun.order > entry.changedAt) entry.freshUntil = begun.at + TTL_MS;
  }

  function keep(row: StoreRow, begun: Begun): StoreEntry {
    const known = stores.get(row.id);
    if (known && known.lookedAt > begun.order) return known;
    const entry = known ?? {
      store: toStore(seal, row),
      version: row.version,
      freshUntil: NEVER,
      lookedAt: 0,
      changedAt: lastChange, // any of the changes so far may have been one of this store
    };
    if (entry.version !== row.version) {
      entry.store = toStore(seal, row);
      entry.version = row.version;
    }
    confirm(entry, begun);
    stores.set(row.id, entry);
    ids.set(row.pid, row.id);
    return entry;
  }

  async function lookAt(entry: StoreEntry): Promise<StoreEntry | undefined> {
    const begun = begin();
    const { id, pid } = entry.store;
    const found = await findVersion(id);
    if (found?.version === entry.version) {
      if (begun.order > entry.lookedAt) confirm(entry, begun);
      return entry;
    }
    const row = found && (await findById(id));
    if (row) return keep(row, begun);
    stores.delete(id);
    ids.delete(pid);
    return undefined;
  }

  function findFresh(id: StoreId | undefined): Store | undefined {
    const entry = id === undefined ? undefined : stores.get(id);
    return entry && entry.freshUntil > clock() ? entry.store : undefined;
  }

  /** `load` reads a store that is not known, or no longer there. */
  async function find(id: StoreId | undefined, key: string, load: () => Promise<StoreRow | undefined>) {
    const fresh = findFresh(id);
    if (fresh) return fresh;
    const known = id === undefined ? undefined : stores.get(id);
    const looked = known && (await storeLooks.fold(`look ${id}`, () => lookAt(known)));
    if (looked) return looked.store;
    const loaded = await storeLooks.fold(key, async () => {
      const begun = begin();
      const row = await load();
      return row && keep(row, begun);
    });
    if (!loaded) throw unknownStore();
    return loaded.store;
  }

  const getById = (id: StoreId) => find(id, `id ${id}`, () => findById(id));

  async function check(authorization: string): Promise<KeyEntry> {
    const begun = begin();
    const row = await checkKey({ hot, hashSecret, clock }, authorization);
    keep(row, begun);
    const { id: storeId, keyId, keyName, secretHash, scopes } = row;
    const entry = { keyId, keyName, storeId, secretHash, scopes, freshUntil: begun.at + TTL_MS, lookedAt: begun.order };
    keys.set(authorization, entry);
    return entry;
  }

  async function recheck(authorization: string, entry: KeyEntry): Promise<KeyEntry> {
    const begun = begin();
    const key = await findLiveKey(entry.keyId);
    if (!key?.secretHash.equals(entry.secretHash) || key.storeId !== entry.storeId) {
      keys.delete(authorization);
      throw badKey();
    }
    entry.scopes = key.scopes;
    entry.freshUntil = begun.at + TTL_MS;
    entry.lookedAt = begun.order;
    const store = stores.get(key.storeId);
    if (store?.version === key.storeVersion && begun.order > store.lookedAt) confirm(store, begun);
    return entry;
  }

  const isFreshKey = ({ freshUntil, lookedAt, storeId }: KeyEntry) =>
    freshUntil > clock() && lookedAt > (stores.get(storeId)?.changedAt ?? lastChange);

  return {
    async getByPid(pid) {
      const normalised = normalisePid(pid);
      if (!PID.test(normalised)) throw unknownStore();
      return find(ids.get(normalised), `pid ${normalised}`, () => findByPid(normalised));
    },
    getById,
    async authenticate(authorization) {
      if (authorization.length > HEADER_MAX) throw badKey();
      const known = keys.get(authorization);
      const key =
        known && isFreshKey(known)
          ? known
          : await keyLooks.fold(authorization, () => (known ? recheck(authorization, known) : check(authorization)));
      const { keyId, keyName, scopes, storeId } = key;
      return {
        store: findFresh(storeId) ?? (await getById(storeId)),
        actor: { kind: "key", id: keyId, name: keyName },
        scopes,
      };
    },
    forget(id) {
      const entry = stores.get(id);
      markChanged(entry ? [entry] : []);
    },
    clear: () => markChanged(stores.values()),
  };
}

/** Turns a query over many keys into a function over one. Calls that are made together share one statement. */
const forMany = <Key, Row>(find: (keys: readonly Key[]) => Promise<readonly Row[]>, keyOf: (row: Row) => Key) =>
  coalesce(
    async (keys: readonly Key[]) => {
      const rows = new Map((await find([...new Set(keys)])).map((row) => [keyOf(row), row]));
      return keys.map((key) => ({ value: rows.get(key) }));
    },
    { inFlight: 2, max: 128 },
  );

/** Calls with the same key share the result of the first until it is there. */
function createFolder<Result>() {
  const running = new Map<string, Promise<Result>>();
  return {
    fold(key: string, work: () => Promise<Result>): Promise<Result> {
      const known = running.get(key);
      if (known) return known;
      const result = work().finally(() => running.get(key) === result && running.delete(key));
      running.set(key, result);
      return result;
    },
    clear: () => running.clear(),
  };
}
