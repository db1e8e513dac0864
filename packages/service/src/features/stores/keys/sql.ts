import type { Runner, Statement, StoreTx, SystemTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Scope } from "../access/scopes.ts";
import { STORE_COLUMNS, STORE_VERSION } from "../sql.ts";
import type { StoreRow } from "../store.ts";

type Key = {
  readonly keyId: string;
  readonly keyName: string;
  readonly scopes: readonly Scope[];
  readonly secretHash: Buffer;
  readonly isLive: boolean;
  readonly lastUsedAt: Date | null;
};

/** The columns of a Key, for statements that call the table `k`. */
const KEY_COLUMNS = `k.id as "keyId", k.name as "keyName", k.scopes, k.secret_hash as "secretHash", k.last_used_at as "lastUsedAt",
    k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) as "isLive"`;

/** A key together with its store. */
export type KeyRow = Key & StoreRow;

/** Reads some other key when there is no key with this id: otherwise the response time would show which ids exist. */
const KEY_BY_ID: Statement = {
  name: "key-by-id",
  text: `with asked as materialized (
      select (select id from api_keys where id = $1) as found, (select id from api_keys order by id limit 1) as other
    )
    select ${STORE_COLUMNS}, ${KEY_COLUMNS}
    from asked join api_keys k on k.id = coalesce(asked.found, asked.other) join stores s on s.id = k.store_id`,
};

export async function findKeyRow(runner: Runner, id: string) {
  const [row] = await runner.run<KeyRow>(KEY_BY_ID, [id]);
  return row?.keyId === id ? row : undefined;
}

const KEY_STATES: Statement = {
  name: "key-states",
  text: `select ${KEY_COLUMNS}, k.store_id as "storeId", ${STORE_VERSION} as "storeVersion"
    from api_keys k join stores s on s.id = k.store_id where k.id = any($1::text[])`,
};

/** A key with the version of its store. */
export type KeyState = Key & { readonly storeId: StoreId; readonly storeVersion: string };

export const findKeyStates = (runner: Runner, ids: readonly string[]) => runner.run<KeyState>(KEY_STATES, [ids]);

const TOUCH_KEY: Statement = {
  name: "touch-key",
  text: "update api_keys set last_used_at = now() where store_id = $1 and id = $2",
};

export const touchKey = (runner: Runner, storeId: StoreId, id: string) => runner.run(TOUCH_KEY, [storeId, id]);

export type KeySummary = {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

/** Keys that work come first, and of these and the others the newest. */
export const selectKeys = (tx: SystemTx, storeId: StoreId) => tx<KeySummary>`
  select id, name, scopes, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
  from api_keys where store_id = ${storeId}
  order by (revoked_at is null and (expires_at is null or expires_at > now())) desc, created_at desc, id limit 1000`;

export async function countLiveKeys(tx: StoreTx): Promise<number> {
  const [row] = await tx<{ keys: number }>`
    select count(*)::int as keys from api_keys
    where store_id = ${tx.storeId} and revoked_at is null and (expires_at is null or expires_at > now())`;
  return row?.keys ?? 0;
}

export const insertKey = (
  tx: SystemTx,
  key: { storeId: StoreId; id: string; name: string; scopes: readonly Scope[]; secretHash: Buffer },
) => tx`
  insert into api_keys (store_id, id, name, scopes, secret_hash)
  values (${key.storeId}, ${key.id}, ${key.name}, ${key.scopes}, ${key.secretHash})`;

/** Finds a live key, and makes other changes of it wait. */
export async function lockLiveKey(tx: SystemTx, storeId: StoreId, id: string) {
  const [key] = await tx<Pick<KeySummary, "expiresAt">>`
    select expires_at as "expiresAt" from api_keys
    where store_id = ${storeId} and id = ${id} and revoked_at is null and (expires_at is null or expires_at > now())
    for no key update`;
  return key;
}

/** Ends a live key when the overlap is over, or now if there is none. Returns the key that it ended. */
export const endKey = (tx: SystemTx, storeId: StoreId, id: string, overlapSeconds: number) => tx<
  Pick<KeySummary, "name" | "scopes">
>`
  update api_keys set
    expires_at = least(expires_at, now() + make_interval(secs => ${overlapSeconds})),
    revoked_at = case when ${overlapSeconds}::int = 0 then now() end
  where store_id = ${storeId} and id = ${id} and revoked_at is null and (expires_at is null or expires_at > now())
  returning name, scopes`;

export type ExpiringKey = { readonly name: string; readonly expiresAt: Date };

/** Keys that end soon and were used a short while ago. A store has at most a hundred live keys. */
export const selectExpiringInUse = (
  tx: StoreTx,
  { withinDays, usedWithinMinutes }: { readonly withinDays: number; readonly usedWithinMinutes: number },
) => tx<ExpiringKey>`
  select name, expires_at as "expiresAt" from api_keys
  where store_id = ${tx.storeId} and revoked_at is null and expires_at > now()
    and expires_at < now() + make_interval(days => ${withinDays})
    and last_used_at > now() - make_interval(mins => ${usedWithinMinutes})
  order by expires_at limit 20`;
