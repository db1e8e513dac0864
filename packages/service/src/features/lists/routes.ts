import type { Http } from "../../platform/http/server.ts";
import { failures } from "../../platform/http/wire.ts";
import { listRules } from "../stores/settings/settings.ts";
import { createList } from "./create-list.ts";
import { deleteList } from "./delete-list.ts";
import { toEntries } from "./items/entries.ts";
import type { ListRouteDeps } from "./list-route-deps.ts";
import { preview } from "./preview.ts";
import { LIST_RECORDS, ListOut } from "./records/wire.ts";
import { createShopperWrite } from "./shopper-write.ts";
import { updateList } from "./update-list.ts";
import * as wire from "./wire.ts";
import { withOwnLists } from "./with-own-lists.ts";

export function listRoutes(http: Http, deps: ListRouteDeps) {
  for (const record of LIST_RECORDS) http.addSchema(record);
  const write = createShopperWrite(deps);

  http.post("/api/v3/lists/create", {
    ...wire.listWrite,
    schema: {
      ...wire.listCall,
      summary: "Create a list",
      description: "If the shopper already has a list with this name and type, the call returns that list.",
      body: wire.CreateIn,
      response: { 200: ListOut, ...failures },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        const { list, copyOf } = wire.readCreate(request.body, listRules(shopper.store.settings).types);
        return deps.db.inStore(
          shopper.store.id,
          async (inside) =>
            wire.previewRecord(
              shopper,
              await preview(
                inside,
                deps.variants,
                shopper.store,
                await createList(inside, deps, shopper, list, copyOf),
              ),
            ),
          tx,
        );
      }),
  });

  http.post("/api/v3/lists/update", {
    ...wire.listWrite,
    schema: {
      ...wire.listCall,
      summary: "Change a list",
      description: "st=0 archives the list, st=1 restores it.",
      body: wire.UpdateIn,
      response: { 200: ListOut, ...failures },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        const { publicId, changes } = wire.readUpdate(request.body);
        return withOwnLists(deps, shopper, tx, async (inside, shopperId) =>
          wire.previewRecord(
            shopper,
            await preview(inside, deps.variants, shopper.store, await updateList(inside, shopperId, publicId, changes)),
          ),
        );
      }),
  });

  http.post("/api/v3/lists/delete-list", {
    schema: {
      ...wire.listCall,
      summary: "Delete a list with its items",
      description: "Returns the list as it was, with a page of its items (limit and offset).",
      body: wire.ListPageIn,
      response: { 200: ListOut, ...failures },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        const { publicId, page } = wire.readListPage(request.body);
        const { list, items } = await withOwnLists(deps, shopper, tx, (inside, shopperId) =>
          deleteList(inside, shopperId, publicId, page),
        );
        const entries = await toEntries(deps.variants, shopper.store.id, items);
        return wire.listRecord(wire.ownerFields(shopper), list, entries);
      }),
  });
}
