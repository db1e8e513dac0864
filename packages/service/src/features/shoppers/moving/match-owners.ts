import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { isGuest } from "../regid.ts";
import type { MovedOwner } from "./moved-owner.ts";
import { findOwners } from "./sql.ts";

/** Whether the person of a row was erased after the time of the row, as far as their address tells. */
export type WasErased = (owner: MovedOwner) => boolean;

/** The shoppers of rows, row by row: undefined if the store does not have them. What was erased does not come back with an old
 *  row, also when its person has come back. */
export async function matchOwners(
  tx: StoreTx,
  owners: readonly MovedOwner[],
  wasErased: WasErased,
): Promise<readonly (ShopperId | "erased" | undefined)[]> {
  const regids = [...new Set(owners.map(({ regid }) => regid))];
  if (regids.length === 0) return [];
  const found = new Map((await findOwners(tx, regids)).map((row) => [row.regid, row]));
  return owners.map((owner) => {
    const { regid, createdAt } = owner;
    const row = found.get(regid);
    if (wasErased(owner)) return "erased";
    if (!row) return undefined;
    // The account has not come back.
    if (row.email === null && !isGuest(regid)) return "erased";
    const isOlder = row.erasedAt !== null && !(createdAt !== null && Date.parse(createdAt) > row.erasedAt);
    return isOlder ? "erased" : row.id;
  });
}
