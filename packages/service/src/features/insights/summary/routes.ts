import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Http } from "../../../platform/http/server.ts";
import { callerOf, type RequireScope } from "../../stores/access/require-scope.ts";
import { readRange } from "../range.ts";
import { answer, keyedRead } from "../wire.ts";
import { fetchSummary } from "./fetch-summary.ts";
import { SummaryIn, SummaryOut, summaryRecord } from "./wire.ts";

export function summaryRoutes(
  http: Http,
  { db, clock, requireScope }: { readonly db: Db; readonly clock: Clock; readonly requireScope: RequireScope },
) {
  http.get("/storeadmin/v3/insights/summary", {
    exposeHeadRoute: false,
    ...requireScope("insights"),
    schema: {
      ...keyedRead,
      summary: "Sum up a range of days, and the range before it",
      description: "Who waits now, and what happened in the range. Days are days in UTC.",
      querystring: SummaryIn,
      response: answer(SummaryOut),
    },
    handler: async (request) => {
      const range = readRange(request.query, clock());
      return summaryRecord(await db.inStore(callerOf(request).store.id, (tx) => fetchSummary(tx, range)));
    },
  });
}
