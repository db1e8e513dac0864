import type { FastifyRequest } from "fastify";
import type { Seal } from "../crypto/seal.ts";
import type { Db, StoreTx } from "../db/db.ts";
import { runIdempotent } from "../db/idempotency.ts";
import { AppError } from "../errors.ts";
import type { StoreId } from "../ids.ts";

const KEY_MAX = 255;

/** Who makes a request. `about`: the regid of the shopper or the hash of the address that its answer is about, so that an
 *  erasure can delete the answer. It is computed only for a request with a key. */
type Requester = { storeId: StoreId; credential: string; about?: () => string | undefined };

/** Runs a write. With an `Idempotency-Key` the effect gets the transaction that also stores its answer; without one it
 *  gets none, and may share a statement with other callers. */
export type WithIdempotencyKey = <T>(
  request: FastifyRequest,
  caller: Requester,
  effect: (tx?: StoreTx) => Promise<T>,
) => Promise<T>;

export const createWithIdempotencyKey =
  (db: Db, sealOf: (storeId: StoreId) => Promise<Seal>): WithIdempotencyKey =>
  async (request, { storeId, credential, about }, effect) => {
    const key = request.headers["idempotency-key"];
    if (key === undefined) return effect();
    if (typeof key !== "string" || key.length === 0 || key.length > KEY_MAX) {
      throw new AppError(
        "invalid",
        "invalid-idempotency-key",
        `An Idempotency-Key must have 1 to ${KEY_MAX} characters.`,
      );
    }
    const route = request.routeOptions.url ?? "";
    const keyed = { storeId, credential, route, key, params: request.body, about: about?.() };
    return runIdempotent(db, await sealOf(storeId), keyed, effect);
  };
