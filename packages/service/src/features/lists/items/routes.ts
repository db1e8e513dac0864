import type { StoreTx } from "../../../platform/db/db.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import { limitUnknown } from "../../catalog/variants/limit-unknown.ts";
import type { Shopper } from "../../shoppers/shopper.ts";
import type { ListRouteDeps } from "../list-route-deps.ts";
import { ItemChangesOut } from "../records/wire.ts";
import { createShopperWrite } from "../shopper-write.ts";
import { listCall, listWrite } from "../wire.ts";
import { changeItems } from "./change-items.ts";
import { itemChangesRecord, readItemChanges, UpdateContentsIn } from "./wire.ts";

export function itemRoutes(http: Http, deps: ListRouteDeps) {
  const write = createShopperWrite(deps);

  http.post("/api/v3/lists/update-ctx", {
    ...listWrite,
    schema: {
      ...listCall,
      summary: "Add, update and remove items",
      description:
        "Removes the items in d, then updates those in u, then adds those in a. Stores either all changes or none. The answer has the same keys as the request.",
      body: UpdateContentsIn,
      response: { 200: ItemChangesOut, ...failures },
    },
    handler: (request, reply) => {
      const { u, d } = request.body;
      const change = async (shopper: Shopper, tx?: StoreTx) => {
        const { store } = shopper;
        const limit = limitUnknown(deps.limits, store, { request, reply });
        const changed = await changeItems(deps, shopper, readItemChanges(request.body, store.settings), { limit, tx });
        return itemChangesRecord(shopper, changed);
      };
      return write(request, reply, change, { isFolded: !u && !d });
    },
  });
}
