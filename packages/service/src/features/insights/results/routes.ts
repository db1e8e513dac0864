import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { rowsAnswer, sendRows } from "../../../platform/http/send-rows.ts";
import type { Http } from "../../../platform/http/server.ts";
import { getVariantId } from "../../catalog/variants/get-variant-id.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { callerOf, type RequireScope } from "../../stores/access/require-scope.ts";
import { findAsOf } from "../find-as-of.ts";
import { readRange } from "../range.ts";
import { AsOf, asOfRecord, keyedRead } from "../wire.ts";
import { createVariantPages, listDays } from "./list-results.ts";
import * as wire from "./wire.ts";

export function resultRoutes(
  http: Http,
  {
    db,
    variants,
    clock,
    requireScope,
  }: { readonly db: Db; readonly variants: VariantCache; readonly clock: Clock; readonly requireScope: RequireScope },
) {
  http.get("/storeadmin/v3/results", {
    exposeHeadRoute: false,
    ...requireScope("insights"),
    schema: {
      ...keyedRead,
      summary: "List what alerts brought in, by day and topic",
      description:
        "Of the store or, with epi, of one variant. The newest day comes first; days without results are left out.",
      querystring: wire.ResultsIn,
      response: rowsAnswer(wire.DayResultOut, { asOf: AsOf }),
    },
    handler: async (request, reply) => {
      const { store } = callerOf(request);
      const { topic = null } = request.query;
      const range = readRange(request.query, clock());
      const variant = wire.readVariantFilter(request.query);
      const variantId = variant === null ? null : await getVariantId(variants, store, variant);
      let asOf: Date | null = null;
      return sendRows(request, reply, {
        name: "results",
        read: (page) =>
          db.inStore(store.id, async (tx) => {
            asOf = await findAsOf(tx);
            return listDays(tx, { ...range, topic, variantId }, page);
          }),
        toItem: wire.dayResultRecord,
        columns: wire.DAY_COLUMNS,
        more: () => ({ asOf: asOfRecord(asOf) }),
      });
    },
  });

  http.get("/storeadmin/v3/results/variants", {
    exposeHeadRoute: false,
    ...requireScope("insights"),
    schema: {
      ...keyedRead,
      summary: "List the variants with the best results",
      description: `The sums of a range of at most ${wire.VARIANT_RANGE_DAYS_MAX} days.`,
      querystring: wire.VariantResultsIn,
      response: rowsAnswer(wire.VariantResultOut, { asOf: AsOf }),
    },
    handler: async (request, reply) => {
      const { store } = callerOf(request);
      const { topic = null, sort = "revenue", currency = null } = request.query;
      const range = readRange(request.query, clock(), wire.VARIANT_RANGE_DAYS_MAX);
      const readPage = createVariantPages(variants, { ...range, topic, sort, currency });
      let asOf: Date | null = null;
      return sendRows(request, reply, {
        name: "results-by-variant",
        read: (page) =>
          db.inStore(store.id, async (tx) => {
            asOf = await findAsOf(tx);
            return readPage(tx, page);
          }),
        toItem: wire.variantResultRecord,
        columns: wire.VARIANT_COLUMNS,
        more: () => ({ asOf: asOfRecord(asOf) }),
      });
    },
  });
}
