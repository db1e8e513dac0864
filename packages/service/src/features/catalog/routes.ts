import type { Db, StoreTx } from "../../platform/db.ts";
import { FailureRef } from "../../platform/http/failure.ts";
import type { Once } from "../../platform/http/once.ts";
import type { Http } from "../../platform/http/server.ts";
import { readPlatformId } from "../../platform/platform-id.ts";
import { callerOf, type RequireKey } from "../stores/require-key.ts";
import { setStock } from "./set-stock.ts";
import { upsertVariants } from "./upsert-variants.ts";
import type { VariantBook } from "./variant-book.ts";
import { InventoryIn, InventoryOut, toInstant, toVariant, UpsertIn, UpsertOut } from "./wire.ts";

const BODY_BYTES = 1024 * 1024;
const VALUES_MAX = 50_000;
const keyedCall = { tags: ["Catalogue"], security: [{ storeKey: [] }], consumes: ["application/json"] };
const refusals = { "4xx": FailureRef, "5xx": FailureRef };
/** Five hundred variants are more than a shopper's call may hold. */
const large = { bodyLimit: BODY_BYTES, config: { jsonValuesMax: VALUES_MAX } };

/** For the shop's server: what there is, at which price, and how many. */
export function catalogRoutes(
  http: Http,
  parts: {
    readonly db: Db;
    readonly variants: VariantBook;
    readonly requireKey: RequireKey;
    readonly once: Once;
    readonly clock: () => number;
  },
) {
  const { db, variants, requireKey, once, clock } = parts;

  http.post("/storeadmin/v3/catalog/upsert", {
    ...requireKey("catalog"),
    ...large,
    schema: {
      ...keyedCall,
      summary: "Tell of products, prices and stock",
      description: "Up to 500 variants. A field that is null is taken away, one that is absent stays.",
      body: UpsertIn,
      response: { 200: UpsertOut, ...refusals },
    },
    handler: async (request) => {
      const { store, keyId } = callerOf(request);
      const said = request.body.variants.map((variant) => toVariant(variant, new Date(clock())));
      return once(request, { storeId: store.id, credential: keyId }, async (tx) => {
        const work = (inside: StoreTx) => upsertVariants(inside, store, said);
        await (tx ? work(tx) : db.inStore(store.id, work));
        return { message: "Variants stored", variants: said.length };
      });
    },
  });

  http.post("/storeadmin/v3/inventory/set", {
    ...requireKey("catalog"),
    ...large,
    schema: {
      ...keyedCall,
      summary: "Report stock",
      description:
        "Absolute quantities of up to 500 variants and locations. A report older than what is known changes nothing, however often it is sent.",
      body: InventoryIn,
      response: { 200: InventoryOut, ...refusals },
    },
    handler: async (request) => {
      const { store, keyId } = callerOf(request);
      const reports = request.body.levels.map((level) => ({
        epi: readPlatformId("epi", level.epi).text,
        location: level.location ?? "",
        quantity: level.quantity,
        occurredAt: toInstant(level.occurredAt),
      }));
      const found = await variants.byEpis(
        store.id,
        reports.map((report) => report.epi),
        { make: true },
      );
      const levels = reports.flatMap(({ location, quantity, occurredAt }, index) => {
        const variant = found[index];
        return variant ? [{ variantId: variant.id, location, quantity, occurredAt }] : [];
      });
      return once(request, { storeId: store.id, credential: keyId }, async (tx) => {
        const work = (inside: StoreTx) => setStock(inside, store, levels);
        const changed = await (tx ? work(tx) : db.inStore(store.id, work));
        return { message: "Stock stored", changed };
      });
    },
  });
}
