import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import type { Change } from "../access/change.ts";
import { callerOf, type RequireScope } from "../access/require-scope.ts";
import type { RecordConnectorReport } from "./record-report.ts";
import { removeConnector } from "./remove-connector.ts";
import { RemovedOut, RemoveIn, ReportedOut, ReportIn, toReport } from "./wire.ts";

const call = { security: [{ storeKey: [] }], consumes: ["application/json"] };

export function connectorRoutes(
  http: Http,
  {
    requireScope,
    change,
    recordConnectorReport,
  }: {
    readonly requireScope: RequireScope;
    readonly change: Change;
    readonly recordConnectorReport: RecordConnectorReport;
  },
) {
  http.post("/storeadmin/v3/connectors/report", {
    ...requireScope("catalog"),
    schema: {
      ...call,
      tags: ["Catalogue"],
      summary: "Report how a connector is doing",
      description:
        "For programs that connect a platform: after each reconcile, and at most every 30 seconds after events. What a report leaves out stays as it was, except for `problem`: without it, nothing is wrong any more. The merchant sees it on the Connections page, and as a problem when the connector goes quiet. A store has at most 20 connectors.",
      body: ReportIn,
      response: { 200: ReportedOut, ...failures },
    },
    handler: async (request) => {
      await recordConnectorReport({ storeId: callerOf(request).store.id, report: toReport(request.body) });
      return { message: "Report stored" };
    },
  });

  http.post("/storeadmin/v3/connectors/remove", {
    ...requireScope("settings:write"),
    schema: {
      ...call,
      tags: ["Settings"],
      summary: "Forget a connector",
      description: "For one that does not run any more. It comes back with its next report.",
      body: RemoveIn,
      response: { 200: RemovedOut, ...failures },
    },
    handler: async (request) => {
      const { name } = request.body;
      return change(request, { action: "connector.removed", details: { name } }, async (tx) => {
        const changed = await removeConnector(tx, name);
        return { message: changed ? "Connector forgotten" : "There is no such connector", changed };
      });
    },
  });
}
