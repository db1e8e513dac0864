import type { SystemTx } from "../../platform/db/db.ts";
import { getStoreId } from "./settings/update-store.ts";
import { announceStoreChange, bumpIdentitySecret } from "./sql.ts";

/** A new secret for email assertions; the old one stops as soon as each process has heard of it. */
export async function rotateIdentitySecret(tx: SystemTx, pid: string) {
  const storeId = await getStoreId(tx, pid);
  await bumpIdentitySecret(tx, storeId);
  await announceStoreChange(tx, storeId);
}
