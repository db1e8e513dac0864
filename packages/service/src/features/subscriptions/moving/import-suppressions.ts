import type { StoreTx } from "../../../platform/db/db.ts";
import { maskAddresses } from "../../../platform/text/mask-address.ts";
import type { HashAddress } from "../address.ts";
import { HAPPENINGS } from "../line/happenings.ts";
import { endSubscriptions } from "../sql.ts";
import type { MovedSuppression } from "./moved-subscription.ts";
import { findOpen, hasSuppressions, insertSuppressions } from "./sql.ts";

const REASON_MAX = 40;

/** Suppresses addresses: nothing is sent to them any more, and what is open for them ends. One that is known only as a hash of
 *  another installation is stored as it is, for an export back to it. Returns how many are new. */
export async function importSuppressions(
  tx: StoreTx,
  hashAddress: HashAddress,
  suppressions: readonly MovedSuppression[],
): Promise<number> {
  const byHash = new Map<string, { addressHash: string; since: string | null; reason: string }>();
  for (const { address, hash, since, reason } of suppressions) {
    const addressHash = address ? hashAddress(address, tx.storeId) : hash;
    if (addressHash && !byHash.has(addressHash))
      byHash.set(addressHash, { addressHash, since, reason: maskAddresses(reason).slice(0, REASON_MAX) });
  }
  const added = await insertSuppressions(tx, [...byHash.values()]);
  const open = await findOpen(tx, added);
  if (open.length > 0)
    await endSubscriptions(
      tx,
      open.map(({ id }) => id),
      { state: "undeliverable", reason: HAPPENINGS.say("suppressed", {}) },
    );
  return added.length;
}

export const isAnySuppressed = (tx: StoreTx) => hasSuppressions(tx);
