import type { Seal } from "../../platform/crypto/seal.ts";
import type { Runner, SystemTx } from "../../platform/db/db.ts";
import type { StoreId } from "../../platform/ids.ts";
import { createStore } from "./create-store.ts";
import { SETUP_STEPS } from "./settings/settings.ts";
import { updateStore } from "./settings/update-store.ts";
import { findSampleOf, lockStores } from "./sql.ts";
import type { Store } from "./store.ts";

export type SampleStore = { readonly id: StoreId; readonly pid: string; readonly name: string };

/** The store with sample data of the organisation that a store belongs to. */
export const findSampleStore = (runner: Runner, storeId: StoreId): Promise<SampleStore | undefined> =>
  findSampleOf(runner, storeId);

/** Creates an empty store for sample data in the organisation of a store, or returns the one that it has. */
export async function createSampleStore(
  tx: SystemTx,
  seal: Seal,
  besides: Pick<Store, "id" | "pid">,
  shards: { first: number; last: number },
): Promise<{ readonly store: SampleStore; readonly isNew: boolean }> {
  await lockStores(tx); // of two calls at once, the second finds the store of the first
  const existing = await findSampleOf(tx, besides.id);
  if (existing) return { store: existing, isNew: false };
  const store = await createStore(tx, seal, { name: NAME, shards, besides: besides.pid, isTest: true, isSample: true });
  // It is not to be connected with a shop, so nothing of its setup is missing.
  await updateStore(tx, store.pid, { setup: { skipped: [...SETUP_STEPS], finishedAt: new Date().toISOString() } });
  return { store, isNew: true };
}

const NAME = "Sample shop";
