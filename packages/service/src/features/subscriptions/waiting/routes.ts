import type { Db } from "../../../platform/db/db.ts";
import { rowsAnswer, sendRows } from "../../../platform/http/send-rows.ts";
import type { Http } from "../../../platform/http/server.ts";
import { getVariantId } from "../../catalog/variants/get-variant-id.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { recordExport, recordPage } from "../../stores/access/record-export.ts";
import { callerOf, type RequireScope } from "../../stores/access/require-scope.ts";
import { hasScope } from "../../stores/access/scopes.ts";
import { readLine } from "./read-line.ts";
import * as wire from "./wire.ts";

export function lineRoutes(
  http: Http,
  {
    db,
    variants,
    requireScope,
  }: { readonly db: Db; readonly variants: VariantCache; readonly requireScope: RequireScope },
) {
  http.get("/storeadmin/v3/lines", {
    exposeHeadRoute: false,
    ...requireScope("people:read", { stepUp: "csv" }),
    schema: {
      tags: ["Alerts"],
      security: [{ storeKey: [] }],
      summary: "List the people who wait for a variant, in order",
      description:
        "Exact at the moment of the call. A store whose policy draws people at random notifies them in another order.",
      querystring: wire.LineIn,
      response: rowsAnswer(wire.PersonInLineOut),
    },
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const { variant, ...line } = wire.readLineQuery(request.query);
      const variantId = await getVariantId(variants, caller.store, variant);
      await recordExport(db, request, { variantId, topic: line.topic });
      const showsAddresses = hasScope(caller, "people:addresses");
      return sendRows(request, reply, {
        name: "line",
        read: (page) =>
          db.inStore(caller.store.id, async (tx) => {
            const found = await readLine(tx, { ...line, variantId }, page, { showsAddresses });
            await recordPage(tx, request, { read: "lines", variantId, topic: line.topic, rows: found.rows.length });
            return found;
          }),
        toItem: wire.personInLineRecord,
        columns: wire.LINE_COLUMNS,
      });
    },
  });
}
