import type { StoreTx } from "../../../platform/db/db.ts";
import { deleteBrake, releasePlans } from "../sql.ts";

/** An operator looked, and lets a store's alerts go on. Answers how many plans did; nothing where none were held. */
export async function releaseBrake(tx: StoreTx): Promise<number | undefined> {
  const [brake] = await deleteBrake(tx);
  if (!brake) return undefined;
  const released = await releasePlans(tx, brake.reason);
  tx.ringAfterCommit();
  return released.length;
}
