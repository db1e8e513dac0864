import type { Db } from "../../../platform/db/db.ts";
import type { WithIdempotencyKey } from "../../../platform/http/idempotency-key.ts";
import { sendJson } from "../../../platform/http/send-json.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { type ShopperSessions, shopperAsRequester } from "../../shoppers/shopper.ts";
import { inEvenTime } from "../in-even-time.ts";
import { shopperCall } from "../wire.ts";
import { fetchSubscriptions } from "./fetch-subscriptions.ts";
import { removeSubscriptions } from "./remove-subscriptions.ts";
import * as wire from "./wire.ts";

/** For browsers, as a shopper. */
export function preferenceRoutes(
  http: Http,
  deps: {
    readonly db: Db;
    readonly variants: VariantCache;
    readonly shoppers: ShopperSessions;
    readonly withIdempotencyKey: WithIdempotencyKey;
  },
) {
  const { shoppers, withIdempotencyKey } = deps;

  for (const record of wire.SUBSCRIPTION_RECORDS) http.addSchema(record);
  http.post("/api/v3/subscriptions/fetch-subs", {
    schema: {
      ...shopperCall,
      summary: "Fetch the subscriptions of a shopper",
      description: "Newest first, 10 per page unless limit is set (at most 100). For guests, addresses are masked.",
      body: wire.FetchIn,
      response: { 200: wire.SubscriptionsOut, ...failures },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identify(request, reply);
      const filter = wire.readFetch(request.body);
      const found = await fetchSubscriptions(deps, shopper, filter);
      return sendJson(reply, wire.subscriptionsRecord(shopper.email, filter, found));
    },
  });

  http.post("/api/v3/subscriptions/remove", {
    schema: {
      ...shopperCall,
      summary: "End alerts of a shopper",
      description:
        "Send epi for one variant, or empi for all variants of a product; topic, medium and mediumvalue narrow it down. A repeated call changes nothing.",
      body: wire.RemoveIn,
      response: { 200: wire.RemovedOut, ...failures },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identifyToWrite(request, reply);
      const removal = wire.readRemoval(request.body);
      const { store } = shopper;
      const removed = withIdempotencyKey(request, shopperAsRequester(shopper), async (tx) =>
        wire.removedRecord(await removeSubscriptions(deps, shopper, removal, tx)),
      );
      return sendJson(reply, await inEvenTime(store.settings, removed));
    },
  });
}
