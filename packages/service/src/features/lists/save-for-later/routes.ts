import type { StoreTx } from "../../../platform/db/db.ts";
import { sendJson } from "../../../platform/http/send-json.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import type { Page } from "../../../platform/page.ts";
import { limitUnknown } from "../../catalog/variants/limit-unknown.ts";
import type { Shopper } from "../../shoppers/shopper.ts";
import { changeItems } from "../items/change-items.ts";
import { toEntries } from "../items/entries.ts";
import type { ListChanges } from "../list.ts";
import type { ListRouteDeps } from "../list-route-deps.ts";
import { lockOwnList } from "../lock-own-list.ts";
import { previewItems } from "../preview.ts";
import { fetchList } from "../reading/fetch-list.ts";
import { ownListRecord } from "../reading/wire.ts";
import { changedOut, ListPageOut } from "../records/wire.ts";
import { createShopperWrite } from "../shopper-write.ts";
import { findItems } from "../sql.ts";
import { listCall, listWrite } from "../wire.ts";
import { withOwnLists } from "../with-own-lists.ts";
import { openSaveForLater } from "./open-save-for-later.ts";
import * as wire from "./wire.ts";

/** Save for later: one list for each shopper, next to the cart. */
export function saveForLaterRoutes(http: Http, deps: ListRouteDeps) {
  const write = createShopperWrite(deps);

  const open = async (inside: StoreTx, shopper: Shopper, changes?: ListChanges) =>
    openSaveForLater(inside, await deps.shoppers.ensureRow(inside, shopper), changes);
  const findPublicId = (shopper: Shopper, tx?: StoreTx) =>
    deps.db.inStore(shopper.store.id, async (inside) => (await open(inside, shopper)).publicId, tx);

  /** Opens the list with these changes and returns it with a page of its items. */
  const openPage = (shopper: Shopper, tx: StoreTx | undefined, page: Page, changes: ListChanges) =>
    deps.db.inStore(
      shopper.store.id,
      async (inside) => {
        const list = await open(inside, shopper, changes);
        const items = await findItems(inside, list.id, page);
        const newest = await previewItems(inside, shopper.store, list, { items, offset: page.offset });
        return { list, items, newest };
      },
      tx,
    );

  http.post("/api/v3/lists/sfl/create", {
    ...listWrite,
    schema: {
      ...listCall,
      summary: "Open the save-for-later list",
      body: wire.OpenIn,
      response: { 200: ListPageOut, ...failures },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        const { page, changes } = wire.readOpen(request.body);
        const { list, items, newest } = await openPage(shopper, tx, page, changes);
        const entries = await toEntries(deps.variants, shopper.store.id, items);
        const preview = await toEntries(deps.variants, shopper.store.id, newest);
        return ownListRecord(shopper, { list, entries, preview }, page);
      }),
  });

  http.post("/api/v3/lists/sfl/fetch", {
    schema: {
      ...listCall,
      summary: "Fetch the items saved for later",
      body: wire.FetchIn,
      response: { 200: ListPageOut, ...failures },
    },
    handler: async (request, reply) => {
      const shopper = await deps.shoppers.identifyToWrite(request, reply);
      const { publicId = await findPublicId(shopper), page } = wire.readFetch(request.body);
      const wanted = { publicId, page, withArchived: true, ownOnly: true, withPreview: true };
      const fetched = await fetchList(deps, shopper.store, shopper, wanted);
      return sendJson(reply, ownListRecord(fetched.owner ?? shopper, fetched, page));
    },
  });

  for (const { path, change, key } of wire.CHANGES) {
    http.post(`/api/v3/lists/sfl/${path}`, {
      ...listWrite,
      schema: {
        ...listCall,
        summary: `Save for later: ${path}`,
        body: wire.ChangeIn,
        response: { 200: changedOut(key), ...failures },
      },
      handler: (request, reply) =>
        write(request, reply, async (shopper, tx) => {
          const { valid, invalid, ...sent } = wire.readChange(request.body, change, shopper.store.settings);
          const publicId = sent.publicId ?? (await findPublicId(shopper, tx));
          const limit = limitUnknown(deps.limits, shopper.store, { request, reply });
          const changed =
            valid.length > 0
              ? await changeItems(deps, shopper, { publicId, [change]: valid }, { limit, tx })
              : await withOwnLists(deps, shopper, tx, (inside, shopperId) => lockOwnList(inside, shopperId, publicId));
          return wire.changeRecord(key, shopper, changed, { valid, invalid });
        }),
    });
  }
}
