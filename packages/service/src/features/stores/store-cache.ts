import type { Clock } from "../../platform/clock.ts";
import type { Seal } from "../../platform/crypto/seal.ts";
import type { HotDb } from "../../platform/db/db.ts";
import type { StoreId } from "../../platform/ids.ts";
import { shortCache } from "../../platform/short-cache.ts";
import { badKey, unknownStore } from "./errors.ts";
import type { HashSecret } from "./keys/api-key.ts";
import { type Caller, checkKey } from "./keys/check-key.ts";
import { findStoreRow, findStoreRowById } from "./sql.ts";
import { normalisePid, PID, type Store, toStore } from "./store.ts";

/** Finds stores and checks keys, from memory where it can. An entry expires after four seconds, so that a revoked key
 *  stops everywhere within five, even in a process that missed the event. */
export type StoreCache = {
  getByPid(pid: string): Promise<Store>;
  /** For workers: the rows they process hold the store's id, not its pid. */
  getById(id: StoreId): Promise<Store>;
  authenticate(authorization: string): Promise<Caller>;
  clear(): void;
};

const TTL_MS = 4_000;
const STORES_MAX = 10_000;
const HEADER_MAX = 300;

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
  const keepFound = {
    ttlMs: TTL_MS,
    max: STORES_MAX,
    clock,
    keep: (store: Store | undefined) => store !== undefined,
  };
  const stores = shortCache(async (pid: string) => {
    const row = await findStoreRow(hot, pid);
    return row && toStore(seal, row);
  }, keepFound);
  const storesById = shortCache(async (id: string) => {
    const row = await findStoreRowById(hot, Number(id) as StoreId);
    return row && toStore(seal, row);
  }, keepFound);
  const callers = shortCache((authorization: string) => checkKey({ hot, seal, hashSecret, clock }, authorization), {
    ttlMs: TTL_MS,
    max: STORES_MAX,
    clock,
  });

  return {
    async getByPid(pid) {
      const normalised = normalisePid(pid);
      const store = PID.test(normalised) ? await stores.get(normalised) : undefined;
      if (!store) throw unknownStore();
      return store;
    },
    async getById(id) {
      const store = await storesById.get(String(id));
      if (!store) throw unknownStore();
      return store;
    },
    authenticate(authorization) {
      return authorization.length > HEADER_MAX ? Promise.reject(badKey()) : callers.get(authorization);
    },
    clear() {
      stores.clear();
      storesById.clear();
      callers.clear();
    },
  };
}
