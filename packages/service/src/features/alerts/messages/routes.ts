import type { FastifyReply } from "fastify";
import type { Static } from "typebox";
import { etagOf } from "../../../platform/http/if-match.ts";
import type { Http } from "../../../platform/http/server.ts";
import { callerOf } from "../../stores/access/require-scope.ts";
import { languageOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { type AlertRouteDeps, keyedCall } from "../route-deps.ts";
import { answer } from "../wire.ts";
import { type CompileDeps, compileTemplate } from "./compile-template.ts";
import { fetchTemplate } from "./fetch-template.ts";
import { getVersion } from "./get-version.ts";
import { listTemplates } from "./list-templates.ts";
import { messagePlace } from "./message-place.ts";
import { previewFrame } from "./preview-frame.ts";
import { resetTemplate } from "./reset-template.ts";
import { SANDBOX } from "./sandbox.ts";
import { saveTemplate } from "./save-template.ts";
import { selectVersions } from "./sql.ts";
import {
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

/** The calls by which the merchant's server and dashboard write the store's own messages. */
export function templateRoutes(http: Http, deps: Omit<AlertRouteDeps, "variants"> & CompileDeps) {
  const { db, requireScope, change } = deps;

  async function readTemplate(store: Store, wanted: Static<typeof TemplateTopicIn>, reply: FastifyReply) {
    const place = messagePlace(store, wanted);
    const { isOwn, topic, subject, source, version } = await db.inStore(store.id, (tx) => fetchTemplate(tx, place));
    reply.header("etag", etagOf(version));
    return { topic, locale: place.language, own: isOwn, subject, source, version };
  }

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
      const { store, actor } = callerOf(request);
      const { subject, source } = request.body;
      const place = messagePlace(store, request.body);
      const { html, preview } = await compileTemplate(deps, store, place, { subject, source });
      const message = { topic: place.topic, locale: place.language };
      return change(request, { action: "template.saved", details: message }, async (tx) => {
        const ifMatch = request.headers["if-match"];
        const version = await saveTemplate(tx, place, { subject, source, html, savedBy: actor.name, ifMatch });
        return { message: "The template is saved", ...message, version, preview: previewFrame(preview) };
      });
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
    handler: (request, reply) => readTemplate(callerOf(request).store, request.body, reply),
  });

  http.get("/storeadmin/v3/alerts/template", {
    ...requireScope("settings:read"),
    schema: {
      ...keyedCall,
      summary: "Read the message of a topic",
      description: "The same as `template/fetch`, for those who may look at the settings but not change messages.",
      querystring: TemplateTopicIn,
      response: answer(TemplateOut),
    },
    handler: (request, reply) => readTemplate(callerOf(request).store, request.query, reply),
  });

  http.get("/storeadmin/v3/alerts/templates", {
    ...requireScope("settings:read"),
    schema: {
      ...keyedCall,
      summary: "List the messages of the store",
      description:
        "Each built-in topic, and each topic that the store has its own message for: in the language of the store, and in each language that it has a message in.",
      response: answer(TemplatesOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const templates = await db.inStore(store.id, (tx) => listTemplates(tx, languageOf(store.settings)));
      return {
        templates: templates.map(({ topic, language, version, updatedAt, savedBy }) => ({
          topic,
          locale: language,
          version,
          updatedAt: updatedAt?.toISOString() ?? null,
          savedBy,
        })),
      };
    },
  });

  http.get("/storeadmin/v3/alerts/template/versions", {
    ...requireScope("settings:read"),
    schema: {
      ...keyedCall,
      summary: "List the versions of a message",
      description: "The newest first; fifty of each topic and language are kept.",
      querystring: VersionsIn,
      response: answer(VersionsOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const place = messagePlace(store, request.query);
      const versions = await db.inStore(store.id, (tx) => selectVersions(tx, place));
      const { topic, language: locale } = place;
      return { topic, locale, versions: versions.map((one) => ({ ...one, savedAt: one.savedAt.toISOString() })) };
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
      const [place, wanted] = [messagePlace(store, request.body), Number(request.body.version)];
      const { subject, source } = await db.inStore(store.id, (tx) => getVersion(tx, place, wanted));
      const { html, preview } = await compileTemplate(deps, store, place, { subject, source });
      const message = { topic: place.topic, locale: place.language };
      return change(request, { action: "template.restored", details: { ...message, from: wanted } }, async (tx) => {
        const ifMatch = request.headers["if-match"];
        const version = await saveTemplate(tx, place, { subject, source, html, savedBy: actor.name, ifMatch });
        return { message: `Version ${wanted} is in use again`, ...message, version, preview: previewFrame(preview) };
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
    handler: (request) => {
      const place = messagePlace(callerOf(request).store, request.body);
      const message = { topic: place.topic, locale: place.language };
      return change(request, { action: "template.reset", details: message }, async (tx) => ({
        message: "From now on the default message is sent",
        ...message,
        changed: await resetTemplate(tx, place, request.headers["if-match"]),
      }));
    },
  });
}
