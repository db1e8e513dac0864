import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { matchOwners, type WasErased } from "./match-owners.ts";
import type { MovedOwner } from "./moved-owner.ts";

/** The shoppers that rows name, row by row: null if a row names nobody, `unknown` if the store does not have them. Adds nobody. */
export async function findNamedOwners(
  tx: StoreTx,
  owners: readonly (MovedOwner | null)[],
  wasErased: WasErased,
): Promise<readonly (ShopperId | "erased" | "unknown" | null)[]> {
  const found = (
    await matchOwners(
      tx,
      owners.filter((owner) => owner !== null),
      wasErased,
    )
  ).values();
  return owners.map((owner) => owner && (found.next().value ?? "unknown"));
}
