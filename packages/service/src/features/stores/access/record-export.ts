import type { FastifyRequest } from "fastify";
import type { Db, StoreTx } from "../../../platform/db/db.ts";
import { wantsCsv } from "../../../platform/http/send-rows.ts";
import type { AuditDetails } from "../audit/entry.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { callerOf } from "./require-scope.ts";
import { hasScope } from "./scopes.ts";

/** A list of people that leaves as CSV is in the audit log, before its first row is sent. */
export async function recordExport(db: Db, request: FastifyRequest, details: AuditDetails): Promise<void> {
  if (!wantsCsv(request)) return;
  const { store, actor } = callerOf(request);
  await db.inStore(store.id, (tx) => recordAudit(tx, { actor, action: "people.exported", details }));
}

type Shown = AuditDetails & { readonly read: string; readonly rows: number };

/** A page of people with whole addresses is in the audit log, too. All pages of a CSV have the line of `recordExport`. */
export async function recordPage(tx: StoreTx, request: FastifyRequest, details: Shown): Promise<void> {
  if (!wantsCsv(request)) await recordAddresses(tx, request, details);
}

/** Whole addresses that a call shows are in the audit log, one line for each call, in the transaction that reads them.
 *  `read` is the name of the call. */
export async function recordAddresses(tx: StoreTx, request: FastifyRequest, details: Shown): Promise<void> {
  const caller = callerOf(request);
  if (details.rows === 0 || !hasScope(caller, "people:addresses")) return;
  await recordAudit(tx, { actor: caller.actor, action: "people.shown", details });
}
