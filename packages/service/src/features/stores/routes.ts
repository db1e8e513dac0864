import type { Http } from "../../platform/http/server.ts";
import { failures } from "../../platform/http/wire.ts";
import { callerOf, type RequireKey } from "./keys/require-key.ts";
import { Me, meRecord } from "./wire.ts";

export function storeRoutes(http: Http, { requireKey }: { requireKey: RequireKey }) {
  http.get("/storeadmin/me", {
    ...requireKey(),
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
