import type { Seal } from "../../platform/crypto/seal.ts";
import type { SystemTx } from "../../platform/db/db.ts";
import type { StoreId } from "../../platform/ids.ts";
import { pidTaken } from "./errors.ts";
import { insertStore, lockStores, nextStoreId } from "./sql.ts";
import { newPid, newStoreSecret } from "./store.ts";

export async function createStore(
  tx: SystemTx,
  seal: Seal,
  { name, pid = newPid(), shards }: { name: string; pid?: string; shards: { first: number; last: number } },
): Promise<{ id: StoreId; pid: string; name: string }> {
  await lockStores(tx); // two stores made at once must not take one number
  const id = await nextStoreId(tx, shards);
  const [made] = await insertStore(tx, { id, pid, name, sealedSecret: seal.seal(newStoreSecret()) });
  if (!made) throw pidTaken(pid);
  return { id, pid, name };
}
