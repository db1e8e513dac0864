import type { SystemTx } from "../../platform/db/db.ts";
import { getStoreId } from "./get-store-id.ts";
import { announceStoreChange, bumpHooks, endOldHook } from "./sql.ts";

/** Replaces the addresses of a store's webhooks. The present ones work for another while, those before no longer. */
export async function rotateHooks(tx: SystemTx, pid: string, { overlapSeconds }: { overlapSeconds: number }) {
  const storeId = await getStoreId(tx, pid);
  await bumpHooks(tx, storeId, overlapSeconds);
  await announceStoreChange(tx, storeId);
}

/** Ends the addresses from before the last replacement. */
export async function endOldHooks(tx: SystemTx, pid: string) {
  const storeId = await getStoreId(tx, pid);
  await endOldHook(tx, storeId);
  await announceStoreChange(tx, storeId);
}
