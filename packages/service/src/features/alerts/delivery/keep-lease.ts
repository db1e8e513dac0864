import type { Db } from "../../../platform/db/db.ts";
import type { Log } from "../../../platform/log.ts";
import type { Chunk } from "./delivery.ts";
import { renewLease } from "./sql.ts";

/** Renews the lease of a chunk three times as often as it ends, however slow the provider is. `lost` is aborted when another
 *  worker may have the chunk: the lease was not renewed in time, or the chunk was taken away. */
export function keepLease(
  { db, log }: { readonly db: Db; readonly log: Log },
  chunk: Pick<Chunk, "storeId" | "id" | "lease">,
  leaseSeconds: number,
) {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const renew = async () => {
    const from = performance.now();
    try {
      if (await db.inStore(chunk.storeId, (tx) => renewLease(tx, chunk, leaseSeconds))) renewedAt = from;
      else lost.abort();
    } catch (error) {
      log.warn({ error, chunk: chunk.id }, "The lease of a chunk of alerts was not renewed: trying again");
    }
    if (performance.now() - renewedAt > leaseSeconds * 1_000) lost.abort();
  };
  const timer = setInterval(() => void renew(), (leaseSeconds * 1_000) / 3);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
