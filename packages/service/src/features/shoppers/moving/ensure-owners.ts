import type { StoreTx } from "../../../platform/db/db.ts";
import { unavailable } from "../../../platform/errors.ts";
import { matchOwners, type WasErased } from "./match-owners.ts";
import type { FoundOwner, MovedOwner } from "./moved-owner.ts";
import { insertOwners } from "./sql.ts";

/** Finds the shoppers of an import, row by row, and adds those who are new, but nobody who was erased: they come back only by
 *  themselves. Who was erased may have no row here, if they had alerts and no account. */
export async function ensureOwners(
  tx: StoreTx,
  owners: readonly MovedOwner[],
  wasErased: WasErased,
): Promise<readonly FoundOwner[]> {
  const allowed = owners.filter((owner) => !wasErased(owner));
  const distinct = [...new Map(allowed.map((owner) => [owner.regid, owner])).values()];
  const inserted = new Set((await insertOwners(tx, distinct)).map(({ regid }) => regid));
  const found = await matchOwners(tx, owners, wasErased);
  return owners.map(({ regid }, place) => {
    const id = found[place];
    // Since it was inserted, the regid went to another row: by an erasure, or by a login. The page is tried again.
    if (id === undefined) throw unavailable("The record of a shopper");
    return id === "erased" ? "erased" : { id, isNew: inserted.has(regid) };
  });
}
