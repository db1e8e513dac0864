import { etagOf } from "../../../platform/http/if-match.ts";
import type { Http } from "../../../platform/http/server.ts";
import { callerOf } from "../../stores/access/require-scope.ts";
import { type AlertRouteDeps, keyedCall } from "../route-deps.ts";
import { answer } from "../wire.ts";
import type { Compiler } from "./compile-queue.ts";
import { compileTemplate } from "./compile-template.ts";
import { fetchTemplate } from "./fetch-template.ts";
import { getVersion } from "./get-version.ts";
import { listTemplates } from "./list-templates.ts";
import { previewFrame } from "./preview-frame.ts";
import type { Renderer } from "./renderer.ts";
import { resetTemplate } from "./reset-template.ts";
import { saveTemplate } from "./save-template.ts";
import { selectVersions } from "./sql.ts";
import {
  PreviewOut,
  ResetOut,
  RestoreIn,
  SavedOut,
  TemplateIn,
  TemplateOut,
  TemplatesOut,
  TemplateTopicIn,
  VersionsIn,
  VersionsOut,
} from "./wire.ts";

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
        const version = await saveTemplate(tx, request.body, {
          html,
          savedBy: callerOf(request).actor.name,
          ifMatch: request.headers["if-match"],
        });
        return { message: "The template is saved", topic, version, preview: previewFrame(preview) };
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
    handler: async (request, reply) => {
      const { store } = callerOf(request);
      const { isOwn, topic, subject, source, version } = await db.inStore(store.id, (tx) =>
        fetchTemplate(tx, request.body.topic),
      );
      reply.header("etag", etagOf(version));
      return { topic, own: isOwn, subject, source, version };
    },
  });

  http.get("/storeadmin/v3/alerts/templates", {
    ...requireScope("settings:read"),
    schema: {
      ...keyedCall,
      summary: "List the messages of the store",
      description: "Each built-in topic, and each topic that the store has its own message for.",
      response: answer(TemplatesOut),
    },
    handler: async (request) => {
      const templates = await db.inStore(callerOf(request).store.id, listTemplates);
      return {
        templates: templates.map((one) => ({ ...one, updatedAt: one.updatedAt?.toISOString() ?? null })),
      };
    },
  });

  http.get("/storeadmin/v3/alerts/template/versions", {
    ...requireScope("settings:read"),
    schema: {
      ...keyedCall,
      summary: "List the versions of a message",
      description: "The newest first; fifty of each topic are kept.",
      querystring: VersionsIn,
      response: answer(VersionsOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const versions = await db.inStore(store.id, (tx) => selectVersions(tx, request.query.topic));
      return { versions: versions.map((one) => ({ ...one, savedAt: one.savedAt.toISOString() })) };
    },
  });

  http.post("/storeadmin/v3/alerts/template/restore", {
    ...requireScope("alerts"),
    schema: {
      ...keyedCall,
      summary: "Go back to an earlier version of a message",
      description: "Saves it again, as a new version.",
      body: RestoreIn,
      response: answer(SavedOut),
    },
    handler: async (request, reply) => {
      reply.header("content-security-policy", SANDBOX);
      const { store, actor } = callerOf(request);
      const [{ topic }, wanted] = [request.body, Number(request.body.version)];
      const { subject, source } = await db.inStore(store.id, (tx) => getVersion(tx, topic, wanted));
      const { html, preview } = await compileTemplate({ ...deps, store }, { topic, subject, source });
      return change(request, { action: "template.restored", details: { topic, from: wanted } }, async (tx) => {
        const version = await saveTemplate(
          tx,
          { topic, subject, source },
          { html, savedBy: actor.name, ifMatch: request.headers["if-match"] },
        );
        return { message: `Version ${wanted} is in use again`, topic, version, preview: previewFrame(preview) };
      });
    },
  });

  http.post("/storeadmin/v3/alerts/template/reset", {
    ...requireScope("alerts"),
    schema: {
      ...keyedCall,
      summary: "Return to the default message of a topic",
      description: "With `If-Match`, this is refused (412) if somebody else has saved another version meanwhile.",
      body: TemplateTopicIn,
      response: answer(ResetOut),
    },
    handler: (request) =>
      change(request, { action: "template.reset", details: { topic: request.body.topic } }, async (tx) => ({
        message: "From now on the default message is sent",
        topic: request.body.topic,
        changed: await resetTemplate(tx, request.body.topic, request.headers["if-match"]),
      })),
  });
}
