import type { Db } from "../../../platform/db/db.ts";
import type { Limits } from "../../../platform/http/limits.ts";
import { enforce } from "../../../platform/http/rate-limit.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import { toEmail } from "../../../platform/text/email.ts";
import type { CheckWebhookUrl } from "../../events/webhooks/endpoints/get-endpoint.ts";
import { type Actor, describeActor } from "../../stores/access/caller.ts";
import type { Change } from "../../stores/access/change.ts";
import { callerOf, type RequireScope } from "../../stores/access/require-scope.ts";
import type { Notice, NotifyMembers } from "../../stores/members/notify-members.ts";
import { limitOf } from "../../stores/settings/settings.ts";
import { CONNECTIONS_MAX, type Connection, ERASURE_DAYS, MESSAGE_DAYS, nameOf } from "../connection.ts";
import { connect } from "./connect.ts";
import { disconnect } from "./disconnect.ts";
import { pauseConnection } from "./pause-connection.ts";
import { resumeConnection } from "./resume-connection.ts";
import type { SendTest } from "./send-test.ts";
import { findConnections } from "./sql.ts";
import { updateConnection } from "./update-connection.ts";
import * as wire from "./wire.ts";

export type MarketingRouteDeps = {
  readonly db: Db;
  readonly limits: Limits;
  readonly requireScope: RequireScope;
  readonly change: Change;
  readonly checkUrl: CheckWebhookUrl;
  readonly notifyMembers: NotifyMembers;
  readonly sendTest: SendTest;
};

/** The calls by which a merchant connects marketing tools. */
export function marketingRoutes(http: Http, deps: MarketingRouteDeps) {
  const { db, limits, requireScope, change, checkUrl, notifyMembers, sendTest } = deps;
  const { call } = wire;

  http.get("/storeadmin/v3/marketing", {
    ...requireScope("settings:read"),
    schema: {
      tags: call.tags,
      security: call.security,
      summary: "List the marketing tools, and whether they work",
      description: `A store has at most ${CONNECTIONS_MAX}. Keys and secrets are not shown.`,
      response: { 200: wire.ListOut, ...failures },
    },
    handler: async (request) => ({
      items: (await db.inStore(callerOf(request).store.id, findConnections)).map(wire.connectionRecord),
    }),
  });

  http.post("/storeadmin/v3/marketing/connect", {
    ...requireScope("settings:write", { stepUp: true }),
    schema: {
      ...call,
      summary: "Connect a marketing tool",
      description:
        "From now on the tool gets the store's events with the address of the person and the product. A store has one connection with Klaviyo.",
      body: wire.ConnectIn,
      response: { 200: wire.ConnectedOut, ...failures },
    },
    handler: (request) => {
      const wanted = wire.readNewConnection(request.body);
      const { tool, subjects, passesConsent } = wanted;
      const details = { tool, events: subjects, consent: passesConsent };
      return change(request, { action: "marketing.connected", details }, async (tx, store) => {
        const { connection, secret } = await connect(tx, store, checkUrl, wanted);
        await notifyMembers(tx, store, connectedNotice(callerOf(request).actor, connection));
        return { ...wire.connectionRecord(connection), secret };
      });
    },
  });

  http.post("/storeadmin/v3/marketing/update", {
    ...requireScope("settings:write", { stepUp: true }),
    schema: {
      ...call,
      summary: "Change what a marketing tool gets, or its key",
      description:
        "What is absent stays as it is. With a new key or URL, a paused connection is resumed, and what waits is sent.",
      body: wire.UpdateIn,
      response: { 200: wire.ConnectionOut, ...failures },
    },
    handler: (request) => {
      const id = wire.readConnectionId(request.body);
      const { key, url, ...changes } = wire.readChanges(request.body);
      // Neither the key nor the path of a URL, which may hold a secret, belongs into the audit log.
      const details = { connection: id, ...changes, newAccess: (key ?? url) !== undefined };
      return change(request, { action: "marketing.updated", details }, async (tx, store) => {
        const connection = await updateConnection(tx, store, checkUrl, id, { key, url, ...changes });
        if (url !== undefined) await notifyMembers(tx, store, connectedNotice(callerOf(request).actor, connection));
        return wire.connectionRecord(connection);
      });
    },
  });

  http.post("/storeadmin/v3/marketing/test", {
    ...requireScope("settings:write"),
    schema: {
      ...call,
      summary: "Send a test message to a marketing tool",
      description:
        "Sends one message about your own address at once, and answers what the tool said. Klaviyo shows it as the event Added to Wishlist. Six in an hour at most, with those of senders.",
      body: wire.TestIn,
      response: { 200: wire.TestOut, ...failures },
    },
    handler: async (request, reply) => {
      const id = wire.readConnectionId(request.body);
      const to = toEmail(request.body.to);
      const { store } = callerOf(request);
      await enforce(limits, limitOf(store.settings, "senderTests"), `store:${store.id}`, reply);
      const problem = await sendTest(store, id, to);
      const details = { connection: id, sent: problem === undefined };
      return change(request, { action: "marketing.tested", details }, async () => wire.testRecord(problem));
    },
  });

  http.post("/storeadmin/v3/marketing/pause", {
    ...requireScope("settings:write"),
    schema: {
      ...call,
      summary: "Pause a marketing tool",
      description: `Nothing is sent to it. What happens meanwhile waits, for ${MESSAGE_DAYS} days at most; erasures wait for ${ERASURE_DAYS} days, and count as \`erasuresLost\` then.`,
      body: wire.ConnectionIn,
      response: { 200: wire.ConnectionOut, ...failures },
    },
    handler: (request) => {
      const id = wire.readConnectionId(request.body);
      return change(request, { action: "marketing.paused", details: { connection: id } }, async (tx) =>
        wire.connectionRecord(await pauseConnection(tx, id)),
      );
    },
  });

  http.post("/storeadmin/v3/marketing/resume", {
    ...requireScope("settings:write"),
    schema: {
      ...call,
      summary: "Resume a marketing tool",
      description: "What waits is sent.",
      body: wire.ConnectionIn,
      response: { 200: wire.ConnectionOut, ...failures },
    },
    handler: (request) => {
      const id = wire.readConnectionId(request.body);
      return change(request, { action: "marketing.resumed", details: { connection: id } }, async (tx) =>
        wire.connectionRecord(await resumeConnection(tx, id)),
      );
    },
  });

  http.post("/storeadmin/v3/marketing/disconnect", {
    ...requireScope("settings:write"),
    schema: {
      ...call,
      summary: "Disconnect a marketing tool",
      description:
        "Its key is deleted. What waits is not sent, and erasures of people are no longer passed on: the answer says how many were not.",
      body: wire.ConnectionIn,
      response: { 200: wire.DisconnectedOut, ...failures },
    },
    handler: (request) => {
      const id = wire.readConnectionId(request.body);
      return change(request, { action: "marketing.disconnected", details: { connection: id } }, async (tx) => {
        const { erasuresWaiting, erasuresLost } = await disconnect(tx, id);
        const erasuresNotSent = erasuresWaiting + erasuresLost;
        return { connection: id, erasuresNotSent, message: "The tool is disconnected" };
      });
    },
  });
}

/** The tool gets addresses of shoppers. Owners should notice one that somebody else has connected. */
const connectedNotice = (actor: Actor, connection: Connection): Notice => ({
  subject: "A marketing tool was connected",
  what: `${describeActor(actor)} connected ${nameOf(connection)}. It gets the addresses of shoppers who save products or wait for alerts.`,
  whatToDo: "If you do not know why, look at the audit log, and disconnect it on the page Marketing of the dashboard.",
  scope: "settings:write",
});
