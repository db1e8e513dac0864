import { createHash } from "node:crypto";
import type { Seal } from "../crypto/seal.ts";
import { AppError } from "../errors.ts";
import type { StoreId } from "../ids.ts";
import type { Db, StoreTx } from "./db.ts";

export const KEPT_HOURS = 24;
const PRUNE_PAGE = 1_000;

/** A request that may arrive more than once. The same caller, route and key make it the same request. */
export type KeyedRequest = { storeId: StoreId; credential: string; route: string; key: string; params: unknown };

const inProgress = () =>
  new AppError(
    "in-progress",
    "idempotency-key-in-progress",
    "A request with this Idempotency-Key is still running. Try again in a moment.",
    {
      retryAfterSeconds: 1,
    },
  );
const keyReused = () =>
  new AppError(
    "key-reused",
    "idempotency-key-reused",
    "This Idempotency-Key was used with other parameters. Use a new key for a new request.",
  );

const sha256 = (...parts: string[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest();
};

/** Runs the effect for the first request and returns the stored answer for each repetition. The answer is stored in the
 *  transaction of the effect, so a crash leaves both or neither. The answer to a refused request is not stored. */
export function runIdempotent<T>(
  db: Db,
  seal: Seal,
  keyed: KeyedRequest,
  effect: (tx: StoreTx) => Promise<T>,
): Promise<T> {
  const keyHash = sha256(keyed.credential, keyed.route, keyed.key);
  const fingerprint = sha256(JSON.stringify(keyed.params));
  return db.inStore(keyed.storeId, async (tx) => {
    const [lock] = await tx<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${tx.storeId}, ${keyHash.readInt32BE(0)}) as "isFree"`;
    if (!lock?.isFree) throw inProgress();

    const [earlier] = await tx<{ fingerprint: Buffer; sealedBody: Buffer; expired: boolean }>`
      select fingerprint, sealed_body as "sealedBody", created_at < now() - make_interval(hours => ${KEPT_HOURS}) as expired
      from idempotency_keys where store_id = ${tx.storeId} and key_hash = ${keyHash}`;
    if (earlier?.expired)
      await tx`delete from idempotency_keys where store_id = ${tx.storeId} and key_hash = ${keyHash}`;
    else if (earlier && !earlier.fingerprint.equals(fingerprint)) throw keyReused();
    else if (earlier) return JSON.parse(seal.open(earlier.sealedBody).toString()) as T;

    const answer = await effect(tx);
    await tx`
      insert into idempotency_keys (store_id, key_hash, fingerprint, sealed_body)
      values (${tx.storeId}, ${keyHash}, ${fingerprint}, ${seal.seal(Buffer.from(JSON.stringify(answer)))})`;
    return answer;
  });
}

/** Deletes a page of answers that are older than 24 hours. */
export async function pruneIdempotencyKeys(db: Db): Promise<number> {
  return db.asWorker(async (tx) => {
    const gone = await tx<{ done: boolean }>`
      delete from idempotency_keys where (store_id, key_hash) in (
        select store_id, key_hash from idempotency_keys
        where created_at < now() - make_interval(hours => ${KEPT_HOURS})
        order by created_at limit ${PRUNE_PAGE}
      ) returning true as done`;
    return gone.length;
  });
}
