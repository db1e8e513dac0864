import { Readable } from "node:stream";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import { callerOf, type RequireScope } from "../../stores/access/require-scope.ts";
import { recordAudit } from "../../stores/audit/record-audit.ts";
import { streamExport } from "./stream-export.ts";
import { ExportLine } from "./wire.ts";

type RouteDeps = { readonly db: Db; readonly requireScope: RequireScope; readonly clock: Clock };

export function exportRoutes(http: Http, { db, requireScope, clock }: RouteDeps) {
  http.get("/storeadmin/v3/export", {
    exposeHeadRoute: false,
    ...requireScope("people:export", { stepUp: true }),
    schema: {
      tags: ["Store"],
      security: [{ storeKey: [] }],
      summary: "Export the whole store",
      description:
        'Streams JSON lines: `{"file": …}` before the lines of each file, and `{"manifest": …}` with the rows, bytes and SHA-256 of each file at the end. A stream without the manifest is not complete. `npx keepsake import store` imports it into another store. The audit log says who asked.',
      response: {
        200: { description: "JSON lines, streamed", content: { "application/x-ndjson": { schema: ExportLine } } },
        ...failures,
      },
    },
    handler: async (request, reply) => {
      const { store, actor } = callerOf(request);
      await db.inStore(store.id, (tx) => recordAudit(tx, { actor, action: "store.exported" }));
      return reply
        .type("application/x-ndjson; charset=utf-8")
        .header("cache-control", "no-store")
        .header("content-disposition", 'attachment; filename="export.jsonl"')
        .send(Readable.from(streamExport(db, store, () => new Date(clock()))));
    },
  });
}
