import type { FastifyReply, FastifyRequest } from "fastify";
import type { HotDb } from "../../platform/db/db.ts";
import { FailureRef } from "../../platform/http/failure.ts";
import type { Limits } from "../../platform/http/limits.ts";
import { enforce } from "../../platform/http/rate-limit.ts";
import type { Http } from "../../platform/http/server.ts";
import { asSent, readPlatformIds } from "../../platform/text/platform-id.ts";
import { limitOf } from "../stores/settings/settings.ts";
import type { StoreCache } from "../stores/store-cache.ts";
import { findSaveCounts } from "./sql.ts";
import { SocialCountBatchIn, SocialCountBatchOut, SocialCountIn, SocialCountOut } from "./wire.ts";

const IDS_MAX = 250;
const publicCall = { tags: ["Lists"], consumes: ["application/x-www-form-urlencoded", "application/json"] };
const refusals = { "4xx": FailureRef, "5xx": FailureRef };

/** How many people saved a product: a number without names, so it needs no session. */
export function socialCountRoutes(
  http: Http,
  { hot, stores, limits }: { hot: HotDb; stores: StoreCache; limits: Limits },
) {
  async function counts(request: FastifyRequest, reply: FastifyReply, pid: string, field: string, value: unknown) {
    const store = await stores.getByPid(pid);
    await enforce(limits, limitOf(store.settings, "shopper"), `${store.id}:${request.ip}`, reply);
    const ids = [...new Map(readPlatformIds(field, value, IDS_MAX).map((id) => [id.text, id])).values()];
    const found = new Map(
      await findSaveCounts(
        hot,
        store.id,
        ids.map((id) => id.text),
      ),
    );
    return ids.map((id) => ({ empi: asSent(id), count: found.get(id.text) ?? 0 }));
  }

  http.post("/api/v3/product/wishlist/social-count", {
    schema: {
      ...publicCall,
      summary: "How many people saved a product",
      body: SocialCountIn,
      response: { 200: SocialCountOut, ...refusals },
    },
    handler: async (request, reply) => {
      const [count] = await counts(request, reply, request.body.pid, "empi", [request.body.empi]);
      return { data: count ?? { empi: "", count: 0 } };
    },
  });

  http.post("/api/v3/product/wishlist/social-count-batch", {
    schema: {
      ...publicCall,
      summary: "How many people saved each of several products",
      body: SocialCountBatchIn,
      response: { 200: SocialCountBatchOut, ...refusals },
    },
    handler: async (request, reply) => ({
      data: await counts(request, reply, request.body.pid, "empis", request.body.empis),
    }),
  });
}
