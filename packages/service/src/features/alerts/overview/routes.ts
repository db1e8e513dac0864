import { rowsAnswer, sendRows } from "../../../platform/http/send-rows.ts";
import type { Http } from "../../../platform/http/server.ts";
import { getVariantId } from "../../catalog/variants/get-variant-id.ts";
import { recordExport, recordPage } from "../../stores/access/record-export.ts";
import { callerOf } from "../../stores/access/require-scope.ts";
import { hasScope } from "../../stores/access/scopes.ts";
import type { AlertRouteDeps } from "../route-deps.ts";
import { listPlans } from "./list-plans.ts";
import { listRecipients } from "./list-recipients.ts";
import * as wire from "./wire.ts";

const read = { tags: ["Alerts"], security: [{ storeKey: [] }] };

/** The reads of all plans of a store, and of the people of one. */
export function overviewRoutes(http: Http, { db, variants, requireScope }: Omit<AlertRouteDeps, "change">) {
  http.get("/storeadmin/v3/plans", {
    exposeHeadRoute: false,
    ...requireScope("insights"),
    schema: {
      ...read,
      summary: "List the plans of the store",
      description:
        "The newest first: state, policy, waves, and how the deliveries ended so far. A page has at most 100.",
      querystring: wire.PlansIn,
      response: rowsAnswer(wire.PlanOverviewOut),
    },
    handler: async (request, reply) => {
      const { store } = callerOf(request);
      const { variant, ...filter } = wire.readPlansFilter(request.query);
      const variantId = variant === null ? null : await getVariantId(variants, store, variant);
      return sendRows(request, reply, {
        name: "plans",
        read: (page) => db.inStore(store.id, (tx) => listPlans(variants, tx, { ...filter, variantId }, page)),
        toItem: wire.planOverviewRecord,
        columns: wire.PLAN_COLUMNS,
      });
    },
  });

  http.get("/storeadmin/v3/plans/recipients", {
    exposeHeadRoute: false,
    ...requireScope("people:read", { stepUp: "csv" }),
    schema: {
      ...read,
      summary: "List who was notified by a plan and who was not, with the reasons",
      description:
        "Somebody who left the line before their turn is in neither list: people/one tells when and why they left.",
      querystring: wire.RecipientsIn,
      response: rowsAnswer(wire.RecipientOut),
    },
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const seen = { showsAddresses: hasScope(caller, "people:addresses") };
      const { who = "notified" } = request.query;
      const plan = { id: wire.readPlan(request.query), who };
      await recordExport(db, request, { plan: plan.id, who });
      return sendRows(request, reply, {
        name: "recipients",
        read: (page) =>
          db.inStore(caller.store.id, async (tx) => {
            const found = await listRecipients(tx, plan, page, seen);
            await recordPage(tx, request, { read: "plans/recipients", plan: plan.id, who, rows: found.rows.length });
            return found;
          }),
        toItem: wire.recipientRecord(seen),
        columns: wire.recipientColumns(seen),
      });
    },
  });
}
