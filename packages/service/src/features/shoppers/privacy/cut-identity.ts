import type { StoreTx } from "../../../platform/db/db.ts";
import { anonymise, insertTombstones, type ShopperRow, type Tombstone } from "./sql.ts";

/** Ends what leads to these shoppers: their sessions, their regids and their addresses. In place of each, a row with the
 *  same regid stays that remembers only that the sessions ended, and when. A later login with the same address, or the same device,
 *  gets that row: a new person with a new id, and no session from before. Returns what stays; `logged` has the rows that the
 *  erasure log knows of, also for regids that this database has never seen, and the time of that erasure. */
export async function cutIdentity(
  tx: StoreTx,
  shoppers: readonly ShopperRow[],
  logged?: { readonly tombstones: readonly Tombstone[]; readonly at: string },
): Promise<readonly Tombstone[]> {
  const epochs = new Map(logged?.tombstones.map(({ regid, epoch }) => [regid, epoch]));
  for (const { regid, epoch } of shoppers) epochs.set(regid, Math.max(epoch + 1, epochs.get(regid) ?? 0));
  const tombstones = [...epochs].map(([regid, epoch]) => ({ regid, epoch }));
  if (shoppers.length > 0)
    await anonymise(
      tx,
      shoppers.map(({ id }) => id),
    );
  if (tombstones.length > 0) await insertTombstones(tx, tombstones, logged?.at ?? null);
  return tombstones;
}
