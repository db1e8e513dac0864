import type { Seal } from "../../platform/crypto/seal.ts";
import type { SystemTx } from "../../platform/db/db.ts";
import type { StoreId } from "../../platform/ids.ts";
import { pidTaken } from "./errors.ts";
import { findNextStoreId, insertStore, lockStores } from "./sql.ts";
import { newPid, newStoreSecret, secretOf } from "./store.ts";

export async function createStore(
  tx: SystemTx,
  seal: Seal,
  { name, pid = newPid(), shards }: { name: string; pid?: string; shards: { first: number; last: number } },
): Promise<{ id: StoreId; pid: string; name: string }> {
  await lockStores(tx); // two stores that are created at once must not get the same id
  const id = await findNextStoreId(tx, shards);
  if (!id) throw new Error("KEEPSAKE_SHARDS is an empty range");
  const [created] = await insertStore(tx, { id, pid, name, sealedSecret: seal.seal(newStoreSecret(), secretOf(id)) });
  if (!created) throw pidTaken(pid);
  return { id, pid, name };
}
