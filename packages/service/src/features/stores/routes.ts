import type { Http } from "../../platform/http/server.ts";
import { failures } from "../../platform/http/wire.ts";
import { callerOf, type RequireScope } from "./access/require-scope.ts";
import { Me, meRecord } from "./wire.ts";

export function storeRoutes(http: Http, { requireScope }: { requireScope: RequireScope }) {
  http.get("/storeadmin/me", {
    ...requireScope(),
    schema: {
      summary: "Check a key",
      description: "Returns the store that the key belongs to.",
      tags: ["Stores"],
      security: [{ storeKey: [] }],
      response: { 200: Me, ...failures },
    },
    handler: async (request) => meRecord(callerOf(request).store.pid),
  });
}
