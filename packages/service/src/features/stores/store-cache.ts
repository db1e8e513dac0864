import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import type { Seal } from "../../platform/crypto/seal.ts";
import type { HotDb } from "../../platform/db/db.ts";
import type { StoreId } from "../../platform/ids.ts";
import { shortCache } from "../../platform/short-cache.ts";
import { badKey, unknownStore } from "./errors.ts";
import { type HashSecret, parseApiKey, type Scope } from "./keys/api-key.ts";
import { findKeyRow, findStoreRow, findStoreRowById, type KeyRow, touchKey } from "./sql.ts";
import { normalisePid, PID, type Store, type StoreRow, toStore } from "./store.ts";

/** Who calls with a key: the tenant comes from here, never from a parameter. */
export type Caller = { readonly store: Store; readonly keyId: string; readonly scopes: readonly Scope[] };

/** Finds stores and checks keys from memory. A revocation is known everywhere within the time things are remembered. */
export type StoreCache = {
  getByPid(pid: string): Promise<Store>;
  /** For work that a store's own rows ask for: they name it by its id. */
  getById(id: StoreId): Promise<Store>;
  authenticate(authorization: string): Promise<Caller>;
  forgetAll(): void;
};

const REMEMBERED_MS = 4_000;
const STORES_MAX = 10_000;
const HEADER_MAX = 300;
const TOUCH_AFTER_MS = 60_000;
const NO_KEY = Buffer.alloc(32);

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
    ttlMs: REMEMBERED_MS,
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

  async function checkHeader(authorization: string): Promise<Caller> {
    const { pid, key } = readBasic(authorization);
    const parsed = parseApiKey(key);
    const row = parsed && (await findKeyRow(hot, parsed.id));
    const [keyId, scopes, expected, live, lastUsedAt] = row ? (row.slice(7) as KeyOnly) : UNKNOWN_KEY;
    // Compared even where the key is unknown, so that the answer takes as long.
    const matches = timingSafeEqual(hashSecret(parsed?.secret ?? ""), expected);
    if (!row || !matches || !live || row[1] !== pid) throw badKey();
    const store = toStore(seal, row.slice(0, 7) as StoreRow);
    if (clock() - (lastUsedAt?.getTime() ?? 0) > TOUCH_AFTER_MS) touchKey(hot, store.id, keyId).catch(() => undefined); // a hint for people
    return { store, keyId, scopes };
  }
  const callers = shortCache(checkHeader, { ttlMs: REMEMBERED_MS, max: STORES_MAX, clock });

  return {
    async getByPid(pid) {
      const asked = normalisePid(pid);
      const store = PID.test(asked) ? await stores.get(asked) : undefined;
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
    forgetAll() {
      stores.clear();
      storesById.clear();
      callers.clear();
    },
  };
}

type KeyOnly = KeyRow extends [...StoreRow, ...infer Rest] ? Rest : never;
const UNKNOWN_KEY: KeyOnly = ["", [], NO_KEY, false, null];

function readBasic(authorization: string) {
  const [, encoded = ""] = /^Basic ([A-Za-z0-9+/=_-]{1,280})$/i.exec(authorization) ?? [];
  const text = Buffer.from(encoded, "base64").toString();
  const colon = text.lastIndexOf(":");
  return { pid: normalisePid(text.slice(0, Math.max(colon, 0))), key: text.slice(colon + 1) };
}
