import type { StoreTx } from "../../../platform/db/db.ts";
import type { ErasureId } from "../../../platform/ids.ts";
import { eraseAtTools } from "../../marketing/privacy/erase-at-tools.ts";
import { cutIdentity } from "../../shoppers/privacy/cut-identity.ts";
import type { Store } from "../../stores/store.ts";
import type { HashAddress } from "../../subscriptions/address.ts";
import { findAlertsOfPerson } from "../../subscriptions/privacy/find-addresses.ts";
import { suppressErased } from "../../subscriptions/suppression/suppress-erased.ts";
import { findPerson, type SoughtPerson } from "../find-person.ts";
import { sealPerson, type Tombstone } from "./erasure.ts";
import { insertErasure } from "./sql.ts";

/** As long as the process that begins it may take before a worker continues it. */
export const LEASE_SECONDS = 30;

/** Cuts a person off in one transaction: their sessions end, nothing is sent to their addresses any more, and a login with
 *  the same address begins anew. `continueErasure` deletes their rows afterwards. `logged`: the erasure is one of the log,
 *  after a restore. */
export async function beginErasure(
  tx: StoreTx,
  hashAddress: HashAddress,
  store: Store,
  sought: SoughtPerson,
  logged?: { readonly id: ErasureId; readonly tombstones: readonly Tombstone[]; readonly at: string },
): Promise<ErasureId> {
  const { shoppers, ...person } = await findPerson(tx, hashAddress, sought, { lock: true });
  await eraseAtTools(tx, store, person);
  for (const hash of person.hashes) await suppressErased(tx, hash);
  const tombstones = await cutIdentity(tx, shoppers, logged);
  return insertErasure(tx, {
    id: logged?.id,
    sealedPerson: sealPerson(store, { ...person, alerts: await findAlertsOfPerson(tx, person), tombstones }),
    leaseSeconds: LEASE_SECONDS,
    isLogged: logged !== undefined,
  });
}
