import { AppError } from "../../../platform/errors.ts";
import { statusOf } from "../../../platform/http/failure.ts";
import { showPage } from "../../../platform/http/hosted-page.ts";
import type { Limits } from "../../../platform/http/limits.ts";
import { enforce } from "../../../platform/http/rate-limit.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures, isOn } from "../../../platform/http/wire.ts";
import { callerOf } from "../../stores/access/require-scope.ts";
import { limitOf } from "../../stores/settings/settings.ts";
import { type AlertRouteDeps, keyedCall } from "../route-deps.ts";
import { createSendTest, type TestDeps } from "../senders/send-test.ts";
import { troubleWhyOf } from "../senders/wire.ts";
import { answer } from "../wire.ts";
import type { CompileDeps } from "./compile-template.ts";
import { listVariables } from "./list-variables.ts";
import { messagePlace } from "./message-place.ts";
import { previewFrame } from "./preview-frame.ts";
import { previewMessage } from "./preview-message.ts";
import { previewPage, problemsPage } from "./preview-page.ts";
import { SANDBOX } from "./sandbox.ts";
import { findTester, sendTestMail } from "./send-test-mail.ts";
import { tryLook } from "./try-look.ts";
import {
  PreviewIn,
  PreviewOut,
  PreviewPageIn,
  PreviewPageOut,
  readPreview,
  TestMailIn,
  TestMailOut,
  VariablesIn,
  VariablesOut,
} from "./wire.ts";

/** A form writes three bytes for most characters of MJML, or nine. */
const FORM_BYTES = 512 * 1024;

export type PreviewRouteDeps = AlertRouteDeps & CompileDeps & TestDeps & { readonly limits: Limits };

/** The calls by which the author of a message tries it. They change nothing. */
export function previewRoutes(http: Http, deps: PreviewRouteDeps) {
  const { requireScope, change, limits } = deps;
  const testMail = { ...deps, sendTest: createSendTest(deps) };

  http.get("/storeadmin/v3/alerts/template/variables", {
    ...requireScope("settings:read"),
    schema: {
      ...keyedCall,
      summary: "List what a message may use",
      description: "The variables and filters of Liquid, each in a sentence and with an example.",
      querystring: VariablesIn,
      response: answer(VariablesOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const place = messagePlace(store, request.query);
      return { topic: place.topic, locale: place.language, ...listVariables(store, place) };
    },
  });

  http.post("/storeadmin/v3/alerts/template/preview", {
    ...requireScope("alerts"),
    schema: {
      ...keyedCall,
      summary: "Preview the message of a topic without saving it",
      description:
        "Makes the same checks as saving, and shows the message with invented data, or about a variant of the shop. Without subject and source, it is the message that shoppers get now. The answer has a preview: show `preview.frame` in a page, never `preview.html`.",
      body: PreviewIn,
      response: answer(PreviewOut),
    },
    handler: async (request, reply) => {
      reply.header("content-security-policy", SANDBOX);
      const { store } = callerOf(request);
      const wanted = readPreview(store, request.body);
      const preview = await previewMessage(deps, store, wanted);
      const { topic, language: locale } = wanted.place;
      return { topic, locale, preview: { ...previewFrame(preview), text: preview.text } };
    },
  });

  http.post("/storeadmin/v3/alerts/template/preview-page", {
    ...requireScope("alerts", { token: false }),
    bodyLimit: FORM_BYTES,
    schema: {
      ...keyedCall,
      summary: "Preview the message of a topic as a page",
      description:
        'For a form of the dashboard whose target is an `<iframe sandbox="">`. The page runs no script, whatever the message contains. `dark=1` shows it as in dark mode, `images=0` without pictures; `name`, `color` and `logo` as if the shop looked so. A message with mistakes is a page that lists them.',
      body: PreviewPageIn,
      response: { 200: PreviewPageOut, ...failures },
    },
    handler: async (request, reply) => {
      const { dark, images, name, color, logo, ...body } = request.body;
      const look = { isDark: isOn(dark), hasImages: images === undefined || isOn(images) };
      const store = tryLook(callerOf(request).store, { name, color, logo });
      try {
        const { html } = await previewMessage(deps, store, readPreview(store, body));
        return showPage(reply, previewPage(html, look));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return showPage(reply, problemsPage(error, look), statusOf(error));
      }
    },
  });

  http.post("/storeadmin/v3/alerts/template/send-test", {
    ...requireScope("alerts"),
    schema: {
      ...keyedCall,
      summary: "Send a message to a member as a test",
      description:
        "Sends the message with invented data, the way alerts go, to your own address or to another member's, and answers what the provider said. The subject begins with [Test]; links to the shopper's own pages lead nowhere. Twenty in an hour at most.",
      body: TestMailIn,
      response: answer(TestMailOut),
    },
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const { store } = caller;
      const { to: wantedTo, ...body } = request.body;
      await enforce(limits, limitOf(store.settings, "templateTests"), `store:${store.id}`, reply);
      const to = await findTester(deps, caller, wantedTo);
      const wanted = readPreview(store, body);
      const { isSent, trouble } = await sendTestMail(testMail, caller, wanted, to);
      const { topic, language: locale } = wanted.place;
      return change(request, { action: "template.tested", details: { topic, locale, sent: isSent } }, async () => ({
        message: isSent ? "The test mail is sent" : "The test mail could not be sent",
        to,
        sent: isSent,
        problem: trouble?.problem ?? null,
        fix: trouble?.fix ?? null,
        why: troubleWhyOf(trouble?.problem ?? null),
      }));
    },
  });
}
