import { Type } from "typebox";
import type { Db } from "../../../platform/db/db.ts";
import { FailureRef } from "../../../platform/http/failure.ts";
import type { Http } from "../../../platform/http/server.ts";
import type { Log } from "../../../platform/log.ts";
import { parseJson } from "../../../platform/text/json.ts";
import { oneLine } from "../../../platform/text/one-line.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import type { HashAddress } from "../../subscriptions/address.ts";
import { badHookToken } from "../errors.ts";
import { AnyOut } from "../plans/wire.ts";
import type { HookKind, Hooks } from "./hook-urls.ts";
import { brakeOnComplaints, takeMailReports, takeText } from "./take-reports.ts";
import { HookPath, HookQuery, MailReportIn, readSes, TextIn } from "./wire.ts";

/** Where providers report bounces, complaints and answers. The secret in each store's address is their credential. */
export function feedbackRoutes(
  http: Http,
  parts: {
    readonly db: Db;
    readonly log: Log;
    readonly stores: StoreCache;
    readonly hashAddress: HashAddress;
    readonly hooks: Hooks;
  },
) {
  const { db, log, stores, hashAddress, hooks } = parts;
  // SNS posts its JSON as text.
  http.addContentTypeParser("text/plain", { parseAs: "string" }, async (_request: unknown, body: string) =>
    parseJson(body, { depthMax: 10 }),
  );
  async function storeOf(kind: HookKind, { pid }: { pid: string }, { token }: { token: string }) {
    const store = await stores.getByPid(pid);
    if (!hooks.isToken(kind, store.id, token)) throw badHookToken();
    return store;
  }
  const answers = { 200: AnyOut, "4xx": FailureRef, "5xx": FailureRef };

  http.post("/hooks/mail/:pid", {
    schema: {
      summary: "A mail provider reports bounces and complaints",
      description:
        "As Amazon SES does through SNS, or `{events: [{type: bounce | complaint, email}]}`. `keepsake sender hooks` prints the address with its secret.",
      tags: ["Alerts"],
      params: HookPath,
      querystring: HookQuery,
      body: MailReportIn,
      response: answers,
    },
    handler: async ({ params, query, body }) => {
      const store = await storeOf("mail", params, query);
      if (body.Type === "SubscriptionConfirmation") {
        const { SubscribeURL } = body as { SubscribeURL?: unknown };
        log.warn(
          { store: store.id, url: String(SubscribeURL).slice(0, 1_000) },
          "Amazon SNS asks to confirm: open the url",
        );
        return { taken: 0 };
      }
      const events = (body.events ?? []).filter(({ permanent = true }) => permanent);
      const reports = [
        ...events.map(({ type, email }) => ({ kind: type, email })),
        ...(body.Type === "Notification" && body.Message ? readSes(body.Message) : []),
      ];
      await db.inStore(store.id, (tx) => takeMailReports(tx, hashAddress, reports));
      if (reports.some(({ kind }) => kind === "complaint"))
        await db.inStore(store.id, (tx) => brakeOnComplaints(tx, log));
      return { taken: reports.length };
    },
  });

  http.post("/hooks/sms/:pid", {
    schema: {
      summary: "Somebody answered a text message",
      description: "In Twilio's form. STOP, in many languages, ends text messages for good; START allows them again.",
      tags: ["Alerts"],
      consumes: ["application/x-www-form-urlencoded", "application/json"],
      params: HookPath,
      querystring: HookQuery,
      body: TextIn,
      response: {
        200: Type.String({ description: "What to answer, in Twilio's XML" }),
        "4xx": FailureRef,
        "5xx": FailureRef,
      },
    },
    handler: async ({ params, query, body }, reply) => {
      const store = await storeOf("sms", params, query);
      const text = await db.inStore(store.id, (tx) =>
        takeText(tx, { hashAddress, shop: oneLine(store.name) }, { from: body.From, body: body.Body }),
      );
      const message = text === undefined ? "" : `<Message>${escapeXml(text)}</Message>`;
      return reply
        .type("text/xml; charset=utf-8")
        .serializer(String)
        .send(`<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`);
    },
  });
}

const escapeXml = (text: string) => text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
