import type { Http } from "../../../platform/http/server.ts";
import { getVariantId } from "../../catalog/variants/get-variant-id.ts";
import { callerOf } from "../../stores/access/require-scope.ts";
import { type AlertRouteDeps, keyedCall } from "../route-deps.ts";
import { answer } from "../wire.ts";
import { createReplays } from "./replay.ts";
import * as wire from "./wire.ts";

/** The call by which a merchant tries another policy on past restocks. */
export function replayRoutes(http: Http, { db, variants, requireScope }: Omit<AlertRouteDeps, "change">) {
  const replay = createReplays({ db });

  http.post("/storeadmin/v3/alerts/replay", {
    ...requireScope("alerts"),
    schema: {
      ...keyedCall,
      consumes: ["application/json"],
      summary: "Replay past restocks with another policy",
      description:
        "Who would have been notified of the last restocks, compared with who was. With the policy that was really used, the answer is exactly who was notified. Nothing is sent and nothing changes.",
      body: wire.ReplayIn,
      response: answer(wire.ReplayOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const { variant: named, ...wanted } = wire.readReplay(request.body);
      const variantId = named === undefined ? undefined : await getVariantId(variants, store, named);
      const replayed = await replay(store, { ...wanted, variantId });
      const ids = [...new Set(replayed.restocks.map(({ row }) => row.variantId))];
      const found = await variants.findByIds(store.id, ids, { onlyIds: true });
      const names = new Map(found.flatMap((variant) => (variant ? [[variant.id, variant] as const] : [])));
      return wire.replayRecord(replayed, names);
    },
  });
}
