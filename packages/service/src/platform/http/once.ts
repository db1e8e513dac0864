import type { FastifyRequest } from "fastify";
import type { Db, StoreTx } from "../db.ts";
import { AppError } from "../errors.ts";
import { runOnce } from "../idempotency.ts";
import type { StoreId } from "../ids.ts";
import type { Seal } from "../seal.ts";

const KEY_MAX = 255;

/** Runs a write. Under an `Idempotency-Key` the effect gets the transaction that also stores its answer;
 *  without one it gets none and may take the folded way. */
export type Once = <T>(
  request: FastifyRequest,
  who: { storeId: StoreId; credential: string },
  effect: (tx?: StoreTx) => Promise<T>,
) => Promise<T>;

export const createOnce =
  (db: Db, seal: Seal): Once =>
  (request, { storeId, credential }, effect) => {
    const key = request.headers["idempotency-key"];
    if (key === undefined) return effect();
    if (typeof key !== "string" || key.length === 0 || key.length > KEY_MAX) {
      throw new AppError("invalid", "invalid-idempotency-key", `An Idempotency-Key has 1 to ${KEY_MAX} characters.`);
    }
    const route = request.routeOptions.url ?? "";
    return runOnce(db, seal, { storeId, credential, route, key, params: request.body }, effect);
  };
