import type { Db } from "../../../../platform/db/db.ts";
import { rowsAnswer, sendRows } from "../../../../platform/http/send-rows.ts";
import type { Http } from "../../../../platform/http/server.ts";
import { failures } from "../../../../platform/http/wire.ts";
import type { Change } from "../../../stores/access/change.ts";
import { callerOf, type RequireScope } from "../../../stores/access/require-scope.ts";
import { ENDPOINTS_MAX } from "../endpoint.ts";
import { EndpointIn, EndpointOut, endpointRecord, readEndpointId, webhookCall, webhookRead } from "../wire.ts";
import { createEndpoint } from "./create-endpoint.ts";
import { deleteEndpoint } from "./delete-endpoint.ts";
import { disableEndpoint } from "./disable-endpoint.ts";
import { enableEndpoint } from "./enable-endpoint.ts";
import type { CheckWebhookUrl } from "./get-endpoint.ts";
import { rotateWebhookSecret } from "./rotate-webhook-secret.ts";
import { findEndpoints } from "./sql.ts";
import { updateEndpoint } from "./update-endpoint.ts";
import * as wire from "./wire.ts";

export type EndpointRouteDeps = {
  readonly db: Db;
  readonly requireScope: RequireScope;
  readonly change: Change;
  readonly checkWebhookUrl: CheckWebhookUrl;
};

/** The calls by which a merchant says where events are sent. */
export function endpointRoutes(http: Http, { db, requireScope, change, checkWebhookUrl }: EndpointRouteDeps) {
  http.get("/storeadmin/v3/webhooks", {
    ...requireScope("webhooks"),
    schema: {
      ...webhookRead,
      summary: "List the webhook endpoints, and whether they work",
      description: `A store has at most ${ENDPOINTS_MAX}. Secrets are not shown.`,
      response: rowsAnswer(EndpointOut),
    },
    handler: (request, reply) =>
      sendRows(request, reply, {
        name: "webhooks",
        read: async () => ({ rows: await db.inStore(callerOf(request).store.id, findEndpoints), next: null }),
        toItem: endpointRecord,
        columns: wire.ENDPOINT_COLUMNS,
      }),
  });

  http.post("/storeadmin/v3/webhooks/create", {
    ...requireScope("webhooks", { stepUp: true }),
    schema: {
      ...webhookCall,
      summary: "Add a webhook endpoint",
      description: "From now on the store's events are posted to the URL, signed as Standard Webhooks describes.",
      body: wire.CreateIn,
      response: { 200: wire.CreatedOut, ...failures },
    },
    handler: (request) => {
      const wanted = wire.readNewEndpoint(request.body);
      return change(request, { action: "webhook.created", details: { url: wanted.url } }, async (tx, store) => {
        const { endpoint, secret } = await createEndpoint(tx, store, checkWebhookUrl, wanted);
        return { ...endpointRecord(endpoint), secret };
      });
    },
  });

  http.post("/storeadmin/v3/webhooks/update", {
    ...requireScope("webhooks", { stepUp: true }),
    schema: {
      ...webhookCall,
      summary: "Change a webhook endpoint",
      description: "What is absent stays as it is. Deliveries that wait are sent to the new URL.",
      body: wire.UpdateIn,
      response: { 200: EndpointOut, ...failures },
    },
    handler: (request) => {
      const id = readEndpointId(request.body);
      const changes = wire.readChanges(request.body);
      return change(request, { action: "webhook.updated", details: { endpoint: id, ...changes } }, async (tx) =>
        endpointRecord(await updateEndpoint(tx, checkWebhookUrl, id, changes)),
      );
    },
  });

  http.post("/storeadmin/v3/webhooks/delete", {
    ...requireScope("webhooks"),
    schema: {
      ...webhookCall,
      summary: "Delete a webhook endpoint",
      description: "Deliveries that wait are not sent, and its log is gone.",
      body: EndpointIn,
      response: { 200: wire.DeletedOut, ...failures },
    },
    handler: (request) => {
      const id = readEndpointId(request.body);
      return change(request, { action: "webhook.deleted", details: { endpoint: id } }, async (tx) => {
        await deleteEndpoint(tx, id);
        return { endpoint: id, message: "The endpoint is deleted" };
      });
    },
  });

  http.post("/storeadmin/v3/webhooks/rotate-secret", {
    ...requireScope("webhooks", { stepUp: true }),
    schema: {
      ...webhookCall,
      summary: "Replace the secret of a webhook endpoint",
      description:
        "During the overlap (a day by default, a week at most) each delivery has the signatures of both secrets. With 0 the old one ends at once.",
      body: wire.RotateIn,
      response: { 200: wire.RotatedOut, ...failures },
    },
    handler: (request) => {
      const id = readEndpointId(request.body);
      const overlapSeconds = wire.readOverlap(request.body);
      const details = { endpoint: id, overlapSeconds };
      return change(request, { action: "webhook.secret-rotated", details }, async (tx, store) => ({
        endpoint: id,
        secret: await rotateWebhookSecret(tx, store, id, overlapSeconds),
      }));
    },
  });

  http.post("/storeadmin/v3/webhooks/enable", {
    ...requireScope("webhooks"),
    schema: {
      ...webhookCall,
      summary: "Enable a webhook endpoint that was disabled",
      description:
        "Deliveries that still wait are sent. Events since it was disabled are not: replay them with webhooks/replay.",
      body: EndpointIn,
      response: { 200: EndpointOut, ...failures },
    },
    handler: (request) => {
      const id = readEndpointId(request.body);
      return change(request, { action: "webhook.enabled", details: { endpoint: id } }, async (tx) =>
        endpointRecord(await enableEndpoint(tx, id)),
      );
    },
  });

  http.post("/storeadmin/v3/webhooks/disable", {
    ...requireScope("webhooks"),
    schema: {
      ...webhookCall,
      summary: "Disable a webhook endpoint",
      description: "Nothing is sent until it is enabled again.",
      body: EndpointIn,
      response: { 200: EndpointOut, ...failures },
    },
    handler: (request) => {
      const id = readEndpointId(request.body);
      return change(request, { action: "webhook.disabled", details: { endpoint: id } }, async (tx) =>
        endpointRecord(await disableEndpoint(tx, id)),
      );
    },
  });
}
