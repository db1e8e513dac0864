import type { WithIdempotencyKey } from "../../../platform/http/idempotency-key.ts";
import type { Http } from "../../../platform/http/server.ts";
import { getVariantId } from "../../catalog/variants/get-variant-id.ts";
import { recordByHand } from "../../stores/access/record-by-hand.ts";
import { callerOf, requesterOf } from "../../stores/access/require-scope.ts";
import { resultRules } from "../../stores/settings/settings.ts";
import { type HashAddress, toAddress } from "../../subscriptions/address.ts";
import { type AlertRouteDeps, keyedCall } from "../route-deps.ts";
import { answer, readSubscription, SubscriptionIn } from "../wire.ts";
import { markBought } from "./mark-bought.ts";
import { BoughtOut } from "./wire.ts";

/** The call by which the shop's server reports a sale. */
export function offerRoutes(
  http: Http,
  deps: Omit<AlertRouteDeps, "change"> & {
    readonly hashAddress: HashAddress;
    readonly withIdempotencyKey: WithIdempotencyKey;
  },
) {
  http.post("/storeadmin/v3/alerts/bought", {
    ...deps.requireScope("alerts"),
    schema: {
      ...keyedCall,
      summary: "Report that a shopper bought the product they waited for",
      description:
        "Ends their subscription and their offer. Report the remaining stock with inventory/set, before this call or within a minute. Repeating the call changes nothing.",
      body: SubscriptionIn,
      response: answer(BoughtOut),
    },
    handler: async (request) => {
      const { variant, topic, medium, address: given } = readSubscription(request.body);
      const { store } = callerOf(request);
      const variantId = await getVariantId(deps.variants, store, variant);
      const address = toAddress(medium, given);
      const about = () => deps.hashAddress(address, store.id);
      return deps.withIdempotencyKey(request, { ...requesterOf(request), about }, async (outer) => {
        const { windowDays } = resultRules(store.settings);
        const purchase = { boughtAt: new Date(), windowDays };
        const key = { address, variantId, topic };
        const changed = await deps.db.inStore(
          store.id,
          async (tx) => {
            const isChanged = await markBought(tx, key, purchase);
            const details = { variantId, topic, changed: isChanged };
            await recordByHand(tx, request, { action: "alert.bought", details });
            return isChanged;
          },
          outer,
        );
        return { message: changed ? "Marked as bought" : "There was nothing to change", changed };
      });
    },
  });
}
