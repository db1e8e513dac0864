import { createHash } from "node:crypto";
import { hasCurrentFormat, type Seal, type SealContext } from "../crypto/seal.ts";
import { AppError } from "../errors.ts";
import type { StoreId } from "../ids.ts";
import type { Db, StoreTx } from "./db.ts";
import { pruneInPages } from "./prune-in-pages.ts";

export const KEPT_HOURS = 24;
const PRUNE_PAGE = 1_000;

/** A request that may arrive more than once. The same caller, route and key make it the same request. */
export type KeyedRequest = {
  storeId: StoreId;
  credential: string;
  route: string;
  key: string;
  params: unknown;
  about?: string | undefined;
};

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

export const answerOf = (storeId: StoreId): SealContext => ({ purpose: "answer", owner: storeId });

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
    else if (earlier) return JSON.parse(seal.open(earlier.sealedBody, answerOf(tx.storeId)).toString()) as T;

    const answer = await effect(tx);
    await tx`
      insert into idempotency_keys (store_id, key_hash, fingerprint, sealed_body, about)
      values (${tx.storeId}, ${keyHash}, ${fingerprint}, ${seal.seal(Buffer.from(JSON.stringify(answer)), answerOf(tx.storeId))}, ${keyed.about ?? null})`;
    return answer;
  });
}

/** Deletes answers that are older than 24 hours. */
export const pruneIdempotencyKeys = (db: Db): Promise<number> =>
  pruneInPages(async () => {
    const gone = await db.worker<{ done: boolean }>`
      delete from idempotency_keys where (store_id, key_hash) in (
        select store_id, key_hash from idempotency_keys
        where created_at < now() - make_interval(hours => ${KEPT_HOURS})
        order by created_at limit ${PRUNE_PAGE}
      ) returning true as done`;
    return gone.length;
  });

/** Deletes a page of the answers that are about these regids or hashes of addresses; with `until`, of those from before that
 *  time. Returns how many. */
export async function forgetAnswers(
  tx: StoreTx,
  { about, until }: { readonly about: readonly string[]; readonly until?: Date | undefined },
  limit: number,
): Promise<number> {
  const gone = await tx<{ done: boolean }>`
    delete from idempotency_keys where store_id = ${tx.storeId} and key_hash in (
      select key_hash from idempotency_keys
      where store_id = ${tx.storeId} and about = any(${about}::uuid[]) and created_at < ${until ?? "infinity"}::timestamptz limit ${limit}
    ) returning true as done`;
  return gone.length;
}

type AnswerKey = { readonly storeId: StoreId; readonly keyHash: Buffer };
const BEFORE_ALL: AnswerKey = { storeId: 0 as StoreId, keyHash: Buffer.alloc(0) };

/** Seals the answers of 0.1 among a page of answers again. `left` counts those for which `again` returned undefined; `next`
 *  is where the next page begins. */
export function resealAnswers(
  db: Db,
  again: (storeId: StoreId, sealed: Buffer) => Promise<Buffer | undefined>,
  { after = BEFORE_ALL, limit }: { after?: AnswerKey | undefined; limit: number },
): Promise<{ resealed: number; left: number; next: AnswerKey | undefined }> {
  return db.asOperator(async (tx) => {
    const rows = await tx<AnswerKey & { sealedBody: Buffer }>`
      select store_id as "storeId", key_hash as "keyHash", sealed_body as "sealedBody" from idempotency_keys
      where (store_id, key_hash) > (${after.storeId}, ${after.keyHash}) order by store_id, key_hash limit ${limit} for update`;
    let [resealed, left] = [0, 0];
    for (const { storeId, keyHash, sealedBody } of rows.filter((row) => !hasCurrentFormat(row.sealedBody))) {
      const sealed = await again(storeId, sealedBody);
      if (!sealed) left += 1;
      else {
        await tx`
          update idempotency_keys set sealed_body = ${sealed} where store_id = ${storeId} and key_hash = ${keyHash}`;
        resealed += 1;
      }
    }
    return { resealed, left, next: rows.length === limit ? rows.at(-1) : undefined };
  });
}
