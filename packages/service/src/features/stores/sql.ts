import type { Runner, Statement, StoreTx, SystemTx } from "../../platform/db/db.ts";
import { literal } from "../../platform/db/fragment.ts";
import type { StoreId } from "../../platform/ids.ts";
import { announceSql } from "../../platform/outbox/announce.ts";
import type { StoreSettings } from "./settings/settings.ts";
import type { StoreRow } from "./store.ts";

/** The version of a store, for statements that call the table `s`: the transaction that wrote the row. It costs no column
 *  and no trigger, and no statement can forget to change it. */
export const STORE_VERSION = "s.xmin::text";

/** The columns of a StoreRow, for statements that call the table `s`. */
export const STORE_COLUMNS = `s.id, ${STORE_VERSION} as version, s.pid, s.name, s.settings, s.session_epoch as "sessionEpoch",
    s.sealed_secret as "sealedSecret", s.identity_secret_version as "identitySecretVersion",
    s.hook_version as "hookVersion", s.old_hook_until as "oldHookUntil", s.is_test as "isTest", s.is_sample as "isSample", s.erased_at is not null as "isErased",
    s.sender_version as "senderVersion", s.sender_media as "senderMedia"`;

const STORES_BY_PID: Statement = {
  name: "stores-by-pid",
  text: `select ${STORE_COLUMNS} from stores s where s.pid = any($1::text[]) and s.erased_at is null`,
};

export const findStoresByPid = (runner: Runner, pids: readonly string[]) => runner.run<StoreRow>(STORES_BY_PID, [pids]);

const STORES_BY_ID: Statement = {
  name: "stores-by-id",
  text: `select ${STORE_COLUMNS} from stores s where s.id = any($1::int[])`,
};

export const findStoresById = (runner: Runner, ids: readonly StoreId[]) => runner.run<StoreRow>(STORES_BY_ID, [ids]);

const STORE_VERSIONS: Statement = {
  name: "store-versions",
  text: `select s.id, ${STORE_VERSION} as version from stores s where s.id = any($1::int[])`,
};

export const findStoreVersions = (runner: Runner, ids: readonly StoreId[]) =>
  runner.run<Pick<StoreRow, "id" | "version">>(STORE_VERSIONS, [ids]);

export async function findStoreId(tx: SystemTx, pid: string) {
  const [row] = await tx<{ id: StoreId }>`select id from stores where pid = ${pid} and erased_at is null`;
  return row?.id;
}

type StoreSummary = { id: StoreId; pid: string; name: string; createdAt: Date; liveKeys: number };

export const selectStores = (tx: SystemTx, page: { after: string; limit: number }) => tx<StoreSummary>`
  select id, pid, name, created_at as "createdAt",
    (select count(*)::int from api_keys k where k.store_id = stores.id and revoked_at is null and (expires_at is null or expires_at > now())) as "liveKeys"
  from stores where pid > ${page.after} and erased_at is null order by pid limit ${page.limit}`;

/** A store as operators see it in a list. */
export type ListedStore = {
  readonly id: StoreId;
  readonly pid: string;
  readonly name: string;
  readonly isTest: boolean;
  readonly createdAt: Date;
  readonly settings: StoreSettings;
};
const LISTED = `id, pid, name, is_test as "isTest", created_at as "createdAt", settings`;
const AFTER = `erased_at is null and (lower(name) collate "C", id) > ($1 collate "C", $2::int)
  and lower(name) collate "C" >= $3 collate "C" and lower(name) collate "C" < $3 || chr(1114111) collate "C"`;
const IN_ORDER = `order by lower(name) collate "C", id limit $4`;

const STORES_BY_NAME: Statement = {
  name: "stores-by-name",
  text: `select ${LISTED} from stores where ${AFTER} ${IN_ORDER}`,
};
const PAUSED_STORES: Statement = {
  name: "paused-stores-by-name",
  text: `select ${LISTED} from stores where settings -> 'sending' ->> 'pausedUntil' is not null and ${AFTER} ${IN_ORDER}`,
};

/** Stores whose name begins so, after this one. */
export const selectListedStores = (
  runner: Runner,
  {
    after: [name, id],
    search,
    isPaused,
    limit,
  }: {
    readonly after: readonly [name: string, id: string];
    readonly search: string;
    readonly isPaused: boolean;
    readonly limit: number;
  },
) => runner.run<ListedStore>(isPaused ? PAUSED_STORES : STORES_BY_NAME, [name, id, search.toLowerCase(), limit]);

const LISTED_BY_PID: Statement = {
  name: "listed-store-by-pid",
  text: `select ${LISTED} from stores where pid = $1 and erased_at is null`,
};

export async function findListedStore(runner: Runner, pid: string): Promise<ListedStore | undefined> {
  const [store] = await runner.run<ListedStore>(LISTED_BY_PID, [pid]);
  return store;
}

/** Marks a store as erased, and returns the organisation that it belonged to. Undefined when it was marked before, or does
 *  not exist. */
export async function setErased(tx: SystemTx, id: StoreId, pid: string) {
  const [marked] = await tx<{ organisationId: number | null }>`
    with live as (
      select id, organisation_id from stores where id = ${id} and pid = ${pid} and erased_at is null for update
    )
    update stores s set erased_at = now(), session_epoch = session_epoch + 1, organisation_id = null
    from live where s.id = live.id returning live.organisation_id as "organisationId"`;
  return marked;
}

/** A store that is marked and still has its pid: its erasure was interrupted. */
export async function findErasedStore(tx: SystemTx, pid: string): Promise<StoreId | undefined> {
  const [row] = await tx<{ id: StoreId }>`select id from stores where pid = ${pid} and erased_at is not null`;
  return row?.id;
}

export const deleteKeysOf = (tx: SystemTx, storeId: StoreId) => tx`delete from api_keys where store_id = ${storeId}`;

export const anonymiseStore = (tx: SystemTx, id: StoreId, sealedSecret: Buffer) => tx`
  update stores set pid = 'erased-' || id, name = 'erased', settings = '{}', sealed_secret = ${sealedSecret},
    hook_version = hook_version + 1, old_hook_until = null, identity_secret_version = identity_secret_version + 1
  where id = ${id} and erased_at is not null`;

/** A store id is the shard in the upper bits and a number within the shard in the lower 19. */
const NUMBER_BITS = 19;
const SHARD_SHIFT = literal(NUMBER_BITS);
const NUMBER_MASK = literal(2 ** NUMBER_BITS - 1);

/** The next free id in the shard with the fewest stores. The caller holds the lock of `lockStores`. */
export async function findNextStoreId(tx: SystemTx, shards: { first: number; last: number }) {
  const [row] = await tx<{ id: StoreId }>`
    select (shard << ${SHARD_SHIFT}) + coalesce(max(s.id) & ${NUMBER_MASK}, 0) + 1 as id
    from generate_series(${shards.first}::int, ${shards.last}::int) as shard
    left join stores s on s.id >> ${SHARD_SHIFT} = shard
    group by shard order by count(s.id), shard limit 1`;
  return row?.id;
}

/** Any fixed number; no other lock of Keepsake uses it. */
const CREATE_STORE_LOCK = literal(7_305_012);

export const lockStores = (tx: SystemTx) => tx`select pg_advisory_xact_lock(${CREATE_STORE_LOCK})`;

export const insertStore = (
  tx: SystemTx,
  store: {
    id: StoreId;
    pid: string;
    name: string;
    sealedSecret: Buffer;
    organisationId: number;
    isTest: boolean;
    isSample: boolean;
  },
) => tx<{ id: StoreId }>`
  insert into stores (id, pid, name, sealed_secret, organisation_id, is_test, is_sample)
  values (${store.id}, ${store.pid}, ${store.name}, ${store.sealedSecret}, ${store.organisationId}, ${store.isTest}, ${store.isSample})
  on conflict (pid) do nothing returning id`;

const SAMPLE_STORE: Statement = {
  name: "sample-store-beside",
  text: `select sample.id, sample.pid, sample.name from stores mine join stores sample on sample.organisation_id = mine.organisation_id
    where mine.id = $1 and sample.is_sample and sample.erased_at is null`,
};

/** The sample store of the organisation that a store belongs to. */
export async function findSampleOf(runner: Runner, storeId: StoreId) {
  const [sample] = await runner.run<{ id: StoreId; pid: string; name: string }>(SAMPLE_STORE, [storeId]);
  return sample;
}

export async function isTestStore(tx: SystemTx, storeId: StoreId): Promise<boolean> {
  const [row] = await tx<{ isTest: boolean }>`select is_test as "isTest" from stores where id = ${storeId}`;
  return row?.isTest ?? false;
}

const NAME_MAX = 200;

export async function insertOrganisation(tx: SystemTx, name: string): Promise<number | undefined> {
  const [row] = await tx<{ id: number }>`
    insert into organisations (name) values (${name.slice(0, NAME_MAX)}) returning id`;
  return row?.id;
}

/** Undefined when there is no such store, or it is one of an older version that has no organisation yet. */
export async function findOrganisation(tx: SystemTx, storeId: StoreId): Promise<number | undefined> {
  const [row] = await tx<{ organisationId: number | null }>`
    select organisation_id as "organisationId" from stores where id = ${storeId}`;
  return row?.organisationId ?? undefined;
}

export const setOrganisation = (tx: SystemTx, storeId: StoreId, organisationId: number) => tx`
  update stores set organisation_id = ${organisationId} where id = ${storeId}`;

export const bumpSessionEpoch = (tx: StoreTx) => tx`
  update stores set session_epoch = session_epoch + 1 where id = ${tx.storeId}`;

export const bumpIdentitySecret = (tx: SystemTx, storeId: StoreId) => tx`
  update stores set identity_secret_version = identity_secret_version + 1 where id = ${storeId}`;

export const bumpHooks = (tx: SystemTx, storeId: StoreId, overlapSeconds: number) => tx`
  update stores set hook_version = hook_version + 1, old_hook_until = now() + make_interval(secs => ${overlapSeconds})
  where id = ${storeId}`;

export const endOldHook = (tx: SystemTx, storeId: StoreId) => tx`
  update stores set old_hook_until = null where id = ${storeId}`;

/** `media`: the sum of the codes of those that the store sends with a provider of its own. */
export const bumpSenders = (tx: StoreTx, media: number) => tx`
  update stores set sender_version = sender_version + 1, sender_media = ${media} where id = ${tx.storeId}`;

const ANNOUNCE_CHANGE = announceSql("store.changed", "store_id", {});
const ANNOUNCE_MARKETS = announceSql("markets.changed", "store_id", { after: "'0'" });

/** Makes every process drop its cached copy of the store and of its keys. */
export const announceStoreChange = (tx: SystemTx, storeId: StoreId) => tx`
  with changed as (select ${storeId}::int as store_id) ${ANNOUNCE_CHANGE} from changed`;

/** Makes a worker count the stock of the markets again. */
export const announceMarketsChange = (tx: SystemTx, storeId: StoreId) => tx`
  with changed as (select ${storeId}::int as store_id) ${ANNOUNCE_MARKETS} from changed`;
