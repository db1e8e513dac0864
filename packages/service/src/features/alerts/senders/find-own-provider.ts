import type { Db, StoreTx } from "../../../platform/db/db.ts";
import { unavailable } from "../../../platform/errors.ts";
import type { Medium } from "../../../platform/messaging/send-counts.ts";
import type { Store } from "../../stores/store.ts";
import { type Access, type OwnProvider, openProvider } from "./provider.ts";
import { findSenderRows } from "./sql.ts";

/** The store's own provider, with its secrets; undefined if it uses the installation's. */
export async function findOwnProvider(tx: StoreTx, store: Store, medium: Medium): Promise<OwnProvider | undefined> {
  const row = (await findSenderRows(tx)).find((one) => one.medium === medium);
  return row && openProvider(store.seal, store.id, medium, row.sealedAccess);
}

/** The same, but throws when the stored access cannot be opened: the store then still has a provider of its own. */
export async function openOwnProvider(tx: StoreTx, store: Store, medium: Medium): Promise<OwnProvider | undefined> {
  const row = (await findSenderRows(tx)).find((one) => one.medium === medium);
  if (!row) return undefined;
  const provider = openProvider(store.seal, store.id, medium, row.sealedAccess);
  if (!provider) throw unavailable("The stored access of the store's sender");
  return provider;
}

/** Reads nothing for a store that uses the installation's. */
export async function findAccess(db: Db, store: Store, medium: Medium): Promise<Access | undefined> {
  if (!store.senders[medium]) return undefined;
  return (await db.inStore(store.id, (tx) => openOwnProvider(tx, store, medium)))?.access;
}
