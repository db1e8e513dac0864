import type { Db } from "../../../platform/db/db.ts";
import type { Http } from "../../../platform/http/server.ts";
import { getVariantId } from "../../catalog/variants/get-variant-id.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { readVariantName } from "../../catalog/variants/wire.ts";
import { callerOf, type RequireScope } from "../../stores/access/require-scope.ts";
import { answer, keyedRead } from "../wire.ts";
import { advise } from "./advise.ts";
import { findFacts } from "./find-facts.ts";
import * as wire from "./wire.ts";

/** The call that advises a merchant how many units to order. */
export function adviceRoutes(
  http: Http,
  {
    db,
    variants,
    requireScope,
  }: { readonly db: Db; readonly variants: VariantCache; readonly requireScope: RequireScope },
) {
  http.get("/storeadmin/v3/demand/advice", {
    exposeHeadRoute: false,
    ...requireScope("insights"),
    schema: {
      ...keyedRead,
      summary: "Advise how many units of a variant to order",
      description:
        "How many units the people who wait for it back in stock will buy, with an interval, from what came of past restocks.",
      querystring: wire.AdviceIn,
      response: answer(wire.AdviceOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const variant = readVariantName(request.query);
      const variantId = await getVariantId(variants, store, variant);
      const facts = await db.inStore(store.id, (tx) => findFacts(tx, store, variantId));
      return wire.adviceRecord(variant, advise(facts, wire.readNextUnits(request.query)));
    },
  });
}
