import { sendJson } from "../../../platform/http/send-json.ts";
import type { Http } from "../../../platform/http/server.ts";
import { AnyRecord, failures } from "../../../platform/http/wire.ts";
import { changeItems } from "../items/change-items.ts";
import { toEntries } from "../items/entries.ts";
import type { ListRouteDeps } from "../list-route-deps.ts";
import { fetchList } from "../reading/fetch-list.ts";
import { ownListRecord } from "../reading/wire.ts";
import { createShopperWrite, createShopperWriteInTurn } from "../shopper-write.ts";
import { ListPageIn, listCall, readListPage } from "../wire.ts";
import { openSaveForLater } from "./open-save-for-later.ts";
import * as wire from "./wire.ts";

/** Save for later: one list for each shopper, next to the cart. */
export function saveForLaterRoutes(http: Http, deps: ListRouteDeps) {
  const write = createShopperWrite(deps);
  const writeInTurn = createShopperWriteInTurn(deps);

  http.post("/api/v3/lists/sfl/create", {
    schema: {
      ...listCall,
      summary: "Open the save-for-later list",
      body: wire.OpenIn,
      response: { 200: AnyRecord, ...failures },
    },
    handler: (request, reply) =>
      writeInTurn(request, reply, async (shopper, tx) => {
        const { page, name } = wire.readOpen(request.body);
        const { list, items } = await deps.db.inStore(
          shopper.store.id,
          async (inside) => openSaveForLater(inside, await deps.shoppers.ensureRow(inside, shopper), page, name),
          tx,
        );
        const entries = await toEntries(deps.variants, shopper.store.id, items);
        return ownListRecord(shopper, { list, entries }, page);
      }),
  });

  http.post("/api/v3/lists/sfl/fetch", {
    schema: {
      ...listCall,
      summary: "Fetch the items saved for later",
      body: ListPageIn,
      response: { 200: AnyRecord, ...failures },
    },
    handler: async (request, reply) => {
      const shopper = await deps.shoppers.identify(request, reply);
      const { publicId, page } = readListPage(request.body);
      const wanted = { publicId, page, withArchived: true, ownOnly: true };
      const fetched = await fetchList(deps, shopper.store, shopper, wanted);
      return sendJson(reply, ownListRecord(fetched.owner ?? shopper, fetched, page));
    },
  });

  for (const { path, change, key } of wire.CHANGES) {
    http.post(`/api/v3/lists/sfl/${path}`, {
      schema: {
        ...listCall,
        summary: `Save for later: ${path}`,
        body: wire.ChangeIn,
        response: { 200: AnyRecord, ...failures },
      },
      handler: (request, reply) =>
        write(request, reply, async (shopper, tx) => {
          const { publicId, valid, invalid } = wire.readChange(request.body, change);
          const changed =
            valid.length > 0 ? await changeItems(deps, shopper, { publicId, [change]: valid }, tx) : { publicId };
          return wire.changeRecord(key, shopper, changed, { valid, invalid });
        }),
    });
  }
}
