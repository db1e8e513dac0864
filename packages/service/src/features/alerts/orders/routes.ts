import type { Db } from "../../../platform/db/db.ts";
import type { WithIdempotencyKey } from "../../../platform/http/idempotency-key.ts";
import type { Http } from "../../../platform/http/server.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { recordByHand } from "../../stores/access/record-by-hand.ts";
import { callerOf, type RequireScope, requesterOf } from "../../stores/access/require-scope.ts";
import type { Sightings } from "../../stores/connections/sightings.ts";
import type { HashAddress } from "../../subscriptions/address.ts";
import { answer } from "../wire.ts";
import { reportOrders } from "./report-orders.ts";
import { resolveOrders } from "./resolve-orders.ts";
import { OrdersIn, OrdersOut, orderRecord, readOrders } from "./wire.ts";

const BODY_BYTES_MAX = 1_000_000;
const JSON_VALUES_MAX = 100_000;

type OrderRouteDeps = {
  readonly db: Db;
  readonly variants: VariantCache;
  readonly hashAddress: HashAddress;
  readonly requireScope: RequireScope;
  readonly withIdempotencyKey: WithIdempotencyKey;
  readonly sightings: Sightings;
};

/** The call by which the shop's server reports orders. */
export function orderRoutes(
  http: Http,
  { db, variants, hashAddress, requireScope, withIdempotencyKey, sightings }: OrderRouteDeps,
) {
  const guard = requireScope("orders");
  http.post("/storeadmin/v3/orders/report", {
    ...guard,
    bodyLimit: BODY_BYTES_MAX,
    config: { ...guard.config, jsonValuesMax: JSON_VALUES_MAX },
    schema: {
      tags: ["Orders"],
      security: [{ storeKey: [] }],
      consumes: ["application/json"],
      summary: "Report orders, to see what alerts and saved items brought in",
      description:
        "Up to 100 orders, with 2,000 lines together. Reporting an order again replaces it; `cancelled` takes it out of the results. The alerts of the buyer for what they bought end.",
      body: OrdersIn,
      response: answer(OrdersOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const sent = readOrders(request.body);
      const { orders, platformIds } = await resolveOrders({ hot: db.hot, variants, hashAddress }, store, sent);
      const stored = await withIdempotencyKey(request, requesterOf(request), (outer) =>
        db.inStore(
          store.id,
          async (tx) => {
            const outcomes = await reportOrders(tx, store, orders);
            const changed = outcomes.filter(({ state }) => state !== "unchanged").length;
            await recordByHand(tx, request, { action: "orders.reported", details: { orders: orders.length, changed } });
            return { orders: outcomes.map(orderRecord(platformIds)) };
          },
          outer,
        ),
      );
      sightings.report("orders", callerOf(request));
      return stored;
    },
  });
}
