import { FailureRef } from "../../platform/http/failure.ts";
import type { Http } from "../../platform/http/server.ts";
import { callerOf, type RequireKey } from "./keys/require-key.ts";
import { APP_ID, Me } from "./wire.ts";

export function storeRoutes(http: Http, { requireKey }: { requireKey: RequireKey }) {
  http.get("/storeadmin/me", {
    ...requireKey(),
    schema: {
      summary: "Check a key",
      description: "Answers the store a key belongs to.",
      tags: ["Stores"],
      security: [{ storeKey: [] }],
      response: { 200: Me, "4xx": FailureRef, "5xx": FailureRef },
    },
    handler: async (request) => ({ pid: callerOf(request).store.pid, appId: APP_ID }),
  });
}
