import type { Db } from "../../../platform/db/db.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import { callerOf, type RequireScope } from "../access/require-scope.ts";
import { findConnectors } from "../connectors/find-connectors.ts";
import { fetchConnections } from "./fetch-connections.ts";
import { ConnectionsOut, connectionsRecord } from "./wire.ts";

export function connectionRoutes(
  http: Http,
  { db, requireScope }: { readonly db: Db; readonly requireScope: RequireScope },
) {
  http.get("/storeadmin/v3/connections", {
    exposeHeadRoute: false,
    ...requireScope("settings:read"),
    schema: {
      tags: ["Settings"],
      security: [{ storeKey: [] }],
      summary: "Show what was seen of the shop",
      description:
        "When and from where its script called, when shoppers saved items, when its server reported stock, products and orders, and how its connectors are doing. What is seen for the first time is shown within two seconds; the times of what is seen again may be three minutes late.",
      response: { 200: ConnectionsOut, ...failures },
    },
    handler: (request) =>
      db.inStore(callerOf(request).store.id, async (tx) =>
        connectionsRecord(await fetchConnections(tx), await findConnectors(tx)),
      ),
  });
}
