import type { FastifyRequest } from "fastify";
import type { Db } from "../../../platform/db/db.ts";
import { type Form, parseForm } from "../../../platform/http/params.ts";
import type { Http } from "../../../platform/http/server.ts";
import { formOrJson } from "../../../platform/http/wire.ts";
import type { Log } from "../../../platform/log.ts";
import { oneLine } from "../../../platform/text/one-line.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import type { HashAddress } from "../../subscriptions/address.ts";
import { badHookToken } from "../errors.ts";
import { answer } from "../wire.ts";
import { brakeOnComplaints } from "./brake-on-complaints.ts";
import type { CheckReport } from "./check-report.ts";
import { handleTextReply } from "./handle-text-reply.ts";
import type { HookKind, Hooks } from "./hook-urls.ts";
import { recordMailReports } from "./record-mail-reports.ts";
import type { Sns } from "./sns.ts";
import * as wire from "./wire.ts";

const FORM = "application/x-www-form-urlencoded";

/** The webhooks that providers report bounces, complaints and replies to. The token in the address is their credential;
 *  signatures are checked in addition. */
export function feedbackRoutes(
  http: Http,
  {
    db,
    log,
    stores,
    hashAddress,
    hooks,
    checkReport,
    confirmSns,
  }: {
    readonly db: Db;
    readonly log: Log;
    readonly stores: StoreCache;
    readonly hashAddress: HashAddress;
    readonly hooks: Hooks;
    readonly checkReport: CheckReport;
    readonly confirmSns: Sns["confirm"];
  },
) {
  // SNS sends its JSON as text, and nested more deeply than other callers do.
  http.removeContentTypeParser("text/plain");
  http.addContentTypeParser("text/plain", { parseAs: "string" }, async (_request: unknown, body: string) =>
    wire.readTextBody(body),
  );
  // A signature covers the form as it was sent, without the parameters of the address and without defaults.
  const forms = new WeakMap<FastifyRequest, Form>();
  http.removeContentTypeParser(FORM);
  http.addContentTypeParser(FORM, { parseAs: "string" }, async (request: FastifyRequest, body: string) => {
    const form = parseForm(body);
    forms.set(request, form);
    return form;
  });
  async function authenticate(kind: HookKind, { pid }: { pid: string }, { token }: { token: string }) {
    const store = await stores.getByPid(pid);
    if (!hooks.isToken(kind, store, token)) throw badHookToken();
    return store;
  }

  http.post("/hooks/mail/:pid", {
    schema: {
      summary: "Receive bounces and complaints from a mail provider",
      description:
        "In the form of Amazon SES through SNS, or `{events: [{type: bounce | complaint, email}]}`. senders/hooks shows the address with its token, and so does `keepsake sender hooks`.",
      tags: ["Alerts"],
      params: wire.HookPath,
      querystring: wire.HookQuery,
      body: wire.MailReportIn,
      response: answer(wire.TakenOut),
    },
    handler: async ({ params, query, body }) => {
      const store = await authenticate("mail", params, query);
      const isFromTopic = await checkReport.mail(store, body);
      const url = wire.findConfirmationUrl(body);
      if (url !== undefined) {
        // Without a topic to compare with, anybody who has the address may have subscribed it.
        if (isFromTopic) await confirmSns(url);
        else
          log.warn(
            { store: store.id, url },
            "Amazon SNS asks for a confirmation of this webhook. Open the url to confirm it",
          );
        return { taken: 0 };
      }
      const reports = wire.readMailReports(body);
      await db.inStore(store.id, (tx) => recordMailReports(tx, hashAddress, reports));
      if (reports.some(({ kind }) => kind === "complaint"))
        await db.inStore(store.id, (tx) => brakeOnComplaints(tx, log));
      return { taken: reports.length };
    },
  });

  http.post("/hooks/sms/:pid", {
    schema: {
      summary: "Receive replies to text messages",
      description:
        "In Twilio's form. STOP, in many languages, ends text messages to the sender; START allows them again, and YES also confirms a sign-up.",
      tags: ["Alerts"],
      consumes: formOrJson,
      params: wire.HookPath,
      querystring: wire.HookQuery,
      body: wire.TextIn,
      response: wire.TextOut,
    },
    handler: async (request, reply) => {
      const { params, query, body } = request;
      const store = await authenticate("sms", params, query);
      await checkReport.text(store, {
        path: request.url,
        form: forms.get(request),
        signature: String(request.headers["x-twilio-signature"]),
      });
      const text = await db.inStore(store.id, (tx) =>
        handleTextReply(tx, { hashAddress, shopName: oneLine(store.name) }, wire.readTextReply(body)),
      );
      return reply.type("text/xml; charset=utf-8").serializer(String).send(wire.twimlOf(text));
    },
  });
}
