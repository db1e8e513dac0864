import type { FastifyReply, FastifyRequest } from "fastify";
import type { HotDb } from "../../platform/db/db.ts";
import type { Limits } from "../../platform/http/limits.ts";
import { enforce } from "../../platform/http/rate-limit.ts";
import type { Http } from "../../platform/http/server.ts";
import { failures, formOrJson } from "../../platform/http/wire.ts";
import type { PlatformId } from "../../platform/text/platform-id.ts";
import { limitOf } from "../stores/settings/settings.ts";
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
  async function findStore(request: FastifyRequest, reply: FastifyReply, pid: string) {
    const store = await stores.getByPid(pid);
    await enforce(limits, limitOf(store.settings, "shopper"), `${store.id}:${request.ip}`, reply);
    return store;
  }
  const findCounts = (store: Store, ids: readonly PlatformId[]) =>
    findSaveCounts(
      hot,
      store.id,
      ids.map((id) => id.text),
    );

  http.post("/api/v3/product/wishlist/social-count", {
    schema: {
      ...publicCall,
      summary: "How many people saved a product",
      body: wire.SocialCountIn,
      response: { 200: wire.SocialCountOut, ...failures },
    },
    handler: async (request, reply) => {
      const store = await findStore(request, reply, request.body.pid);
      const id = wire.readSocialCount(request.body);
      return { data: wire.countRecord(id, await findCounts(store, [id])) };
    },
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
