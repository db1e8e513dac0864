import type { Clock } from "../../../../platform/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { rowsAnswer, sendRows } from "../../../../platform/http/send-rows.ts";
import type { Http } from "../../../../platform/http/server.ts";
import { failures } from "../../../../platform/http/wire.ts";
import type { Change } from "../../../stores/access/change.ts";
import { callerOf, type RequireScope } from "../../../stores/access/require-scope.ts";
import { exampleWriter } from "../messages/wire.ts";
import { readEndpointId, webhookCall, webhookRead } from "../wire.ts";
import { fetchDeliveries } from "./fetch-deliveries.ts";
import { replayDelivery } from "./replay-delivery.ts";
import { sendExample } from "./send-example.ts";
import { startReplay } from "./start-replay.ts";
import * as wire from "./wire.ts";

export type DeliveryRouteDeps = {
  readonly db: Db;
  readonly requireScope: RequireScope;
  readonly change: Change;
  readonly clock: Clock;
};

/** The calls by which a merchant sees what was sent, and sends it again. */
export function deliveryRoutes(http: Http, { db, requireScope, change, clock }: DeliveryRouteDeps) {
  http.get("/storeadmin/v3/webhooks/deliveries", {
    ...requireScope("webhooks"),
    schema: {
      ...webhookRead,
      summary: "List the deliveries of webhooks",
      description:
        "The newest first; with `state=waiting`, the one that is sent next first. Deliveries are kept for five days at least.",
      querystring: wire.DeliveriesIn,
      response: rowsAnswer(wire.DeliveryOut),
    },
    handler: (request, reply) => {
      const filter = wire.readFilter(request.query);
      return sendRows(request, reply, {
        name: "webhook-deliveries",
        read: (page) => db.inStore(callerOf(request).store.id, (tx) => fetchDeliveries(tx, filter, page)),
        toItem: wire.deliveryRecord,
        columns: wire.DELIVERY_COLUMNS,
      });
    },
  });

  http.post("/storeadmin/v3/webhooks/replay", {
    ...requireScope("webhooks", { stepUp: true }),
    schema: {
      ...webhookCall,
      summary: "Send past events again",
      description:
        "One delivery of the log, or all events of a range of numbers or times that the endpoint wants, as long as they are kept (three days at least). An event has the same webhook-id each time.",
      body: wire.ReplayIn,
      response: { 200: wire.ReplayOut, ...failures },
    },
    handler: (request) => {
      const { endpoint: _, ...what } = request.body;
      const id = readEndpointId(request.body);
      const { delivery } = request.body;
      const range = delivery === undefined ? wire.readRange(request.body) : undefined;
      return change(request, { action: "webhook.replayed", details: { endpoint: id, ...what } }, async (tx) => {
        if (delivery !== undefined)
          return { message: "The delivery is sent again", delivery: await replayDelivery(tx, id, delivery) };
        await startReplay(tx, id, range ?? {});
        return { message: "The replay has begun; the list of endpoints shows how far it is", delivery: null };
      });
    },
  });

  http.post("/storeadmin/v3/webhooks/send-example", {
    ...requireScope("webhooks"),
    schema: {
      ...webhookCall,
      summary: "Send an example to a webhook endpoint",
      description: "Signed like any delivery, with the number 0, and tried once. The log shows how it went.",
      body: wire.ExampleIn,
      response: { 200: wire.ExampleOut, ...failures },
    },
    handler: (request) => {
      const id = readEndpointId(request.body);
      const { type: subject } = request.body;
      const at = new Date(clock());
      const details = { endpoint: id, ...(subject ? { type: subject } : {}) };
      return change(request, { action: "webhook.example-sent", details }, async (tx, { pid }) => ({
        message: "The example is on its way; webhooks/deliveries shows how it went",
        delivery: await sendExample(tx, id, exampleWriter({ subject, pid, at })),
      }));
    },
  });
}
