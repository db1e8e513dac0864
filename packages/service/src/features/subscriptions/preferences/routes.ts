import type { Db } from "../../../platform/db/db.ts";
import type { WithIdempotencyKey } from "../../../platform/http/idempotency-key.ts";
import { sendJson } from "../../../platform/http/send-json.ts";
import type { Http } from "../../../platform/http/server.ts";
import { AnyRecord, failures } from "../../../platform/http/wire.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { ShopperSessions } from "../../shoppers/shopper.ts";
import { shopperCall } from "../wire.ts";
import { fetchSubscriptions } from "./fetch-subscriptions.ts";
import { removeSubscriptions } from "./remove-subscriptions.ts";
import { FetchIn, RemoveIn, readFetch, readRemoval, removedRecord, subscriptionsRecord } from "./wire.ts";

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

  http.post("/api/v3/subscriptions/fetch-subs", {
    schema: {
      ...shopperCall,
      summary: "Fetch the subscriptions of a shopper",
      description: "Newest first, 10 per page unless limit is set (at most 100). For guests, addresses are masked.",
      body: FetchIn,
      response: { 200: AnyRecord, ...failures },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identify(request, reply);
      const filter = readFetch(request.body);
      return sendJson(reply, subscriptionsRecord(filter, await fetchSubscriptions(deps, shopper, filter)));
    },
  });

  http.post("/api/v3/subscriptions/remove", {
    schema: {
      ...shopperCall,
      summary: "End alerts of a shopper",
      description:
        "Send epi for one variant, or empi for all variants of a product; topic and medium narrow it down. A repeated call changes nothing.",
      body: RemoveIn,
      response: { 200: AnyRecord, ...failures },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identify(request, reply);
      const removal = readRemoval(request.body);
      return sendJson(
        reply,
        await withIdempotencyKey(request, { storeId: shopper.store.id, credential: shopper.regid }, async (tx) =>
          removedRecord(await removeSubscriptions(deps, shopper, removal, tx)),
        ),
      );
    },
  });
}
