import type { FastifyRequest } from "fastify";
import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { WithIdempotencyKey } from "../../../platform/http/idempotency-key.ts";
import type { AuditDetails } from "../audit/entry.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Store } from "../store.ts";
import { callerOf, requesterOf } from "./require-scope.ts";

/** Runs a change that a merchant makes, in one transaction with its line in the audit log. A repeated request with the
 *  same Idempotency-Key gets the first answer. `action` is what happened, such as `plan.paused`;
 *  `details` has the ids and settings that changed. */
export type Change = <T>(
  request: FastifyRequest,
  action: string | { readonly action: string; readonly details: AuditDetails },
  work: (tx: StoreTx, store: Store) => Promise<T>,
) => Promise<T>;

export const createChange =
  ({ db, withIdempotencyKey }: { readonly db: Db; readonly withIdempotencyKey: WithIdempotencyKey }): Change =>
  (request, action, work) => {
    const { store, actor } = callerOf(request);
    const entry = typeof action === "string" ? { action } : action;
    return withIdempotencyKey(request, requesterOf(request), (outer) =>
      db.inStore(
        store.id,
        async (tx) => {
          const result = await work(tx, store);
          await recordAudit(tx, { actor, ...entry });
          return result;
        },
        outer,
      ),
    );
  };
