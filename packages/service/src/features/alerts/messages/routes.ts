import type { Http } from "../../../platform/http/server.ts";
import { callerOf } from "../../stores/access/require-scope.ts";
import { type AlertRouteDeps, keyedCall } from "../route-deps.ts";
import { answer } from "../wire.ts";
import type { Compiler } from "./compile-queue.ts";
import { compileTemplate } from "./compile-template.ts";
import { fetchTemplate } from "./fetch-template.ts";
import { previewFrame } from "./preview-frame.ts";
import type { Renderer } from "./renderer.ts";
import { resetTemplate } from "./reset-template.ts";
import { saveTemplate } from "./save-template.ts";
import { PreviewOut, ResetOut, SavedOut, TemplateIn, TemplateOut, TemplateTopicIn } from "./wire.ts";

/** For a browser that shows the answer itself as a page. */
const SANDBOX = "sandbox; default-src 'none'";

/** The calls by which the merchant's server and dashboard write the store's own messages. */
export function templateRoutes(
  http: Http,
  deps: Omit<AlertRouteDeps, "variants"> & { readonly renderer: Renderer; readonly compiler: Compiler },
) {
  const { db, requireScope, change } = deps;

  http.post("/storeadmin/v3/alerts/template", {
    ...requireScope("alerts"),
    schema: {
      ...keyedCall,
      summary: "Save the message of a topic",
      description:
        "Send a subject and MJML, both with Liquid. The call compiles and tries the template. If there are problems, it refuses the template and names their lines. The answer has a preview: show `preview.frame` in a page, never `preview.html`.",
      body: TemplateIn,
      response: answer(SavedOut),
    },
    handler: async (request, reply) => {
      reply.header("content-security-policy", SANDBOX);
      const { html, preview } = await compileTemplate({ ...deps, store: callerOf(request).store }, request.body);
      const { topic } = request.body;
      return change(request, { action: "template.saved", details: { topic } }, async (tx) => {
        await saveTemplate(tx, request.body, html);
        return { message: "The template is saved", topic, preview: previewFrame(preview) };
      });
    },
  });

  http.post("/storeadmin/v3/alerts/template/preview", {
    ...requireScope("alerts"),
    schema: {
      ...keyedCall,
      summary: "Preview the message of a topic without saving it",
      description:
        "Makes the same checks as saving. The answer has a preview: show `preview.frame` in a page, never `preview.html`.",
      body: TemplateIn,
      response: answer(PreviewOut),
    },
    handler: async (request, reply) => {
      reply.header("content-security-policy", SANDBOX);
      const { preview } = await compileTemplate({ ...deps, store: callerOf(request).store }, request.body);
      return { topic: request.body.topic, preview: previewFrame(preview) };
    },
  });

  http.post("/storeadmin/v3/alerts/template/fetch", {
    ...requireScope("alerts"),
    schema: {
      ...keyedCall,
      summary: "Fetch the message of a topic",
      description:
        "Returns the template that you saved (own is true), or the default message to start from (own is false).",
      body: TemplateTopicIn,
      response: answer(TemplateOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const { isOwn, topic, subject, source } = await db.inStore(store.id, (tx) =>
        fetchTemplate(tx, request.body.topic),
      );
      return { topic, own: isOwn, subject, source };
    },
  });

  http.post("/storeadmin/v3/alerts/template/reset", {
    ...requireScope("alerts"),
    schema: {
      ...keyedCall,
      summary: "Return to the default message of a topic",
      body: TemplateTopicIn,
      response: answer(ResetOut),
    },
    handler: (request) =>
      change(request, { action: "template.reset", details: { topic: request.body.topic } }, async (tx) => ({
        message: "From now on the default message is sent",
        topic: request.body.topic,
        changed: await resetTemplate(tx, request.body.topic),
      })),
  });
}
