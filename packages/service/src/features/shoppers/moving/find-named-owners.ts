import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import type { MovedOwner } from "./moved-owner.ts";
import { findOwners } from "./sql.ts";

/** The shoppers that rows name, row by row: null if a row names nobody, `unknown` if the store does not have them. Adds nobody. */
export async function findNamedOwners(
  tx: StoreTx,
  owners: readonly (MovedOwner | null)[],
): Promise<readonly (ShopperId | "unknown" | null)[]> {
  const regids = [...new Set(owners.flatMap((owner) => owner?.regid ?? []))];
  if (regids.length === 0) return owners.map(() => null);
  const found = new Map((await findOwners(tx, regids)).map(({ regid, id }) => [regid, id]));
  return owners.map((owner) => owner && (found.get(owner.regid) ?? "unknown"));
}
