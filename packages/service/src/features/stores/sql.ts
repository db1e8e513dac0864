import type { Runner, Statement, StoreTx, SystemTx } from "../../platform/db/db.ts";
import type { StoreId } from "../../platform/ids.ts";
import type { Scope } from "./keys/api-key.ts";
import type { StoreSettings } from "./settings/settings.ts";
import type { StoreRow } from "./store.ts";

const STORE_COLUMNS = "s.id, s.pid, s.name, s.settings, s.session_epoch, s.sealed_secret, s.identity_secret_version";

const STORE_BY_PID: Statement = {
  name: "store-by-pid",
  text: `select ${STORE_COLUMNS} from stores s where s.pid = $1`,
};

export async function findStoreRow(runner: Runner, pid: string) {
  const [row] = await runner.rows<StoreRow>(STORE_BY_PID, [pid]);
  return row;
}

const STORE_BY_ID: Statement = {
  name: "store-by-id",
  text: `select ${STORE_COLUMNS} from stores s where s.id = $1`,
};

export async function findStoreRowById(runner: Runner, id: StoreId) {
  const [row] = await runner.rows<StoreRow>(STORE_BY_ID, [id]);
  return row;
}

export type KeyRow = [
  ...StoreRow,
  keyId: string,
  scopes: Scope[],
  secretHash: Buffer,
  live: boolean,
  lastUsedAt: Date | null,
];

/** Where there is no such key, some other key is read all the same: a missing row must not show in the time it takes. */
const KEY_BY_ID: Statement = {
  name: "key-by-id",
  text: `with asked as materialized (
      select (select id from api_keys where id = $1) as found, (select id from api_keys order by id limit 1) as other
    )
    select ${STORE_COLUMNS}, k.id, k.scopes, k.secret_hash,
      k.revoked_at is null and (k.expires_at is null or k.expires_at > now()), k.last_used_at
    from asked join api_keys k on k.id = coalesce(asked.found, asked.other) join stores s on s.id = k.store_id`,
};

export async function findKeyRow(runner: Runner, id: string) {
  const [row] = await runner.rows<KeyRow>(KEY_BY_ID, [id]);
  return row?.[7] === id ? row : undefined;
}

const TOUCH_KEY: Statement = {
  name: "touch-key",
  text: "update api_keys set last_used_at = now() where store_id = $1 and id = $2",
};

export const touchKey = (runner: Runner, storeId: StoreId, id: string) => runner.rows(TOUCH_KEY, [storeId, id]);

/** Takes the emptiest shard of the cell. Callers hold the lock that `lockStores` takes. */
export async function nextStoreId(tx: SystemTx, shards: { first: number; last: number }) {
  const [row] = await tx<{ id: StoreId }>`
    select (shard << 19) + coalesce(max(s.id) & 524287, 0) + 1 as id
    from generate_series(${shards.first}::int, ${shards.last}::int) as shard
    left join stores s on s.id >> 19 = shard
    group by shard order by count(s.id), shard limit 1`;
  if (!row) throw new Error("KEEPSAKE_SHARDS names no shard");
  return row.id;
}

export const lockStores = (tx: SystemTx) => tx`select pg_advisory_xact_lock(7305012)`;

export const insertStore = (
  tx: SystemTx,
  store: { id: StoreId; pid: string; name: string; sealedSecret: Buffer },
) => tx<{ id: StoreId }>`
  insert into stores (id, pid, name, sealed_secret) values (${store.id}, ${store.pid}, ${store.name}, ${store.sealedSecret})
  on conflict (pid) do nothing returning id`;

export type StoreSummary = { pid: string; name: string; createdAt: Date; liveKeys: number };

export const selectStores = (tx: SystemTx, page: { after: string; limit: number }) => tx<StoreSummary>`
  select pid, name, created_at as "createdAt",
    (select count(*)::int from api_keys k where k.store_id = stores.id and revoked_at is null and (expires_at is null or expires_at > now())) as "liveKeys"
  from stores where pid > ${page.after} order by pid limit ${page.limit}`;

export async function selectStoreId(tx: SystemTx, pid: string) {
  const [row] = await tx<{ id: StoreId }>`select id from stores where pid = ${pid}`;
  return row?.id;
}

/** One limit or rule that is given must not take the others back to their defaults: `||` alone would. */
export const mergeSettings = (tx: SystemTx, storeId: StoreId, changes: Partial<StoreSettings>) => tx<{
  settings: StoreSettings;
}>`
  update stores set settings = jsonb_strip_nulls(settings || change || coalesce((
      select jsonb_object_agg(name, coalesce(settings -> name, '{}') || (change -> name))
      from unnest(array['limits', 'lists', 'stock', 'alerts']) as name where jsonb_typeof(change -> name) = 'object'
    ), '{}'))
  from (select ${JSON.stringify(changes)}::jsonb as change) as given
  where id = ${storeId} returning settings`;

export const bumpSessionEpoch = (tx: StoreTx) => tx`
  update stores set session_epoch = session_epoch + 1 where id = ${tx.storeId}`;

export const bumpIdentitySecret = (tx: SystemTx, storeId: StoreId) => tx`
  update stores set identity_secret_version = identity_secret_version + 1 where id = ${storeId}`;

export type KeySummary = {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

export const insertKey = (
  tx: SystemTx,
  key: { storeId: StoreId; id: string; name: string; scopes: readonly Scope[]; secretHash: Buffer },
) => tx`
  insert into api_keys (store_id, id, name, scopes, secret_hash)
  values (${key.storeId}, ${key.id}, ${key.name}, ${key.scopes}, ${key.secretHash})`;

export const selectKeys = (tx: SystemTx, storeId: StoreId) => tx<KeySummary>`
  select id, name, scopes, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
  from api_keys where store_id = ${storeId} order by created_at, id limit 1000`;

/** Ends a live key after the overlap, or now. Answers what was ended. */
export const endKey = (tx: SystemTx, storeId: StoreId, id: string, overlapSeconds: number) => tx<
  Pick<KeySummary, "name" | "scopes">
>`
  update api_keys set
    expires_at = least(expires_at, now() + make_interval(secs => ${overlapSeconds})),
    revoked_at = case when ${overlapSeconds}::int = 0 then now() end
  where store_id = ${storeId} and id = ${id} and revoked_at is null and (expires_at is null or expires_at > now())
  returning name, scopes`;

/** Tells every process that what it remembers of this store is old. */
export const announceStoreChange = (tx: SystemTx, storeId: StoreId) => tx`
  insert into outbox (store_id, subject, payload) values (${storeId}, 'store.changed', '{}')`;
