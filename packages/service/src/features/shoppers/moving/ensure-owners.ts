import type { StoreTx } from "../../../platform/db/db.ts";
import { isGuest, type Regid } from "../regid.ts";
import type { FoundOwner, MovedOwner } from "./moved-owner.ts";
import { findOwners, insertOwners } from "./sql.ts";

/** Finds the shoppers of an import, and adds those who are new, but nobody who was erased: they come back only by themselves.
 *  Who was erased may have no row here, if they had alerts and no account. */
export async function ensureOwners(
  tx: StoreTx,
  owners: readonly MovedOwner[],
  wasErased: (owner: MovedOwner) => boolean,
): Promise<ReadonlyMap<Regid, FoundOwner>> {
  const found = new Map<Regid, FoundOwner>(owners.map(({ regid }) => [regid, "erased"]));
  const regids = [...found.keys()];
  const allowed = owners.filter((owner) => !wasErased(owner));
  const distinct = [...new Map(allowed.map((owner) => [owner.regid, owner])).values()];
  const inserted = new Set((await insertOwners(tx, distinct)).map(({ regid }) => regid));
  for (const { regid, id, email } of await findOwners(tx, regids))
    found.set(regid, email === null && !isGuest(regid) ? "erased" : { id, isNew: inserted.has(regid) });
  return found;
}
