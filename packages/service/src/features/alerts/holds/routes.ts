import type { Db } from "../../../platform/db/db.ts";
import type { Http } from "../../../platform/http/server.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { callerOf, type RequireScope } from "../../stores/access/require-scope.ts";
import { marketsOf } from "../../stores/settings/settings.ts";
import { answer } from "../wire.ts";
import { reportHolds } from "./report-holds.ts";
import { findHolds } from "./sql.ts";
import {
  HoldsIn,
  HoldsOut,
  HoldsReportIn,
  HoldsReportOut,
  holdRecord,
  nextOf,
  readHoldsQuery,
  toHoldReports,
} from "./wire.ts";

const call = { tags: ["Alerts"], security: [{ storeKey: [] }] };

/** The calls by which a connector reserves units at the platform for people who accepted an offer. */
export function holdRoutes(
  http: Http,
  {
    db,
    variants,
    requireScope,
  }: { readonly db: Db; readonly variants: VariantCache; readonly requireScope: RequireScope },
) {
  http.get("/storeadmin/v3/offers/holds", {
    exposeHeadRoute: false,
    ...requireScope("alerts"),
    schema: {
      ...call,
      summary: "List what to reserve at the platform, and what to release",
      description:
        "For connectors that reserve units for people who accept an offer, every few seconds: reserve what is `wanted`, release what is `ending`, and report both. Store `offer` with the reservation at the platform, so that none is made twice or forgotten. A store has these only while such a connector reports (`reserves` in connectors/report).",
      querystring: HoldsIn,
      response: answer(HoldsOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const { limit, ...query } = readHoldsQuery(request.query);
      const markets = marketsOf(store.settings);
      const holds = await findHolds(db.hot, { storeId: store.id, limit, ...query });
      const variantIds = holds.map(({ variantId }) => variantId);
      const found = holds.length === 0 ? [] : await variants.findByIds(store.id, variantIds, { onlyIds: true });
      return {
        holds: holds.flatMap((hold, index) => (found[index] ? [holdRecord(hold, found[index], markets)] : [])),
        next: nextOf(holds, limit),
      };
    },
  });

  http.post("/storeadmin/v3/offers/holds/report", {
    ...requireScope("alerts"),
    schema: {
      ...call,
      consumes: ["application/json"],
      summary: "Report what was reserved, refused or released",
      description:
        "Up to 500 at a time. Repeating a report changes nothing. What is reported as `held` after its offer has ended is listed as `ending` again. `refused`: the platform has no unit left, or cannot reserve; the offer stays a first chance. An `offer` that is not known changes nothing.",
      body: HoldsReportIn,
      response: answer(HoldsReportOut),
    },
    handler: async (request) => {
      const reports = toHoldReports(request.body);
      const changed = await db.inStore(callerOf(request).store.id, (tx) => reportHolds(tx, reports));
      return { message: "Reports stored", changed };
    },
  });
}
