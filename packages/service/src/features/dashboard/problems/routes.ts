import type { Db } from "../../../platform/db/db.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import { callerOf, type RequireScope } from "../../stores/access/require-scope.ts";
import { fetchProblems, type ProblemDeps } from "./fetch-problems.ts";
import { ProblemsOut, problemRecord } from "./wire.ts";

export function problemRoutes(
  http: Http,
  { db, requireScope, ...deps }: ProblemDeps & { readonly db: Db; readonly requireScope: RequireScope },
) {
  http.get("/storeadmin/v3/problems", {
    exposeHeadRoute: false,
    ...requireScope("settings:read"),
    schema: {
      tags: ["Insights"],
      security: [{ storeKey: [] }],
      summary: "List what needs the merchant's attention now",
      description:
        "Connections that went quiet, senders, plans that are paused, webhooks, keys and owners. Steps that the merchant skipped (`setup.skipped`) are not missed.",
      response: { 200: ProblemsOut, ...failures },
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const problems = await db.inStore(store.id, (tx) => fetchProblems(tx, deps, store));
      return { items: problems.map(problemRecord) };
    },
  });
}
