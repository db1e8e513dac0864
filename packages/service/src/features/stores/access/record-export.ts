import type { FastifyRequest } from "fastify";
import type { Db } from "../../../platform/db/db.ts";
import { wantsCsv } from "../../../platform/http/send-rows.ts";
import type { AuditDetails } from "../audit/entry.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { callerOf } from "./require-scope.ts";

/** A list of people that leaves as CSV is in the audit log, before its first row is sent. */
export async function recordExport(db: Db, request: FastifyRequest, details: AuditDetails): Promise<void> {
  if (!wantsCsv(request)) return;
  const { store, actor } = callerOf(request);
  await db.inStore(store.id, (tx) => recordAudit(tx, { actor, action: "people.exported", details }));
}
