import { hash } from "node:crypto";
import { sendJson } from "../../../platform/http/send-json.ts";
import type { Http } from "../../../platform/http/server.ts";
import { AnyRecord, failures } from "../../../platform/http/wire.ts";
import { listRules } from "../../stores/settings/settings.ts";
import type { ListRouteDeps } from "../list-route-deps.ts";
import { listCall } from "../wire.ts";
import { fetchList } from "./fetch-list.ts";
import { fetchListHeads, fetchLists } from "./fetch-lists.ts";
import { readAsOwner } from "./read-as-owner.ts";
import * as wire from "./wire.ts";

export function readingRoutes(http: Http, deps: ListRouteDeps) {
  const { shoppers, stores, findSavedProducts } = deps;

  http.post("/api/v3/lists/fetch-lists", {
    schema: {
      ...listCall,
      summary: "Fetch all lists with their newest items",
      body: wire.FetchListsIn,
      response: { 200: wire.ListsOut, ...failures },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identify(request, reply);
      const wanted = wire.readFetchLists(request.body, listRules(shopper.store.settings).types);
      return sendJson(reply, wire.listsRecord(await fetchLists(deps, shopper, wanted)));
    },
  });

  http.post("/api/v3/lists/fetch-user-lists", {
    schema: {
      ...listCall,
      summary: "Fetch all lists without their items",
      body: wire.FetchListsIn,
      response: { 200: AnyRecord, ...failures },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identify(request, reply);
      const wanted = wire.readFetchListHeads(request.body);
      return sendJson(reply, wire.listHeadsRecord(await fetchListHeads(deps, shopper, wanted)));
    },
  });

  http.post("/api/v3/lists/fetch-list-with-contents", {
    schema: {
      ...listCall,
      summary: "Fetch one list with a page of its items",
      description: "Only the owner may read the list, unless it is public.",
      body: wire.FetchListIn,
      response: { 200: AnyRecord, ...failures },
    },
    handler: async (request, reply) => {
      const store = await stores.getByPid(request.body.pid);
      const viewer = await shoppers.identifyIfPresent(request, reply);
      const wanted = wire.readFetchList(request.body);
      const fetched = await fetchList(deps, store, viewer, wanted);
      if (fetched.owner) return sendJson(reply, wire.ownListRecord(fetched.owner, fetched, wanted.page));
      reply.header("x-robots-tag", "noindex");
      return sendJson(reply, wire.sharedListRecord(fetched, wanted.page));
    },
  });

  http.post("/api/v3/lists/fetch-list-contents", {
    schema: {
      ...listCall,
      summary: "Fetch a page of one list's items",
      body: wire.FetchListIn,
      response: { 200: wire.ItemsOut, ...failures },
    },
    handler: async (request, reply) => {
      const store = await stores.getByPid(request.body.pid);
      const viewer = await shoppers.identifyIfPresent(request, reply);
      const fetched = await fetchList(deps, store, viewer, wire.readFetchList(request.body));
      if (fetched.owner) return sendJson(reply, wire.ownItemsRecord(fetched.owner, fetched));
      reply.header("x-robots-tag", "noindex");
      return sendJson(reply, wire.sharedItemsRecord(fetched));
    },
  });

  http.post("/api/v3/lists/contains", {
    schema: {
      ...listCall,
      summary: "Find which products on a page are saved",
      description:
        "Send up to 250 epis or empis. The answer has the lists of each saved product. Send its ETag as If-None-Match next time: if nothing has changed, the answer is 304 without a body.",
      body: wire.ContainsIn,
      response: { 200: AnyRecord, 304: AnyRecord, ...failures },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identify(request, reply);
      const wanted = wire.readContains(request.body);
      const ids = wanted.ids.map((id) => id.text);
      const saved = await readAsOwner(shoppers, shopper, async ({ store, id: shopperId }) => {
        if (!shopperId) return undefined;
        const found = await findSavedProducts({ storeId: store.id, shopperId, by: wanted.by, ids });
        return found.size > 0 ? found : undefined;
      });
      const body = wire.containsRecord(wanted, saved);
      const etag = `"${hash("sha256", body, "base64url").slice(0, 22)}"`;
      reply.header("etag", etag);
      if (request.headers["if-none-match"] === etag) reply.code(304);
      return sendJson(reply, reply.statusCode === 304 ? "" : body);
    },
  });
}
