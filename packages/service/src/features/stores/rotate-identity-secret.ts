import type { SystemTx } from "../../platform/db/db.ts";
import { getStoreId } from "./get-store-id.ts";
import { announceStoreChange, bumpIdentitySecret } from "./sql.ts";

/** Replaces the secret for email assertions. Each process refuses the old one as soon as it receives the event. */
export async function rotateIdentitySecret(tx: SystemTx, pid: string) {
  const storeId = await getStoreId(tx, pid);
  await bumpIdentitySecret(tx, storeId);
  await announceStoreChange(tx, storeId);
}
