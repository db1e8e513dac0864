import type { Seal } from "../../platform/crypto/seal.ts";
import type { SystemTx } from "../../platform/db/db.ts";
import type { StoreId } from "../../platform/ids.ts";
import { pidTaken } from "./errors.ts";
import { getStoreId } from "./get-store-id.ts";
import { noOrganisation } from "./members/errors.ts";
import { findNextStoreId, findOrganisation, insertOrganisation, insertStore, lockStores } from "./sql.ts";
import { newPid, newStoreSecret, secretOf } from "./store.ts";

export async function createStore(
  tx: SystemTx,
  seal: Seal,
  {
    name,
    pid = newPid(),
    shards,
    besides,
    isTest = false,
    isSample = false,
  }: {
    name: string;
    pid?: string;
    shards: { first: number; last: number };
    /** The pid of a store whose organisation this one joins. Without it, the store gets one of its own. */
    besides?: string;
    /** Mails of a test store go only to members. */
    isTest?: boolean;
    /** It holds sample data, and sends nothing to anybody. */
    isSample?: boolean;
  },
): Promise<{ id: StoreId; pid: string; name: string }> {
  await lockStores(tx); // two stores that are created at once must not get the same id
  const id = await findNextStoreId(tx, shards);
  if (!id) throw new Error("KEEPSAKE_SHARDS is an empty range");
  const sealedSecret = seal.seal(newStoreSecret(), secretOf(id));
  const organisationId =
    besides === undefined
      ? await insertOrganisation(tx, name)
      : await findOrganisation(tx, await getStoreId(tx, besides));
  if (organisationId === undefined) throw noOrganisation();
  const [created] = await insertStore(tx, { id, pid, name, sealedSecret, organisationId, isTest, isSample });
  if (!created) throw pidTaken(pid);
  return { id, pid, name };
}
