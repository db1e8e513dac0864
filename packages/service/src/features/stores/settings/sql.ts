import type { Runner, Statement, StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { fragment } from "../../../platform/db/fragment.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { MERGED_GROUPS, type StoreSettings } from "./settings.ts";

/** Merges the groups of settings field by field: `||` alone would reset every field of a group that is not given. */
export const updateSettings = (tx: SystemTx, storeId: StoreId, changes: Partial<StoreSettings>) => tx<{
  settings: StoreSettings;
}>`
  update stores set settings = jsonb_strip_nulls(settings || change || coalesce((
      select jsonb_object_agg(name, coalesce(settings -> name, '{}') || (change -> name))
      from unnest(${MERGED_GROUPS}::text[]) as name
      where jsonb_typeof(change -> name) = 'object'
    ), '{}'))
  from (select ${JSON.stringify(changes)}::jsonb as change) as given
  where id = ${storeId} returning settings`;

type SenderAddress = NonNullable<StoreSettings["sender"]>;

/** The address that the store's mails come from. Locks the store's settings until the transaction ends. */
export async function lockSenderAddress(tx: StoreTx): Promise<SenderAddress | undefined> {
  const [row] = await tx<{ sender: SenderAddress | null }>`
    select settings -> 'sender' as sender from stores where id = ${tx.storeId} for update`;
  return row?.sender ?? undefined;
}

export const updateSenderAddress = (tx: StoreTx, sender: SenderAddress | null) => tx`
  update stores set settings = settings - 'sender' || jsonb_strip_nulls(jsonb_build_object('sender', ${sender && JSON.stringify(sender)}::jsonb))
  where id = ${tx.storeId}`;

type Stored = {
  readonly name: string;
  readonly settings: StoreSettings;
  readonly version: string;
  readonly isTest: boolean;
};

/** Different after every change of the settings, and the same for the same settings. */
const VERSION = fragment(`left(encode(sha256(convert_to(name || settings::text, 'UTF8')), 'hex'), 20)`);

export async function findSettings(tx: StoreTx): Promise<Stored> {
  const [stored] = await tx<Stored>`
    select name, settings, ${VERSION} as version, is_test as "isTest" from stores where id = ${tx.storeId}`;
  return stored as Stored;
}

/** Waits for another change of the same settings. */
export async function lockSettings(tx: StoreTx): Promise<Stored> {
  const [stored] = await tx<Stored>`
    select name, settings, ${VERSION} as version, is_test as "isTest" from stores where id = ${tx.storeId}
    for no key update`;
  return stored as Stored;
}

export const renameStore = (tx: StoreTx, name: string) => tx`update stores set name = ${name} where id = ${tx.storeId}`;

const STORES_THAT_SET: Statement = {
  name: "stores-that-set",
  text: "select id from stores where settings -> $1 ->> $2 is not null and erased_at is null",
};

export const selectStoresThatSet = (runner: Runner, group: string, name: string) =>
  runner.run<{ id: StoreId }>(STORES_THAT_SET, [group, name]);
