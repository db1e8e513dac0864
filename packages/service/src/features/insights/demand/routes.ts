import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { rowsAnswer, sendRows } from "../../../platform/http/send-rows.ts";
import type { Http } from "../../../platform/http/server.ts";
import { unknownVariant } from "../../catalog/errors.ts";
import { getVariantId } from "../../catalog/variants/get-variant-id.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { readVariantName } from "../../catalog/variants/wire.ts";
import { callerOf, type RequireScope } from "../../stores/access/require-scope.ts";
import { findAsOf } from "../find-as-of.ts";
import { lastDays, readRange } from "../range.ts";
import { AsOf, answer, asOfRecord, keyedRead } from "../wire.ts";
import { listDemand } from "./list-demand.ts";
import { showVariant } from "./show-variant.ts";
import * as wire from "./wire.ts";

const TREND_DAYS = 14;

export function demandRoutes(
  http: Http,
  {
    db,
    variants,
    clock,
    requireScope,
  }: { readonly db: Db; readonly variants: VariantCache; readonly clock: Clock; readonly requireScope: RequireScope },
) {
  const deps = { hot: db.hot, variants };

  http.get("/storeadmin/v3/demand", {
    exposeHeadRoute: false,
    ...requireScope("insights"),
    schema: {
      ...keyedRead,
      summary: "List the variants that shoppers want most",
      description:
        "People and units in line, what they are worth, lists, the first sign-up, the sign-ups of the last 14 days, and the stock.",
      querystring: wire.DemandIn,
      response: rowsAnswer(wire.DemandOut, { asOf: AsOf, ...wire.trendOut }),
    },
    handler: async (request, reply) => {
      const { store } = callerOf(request);
      const { topic = wire.DEFAULT_TOPIC, sort = "people", currency = null, stock } = request.query;
      const trend = lastDays(TREND_DAYS, clock());
      const query = { topic, sort, currency, stock, trend };
      let asOf: Date | null = null;
      return sendRows(request, reply, {
        name: "demand",
        read: (page) =>
          db.inStore(store.id, async (tx) => {
            asOf = await findAsOf(tx);
            return listDemand(deps, tx, query, page);
          }),
        toItem: wire.demandRecord,
        columns: wire.DEMAND_COLUMNS,
        more: () => ({ asOf: asOfRecord(asOf), trend }),
      });
    },
  });

  http.get("/storeadmin/v3/demand/variant", {
    exposeHeadRoute: false,
    ...requireScope("insights"),
    schema: {
      ...keyedRead,
      summary: "Show the demand for one variant",
      description: "Its lines, each day of the range, price targets as a demand curve, and its past restocks.",
      querystring: wire.VariantIn,
      response: answer(wire.VariantDemandOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const range = readRange(request.query, clock());
      const variantId = await getVariantId(variants, store, readVariantName(request.query));
      const { topic = wire.DEFAULT_TOPIC } = request.query;
      const [asOf, shown] = await db.inStore(store.id, async (tx) => [
        await findAsOf(tx),
        await showVariant(deps, tx, variantId, { topic, range }),
      ]);
      if (!shown) throw unknownVariant();
      return { asOf: asOfRecord(asOf), ...wire.variantDemandRecord(shown) };
    },
  });
}
