import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../../platform/db/db.ts";
import type { WithIdempotencyKey } from "../../platform/http/idempotency-key.ts";
import type { Http } from "../../platform/http/server.ts";
import { failures } from "../../platform/http/wire.ts";
import { recordByHand } from "../stores/access/record-by-hand.ts";
import { callerOf, type RequireScope, requesterOf } from "../stores/access/require-scope.ts";
import type { Sightings } from "../stores/connections/sightings.ts";
import { setStock } from "./stock/set-stock.ts";
import { upsertVariants } from "./variants/upsert-variants.ts";
import type { VariantCache } from "./variants/variant-cache.ts";
import { InventoryIn, InventoryOut, readNumbers, toStockReport, toVariantInput, UpsertIn, UpsertOut } from "./wire.ts";

const BODY_BYTES = 1024 * 1024;
const VALUES_MAX = 50_000;
const keyedCall = { tags: ["Catalogue"], security: [{ storeKey: [] }], consumes: ["application/json"] };
/** Five hundred variants need a larger body and more JSON values than the calls of a shopper. */
const large = {
  bodyLimit: BODY_BYTES,
  preValidation: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    request.body = readNumbers(request.body);
    done();
  },
};

/** The calls by which the shop's server reports products, prices and stock. */
export function catalogRoutes(
  http: Http,
  {
    db,
    variants,
    requireScope,
    withIdempotencyKey,
    sightings,
    clock,
  }: {
    readonly db: Db;
    readonly variants: VariantCache;
    readonly requireScope: RequireScope;
    readonly withIdempotencyKey: WithIdempotencyKey;
    readonly sightings: Sightings;
    readonly clock: () => number;
  },
) {
  const guard = requireScope("catalog");
  http.post("/storeadmin/v3/catalog/upsert", {
    ...large,
    ...guard,
    config: { ...guard.config, jsonValuesMax: VALUES_MAX },
    schema: {
      ...keyedCall,
      summary: "Create or update products, prices and stock",
      description: "Up to 500 variants. A field that is null is removed, one that is absent stays.",
      body: UpsertIn,
      response: { 200: UpsertOut, ...failures },
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const inputs = request.body.variants.map((variant) => toVariantInput(variant, new Date(clock())));
      const stored = await withIdempotencyKey(request, requesterOf(request), async (tx) => {
        await db.inStore(
          store.id,
          async (inside) => {
            const variantIds = await upsertVariants(inside, store, inputs);
            await recordByHand(inside, request, { action: "catalog.updated", details: { variants: inputs.length } });
            inside.afterCommit(() => variants.forget(variantIds));
          },
          tx,
        );
        return { message: "Variants stored", variants: inputs.length };
      });
      sightings.report("catalogue", callerOf(request));
      if (inputs.some(({ stock }) => stock)) sightings.report("stock", callerOf(request));
      return stored;
    },
  });

  http.post("/storeadmin/v3/inventory/set", {
    ...large,
    ...guard,
    config: { ...guard.config, jsonValuesMax: VALUES_MAX },
    schema: {
      ...keyedCall,
      summary: "Report stock",
      description:
        "Absolute quantities of up to 500 variants and locations. A report that is older than the known one changes nothing, however often it is sent.",
      body: InventoryIn,
      response: { 200: InventoryOut, ...failures },
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const reports = request.body.levels.map(toStockReport);
      const found = await variants.findByPlatformIds(
        store.id,
        reports.map((report) => report.platformId),
        { create: true },
      );
      const levels = reports.flatMap(({ location, quantity, occurredAt }, index) => {
        const variant = found[index];
        return variant ? [{ variantId: variant.id, location, quantity, occurredAt }] : [];
      });
      const stored = await withIdempotencyKey(request, requesterOf(request), async (tx) => {
        const change = await db.inStore(
          store.id,
          async (inside) => {
            inside.afterCommit(() => variants.forget(levels.map(({ variantId }) => variantId)));
            const { changed, corrected } = await setStock(inside, store, levels);
            const details = { levels: levels.length, changed };
            await recordByHand(inside, request, { action: "stock.reported", details });
            return { changed, corrected };
          },
          tx,
        );
        return { message: "Stock stored", ...change };
      });
      sightings.report("stock", callerOf(request));
      return stored;
    },
  });
}
