import type { Db } from "../../../platform/db/db.ts";
import { rowsAnswer, sendRows } from "../../../platform/http/send-rows.ts";
import type { Http } from "../../../platform/http/server.ts";
import { callerOf, type RequireScope } from "../access/require-scope.ts";
import { fetchAudit } from "./fetch-audit.ts";
import { AUDIT_COLUMNS, AuditIn, AuditOut, auditRecord } from "./wire.ts";

export function auditRoutes(
  http: Http,
  { db, requireScope }: { readonly db: Db; readonly requireScope: RequireScope },
) {
  http.get("/storeadmin/v3/audit", {
    ...requireScope("audit"),
    schema: {
      summary: "List who changed what",
      description: "The audit log of the store, the newest entry first. Entries are kept for two years.",
      tags: ["Stores"],
      security: [{ storeKey: [] }],
      querystring: AuditIn,
      response: rowsAnswer(AuditOut),
    },
    handler: (request, reply) => {
      const { store } = callerOf(request);
      const { action = null, actor = null, from = null, to = null } = request.query;
      return sendRows(request, reply, {
        name: "audit",
        read: (page) => db.inStore(store.id, (tx) => fetchAudit(tx, { action, actor, from, to }, page)),
        toItem: auditRecord,
        columns: AUDIT_COLUMNS,
      });
    },
  });
}
