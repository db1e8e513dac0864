import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { HotDb } from "../../platform/db/db.ts";
import type { Limits } from "../../platform/http/limits.ts";
import type { Http } from "../../platform/http/server.ts";
import { failures, formOrJson } from "../../platform/http/wire.ts";
import type { PlatformId } from "../../platform/text/platform-id.ts";
import { admitVisitor } from "../stores/admit-visitor.ts";
import type { Store } from "../stores/store.ts";
import type { StoreCache } from "../stores/store-cache.ts";
import { findSaveCounts } from "./sql.ts";
import * as wire from "./wire.ts";

const publicCall = { tags: ["Lists"], consumes: formOrJson };

/** How many people saved a product. A count contains no personal data, so the calls need no session. */
export function socialCountRoutes(
  http: Http,
  { hot, stores, limits }: { hot: HotDb; stores: StoreCache; limits: Limits },
) {
  const findStore = (request: FastifyRequest, reply: FastifyReply, pid: string) =>
    admitVisitor({ stores, limits }, { request, reply }, { pid, limit: "reader" });
  const findCounts = (store: Store, ids: readonly PlatformId[]) =>
    findSaveCounts(
      hot,
      store.id,
      ids.map((id) => id.text),
    );

  async function socialCount(request: FastifyRequest, reply: FastifyReply, sent: Static<typeof wire.SocialCountIn>) {
    const store = await findStore(request, reply, sent.pid);
    const id = wire.readSocialCount(sent);
    return { data: wire.countRecord(id, await findCounts(store, [id])) };
  }
  const countCall = {
    ...publicCall,
    summary: "How many people saved a product",
    response: { 200: wire.SocialCountOut, ...failures },
  };
  http.post("/api/v3/product/wishlist/social-count", {
    schema: { ...countCall, body: wire.SocialCountIn },
    handler: (request, reply) => socialCount(request, reply, request.body),
  });
  http.get("/api/v3/product/wishlist/social-count", {
    exposeHeadRoute: false,
    schema: { ...countCall, querystring: wire.SocialCountIn },
    handler: (request, reply) => socialCount(request, reply, request.query),
  });

  http.post("/api/v3/product/wishlist/social-count-batch", {
    schema: {
      ...publicCall,
      summary: "How many people saved each of several products",
      body: wire.SocialCountBatchIn,
      response: { 200: wire.SocialCountBatchOut, ...failures },
    },
    handler: async (request, reply) => {
      const store = await findStore(request, reply, request.body.pid);
      const ids = wire.readSocialCountBatch(request.body);
      return { data: wire.countRecords(ids, await findCounts(store, ids)) };
    },
  });
}
