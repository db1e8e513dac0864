import type { FastifyRequest } from "fastify";
import type { StoreTx } from "../../../platform/db/db.ts";
import type { AuditDetails } from "../audit/entry.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { callerOf } from "./require-scope.ts";

/** Adds a report of products, stock or sales to the audit log if a member made it. The shop's server reports these all day,
 *  which would bury everything else. */
export async function recordByHand(
  tx: StoreTx,
  request: FastifyRequest,
  entry: { readonly action: string; readonly details: AuditDetails },
): Promise<void> {
  const { actor } = callerOf(request);
  if (actor.kind !== "key") await recordAudit(tx, { actor, ...entry });
}
