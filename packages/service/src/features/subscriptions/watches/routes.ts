import type { WithIdempotencyKey } from "../../../platform/http/idempotency-key.ts";
import type { Limits } from "../../../platform/http/limits.ts";
import { enforce } from "../../../platform/http/rate-limit.ts";
import { sendJson } from "../../../platform/http/send-json.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import { shopperAsRequester } from "../../shoppers/shopper.ts";
import type { HashIp } from "../hash-ip.ts";
import { BY_SHOPPER } from "../limits.ts";
import { shopperCall } from "../wire.ts";
import { type WatchDeps, watchItem } from "./watch-item.ts";
import { readWatch, WatchIn, WatchOut, watchRecord } from "./wire.ts";

/** For browsers, as a shopper. */
export function watchRoutes(
  http: Http,
  deps: WatchDeps & {
    readonly hashIp: HashIp;
    readonly limits: Limits;
    readonly withIdempotencyKey: WithIdempotencyKey;
  },
) {
  const { shoppers, limits, withIdempotencyKey } = deps;

  http.post("/api/v3/lists/watch", {
    schema: {
      ...shopperCall,
      summary: "Watch a saved item for price drops and low stock",
      description:
        "Switches alerts for an item of the shopper's own list on (on=1) or off (on=0). They end when the item leaves the shopper's last list. Only for shoppers whose email address is known.",
      body: WatchIn,
      response: { 200: WatchOut, ...failures },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identifyToWrite(request, reply);
      const ipHash = deps.hashIp(request.ip, shopper.store.id);
      const watch = { ...readWatch(request.body), ipHash };
      await enforce(limits, BY_SHOPPER, `${shopper.store.id}:${shopper.regid}`, reply);
      return sendJson(
        reply,
        await withIdempotencyKey(request, shopperAsRequester(shopper), async (tx) => {
          await watchItem(deps, shopper, watch, tx);
          return watchRecord(watch);
        }),
      );
    },
  });
}
