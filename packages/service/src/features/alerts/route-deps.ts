import type { FastifyRequest } from "fastify";
import type { Db, StoreTx } from "../../platform/db/db.ts";
import type { WithIdempotencyKey } from "../../platform/http/idempotency-key.ts";
import { jsonOrForm } from "../../platform/http/wire.ts";
import type { VariantCache } from "../catalog/variants/variant-cache.ts";
import { callerOf, type RequireKey } from "../stores/keys/require-key.ts";
import type { Store } from "../stores/store.ts";

// Shared by the routes for the merchant's server and dashboard.

export type AlertRouteDeps = {
  readonly db: Db;
  readonly variants: VariantCache;
  readonly requireKey: RequireKey;
  readonly withIdempotencyKey: WithIdempotencyKey;
};

export const keyedCall = { tags: ["Alerts"], security: [{ storeKey: [] }], consumes: jsonOrForm };

/** Runs a write in a transaction. A repeated request with the same Idempotency-Key gets the first answer. */
export const createWrite =
  ({ db, withIdempotencyKey }: Pick<AlertRouteDeps, "db" | "withIdempotencyKey">) =>
  <T>(request: FastifyRequest, effect: (tx: StoreTx, store: Store) => Promise<T>): Promise<T> => {
    const { store, keyId } = callerOf(request);
    return withIdempotencyKey(request, { storeId: store.id, credential: keyId }, (tx) =>
      db.inStore(store.id, (inside) => effect(inside, store), tx),
    );
  };
