import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { sendJson } from "../../../platform/http/send-json.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import { admitVisitor } from "../../stores/admit-visitor.ts";
import { listRules } from "../../stores/settings/settings.ts";
import type { ListRouteDeps } from "../list-route-deps.ts";
import * as records from "../records/wire.ts";
import { listCall } from "../wire.ts";
import { fetchList } from "./fetch-list.ts";
import { fetchListHeads, fetchLists } from "./fetch-lists.ts";
import { readAsOwner } from "./read-as-owner.ts";
import * as wire from "./wire.ts";

export function readingRoutes(http: Http, deps: ListRouteDeps) {
  const { shoppers, findSavedProducts } = deps;

  /** The shopper of the call, or nobody: anyone may read a public list, within the limit of their IP address. */
  async function findViewer(request: FastifyRequest, reply: FastifyReply, pid: string) {
    const viewer = await shoppers.identifyIfPresent(request, reply);
    const store = viewer?.store ?? (await admitVisitor(deps, { request, reply }, { pid, limit: "reader" }));
    return { store, viewer };
  }

  http.post("/api/v3/lists/fetch-lists", {
    schema: {
      ...listCall,
      summary: "Fetch all lists with their newest items",
      body: wire.FetchListsIn,
      response: { 200: records.ListsOut, ...failures },
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
      response: { 200: records.ListHeadsOut, ...failures },
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
      response: { 200: records.AnyListPageOut, ...failures },
    },
    handler: async (request, reply) => {
      const { store, viewer } = await findViewer(request, reply, request.body.pid);
      const wanted = wire.readFetchList(request.body);
      const fetched = await fetchList(deps, store, viewer, { ...wanted, withPreview: true });
      if (fetched.owner) return sendJson(reply, wire.ownListRecord(fetched.owner, fetched, wanted.page));
      reply.header("x-robots-tag", "noindex");
      return sendJson(reply, wire.sharedListRecord(fetched, wanted.page));
    },
  });

  http.post("/api/v3/lists/fetch-list-contents", {
    schema: {
      ...listCall,
      summary: "Fetch a page of one list's items",
      description:
        "limit is 100 unless it is sent, and at most 1,000. The header x-total-count has the number of all items. If there are more, the header link has the URL of the next page: post the same body without limit and offset to it.",
      body: wire.FetchListIn,
      response: { 200: records.ItemsOut, ...failures },
    },
    handler: async (request, reply) => {
      const { store, viewer } = await findViewer(request, reply, request.body.pid);
      const wanted = wire.readFetchList(request.body);
      const fetched = await fetchList(deps, store, viewer, wanted);
      reply.headers(wire.pageHeaders(store.pid, request.routeOptions.url ?? "", fetched.list, wanted.page));
      if (fetched.owner) return sendJson(reply, wire.ownItemsRecord(fetched.owner, fetched));
      reply.header("x-robots-tag", "noindex");
      return sendJson(reply, wire.sharedItemsRecord(fetched));
    },
  });

  async function contains(
    request: FastifyRequest,
    reply: FastifyReply,
    sent: Parameters<typeof wire.readContains>[0],
  ): Promise<string | Buffer> {
    const shopper = await shoppers.identify(request, reply);
    const wanted = wire.readContains(sent);
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
  }
  const containsCall = {
    ...listCall,
    summary: "Find which products on a page are saved",
    description:
      "Send up to 250 epis or empis. The answer has the lists of each saved product. Send its ETag as If-None-Match next time: if nothing has changed, the answer is 304 without a body.",
    response: { 200: records.ContainsOut, 304: Type.Null({ description: "Nothing has changed" }), ...failures },
  };
  http.post("/api/v3/lists/contains", {
    schema: { ...containsCall, body: wire.ContainsIn },
    handler: (request, reply) => contains(request, reply, request.body),
  });
  http.get("/api/v3/lists/contains", {
    exposeHeadRoute: false,
    schema: { ...containsCall, querystring: wire.ContainsIn },
    handler: (request, reply) => contains(request, reply, request.query),
  });
}
