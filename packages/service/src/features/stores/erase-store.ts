import type { Seal } from "../../platform/crypto/seal.ts";
import type { SystemTx } from "../../platform/db/db.ts";
import type { StoreId } from "../../platform/ids.ts";
import type { Actor } from "./access/caller.ts";
import { recordInstallationAudit } from "./audit/record-audit.ts";
import { unknownStore } from "./errors.ts";
import { removeOrganisation } from "./members/remove-organisation.ts";
import { announceStoreChange, anonymiseStore, deleteKeysOf, findErasedStore, setErased } from "./sql.ts";
import { newStoreSecret, secretOf } from "./store.ts";

/** From now on no call finds the store, and its keys and the staff who work nowhere else are gone. The audit log of the
 *  installation keeps who erased it. */
export async function markStoreErased(
  tx: SystemTx,
  { id, pid }: { readonly id: StoreId; readonly pid: string },
  actor: Actor,
): Promise<void> {
  const marked = await setErased(tx, id, pid);
  if (!marked) {
    if (!(await findErasedStore(tx, pid))) throw unknownStore();
    return;
  }
  await deleteKeysOf(tx, id);
  if (marked.organisationId !== null) await removeOrganisation(tx, marked.organisationId);
  await announceStoreChange(tx, id);
  await recordInstallationAudit(tx, { actor, action: "store.erased", details: { storeId: id, pid } });
}

/** The id of a store whose erasure was interrupted. */
export const findInterrupted = (tx: SystemTx, pid: string): Promise<StoreId | undefined> => findErasedStore(tx, pid);

/** Takes the name, the settings and the secret of an erased store away. Its number stays, for nobody else. */
export const clearStore = (tx: SystemTx, seal: Seal, id: StoreId) =>
  anonymiseStore(tx, id, seal.seal(newStoreSecret(), secretOf(id)));
