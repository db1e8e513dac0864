import type { SystemTx } from "../../platform/db.ts";
import { announceStoreChange, bumpIdentitySecret } from "./sql.ts";
import { getStoreId } from "./update-store.ts";

/** A new secret for email assertions; the old one stops as soon as each process has heard of it. */
export async function rotateIdentitySecret(tx: SystemTx, pid: string) {
  const storeId = await getStoreId(tx, pid);
  await bumpIdentitySecret(tx, storeId);
  await announceStoreChange(tx, storeId);
}
