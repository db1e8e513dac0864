import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Db, StoreTx } from "../../../platform/db/db.ts";
import { FailureRef } from "../../../platform/http/failure.ts";
import type { WithIdempotencyKey } from "../../../platform/http/idempotency-key.ts";
import type { Http } from "../../../platform/http/server.ts";
import { callerOf, type RequireKey } from "../../stores/keys/require-key.ts";
import type { Renderer } from "./renderer.ts";
import { compileTemplate, fetchTemplate, resetTemplate, saveTemplate } from "./save-template.ts";
import { TemplateIn, TopicIn } from "./wire.ts";

const keyedCall = {
  tags: ["Alerts"],
  security: [{ storeKey: [] }],
  consumes: ["application/json", "application/x-www-form-urlencoded"],
};
const answers = { 200: Type.Unknown(), "4xx": FailureRef, "5xx": FailureRef };

/** For the merchant's dashboard and server: messages in the store's own words. */
export function templateRoutes(
  http: Http,
  {
    db,
    requireKey,
    withIdempotencyKey,
    renderer,
  }: { db: Db; requireKey: RequireKey; withIdempotencyKey: WithIdempotencyKey; renderer: Renderer },
) {
  const write = <T>(request: FastifyRequest, effect: (tx: StoreTx) => Promise<T>) => {
    const { store, keyId } = callerOf(request);
    return withIdempotencyKey(request, { storeId: store.id, credential: keyId }, (tx) =>
      tx ? effect(tx) : db.inStore(store.id, effect),
    );
  };

  http.post("/storeadmin/v3/alerts/template", {
    ...requireKey("alerts"),
    schema: {
      ...keyedCall,
      summary: "Save the message of a topic",
      description:
        "A subject and MJML, both with Liquid. It is compiled and tried now; what is wrong is told with its line. Answers how it looks.",
      body: TemplateIn,
      response: answers,
    },
    handler: async (request) => {
      const { html, preview } = await compileTemplate(renderer, request.body);
      return write(request, async (tx) => {
        await saveTemplate(tx, request.body, html);
        return { message: "The template is saved", topic: request.body.topic, preview };
      });
    },
  });

  http.post("/storeadmin/v3/alerts/template/preview", {
    ...requireKey("alerts"),
    schema: {
      ...keyedCall,
      summary: "Try a message without saving it",
      description: "The same checks as when it is saved. Answers how it looks.",
      body: TemplateIn,
      response: answers,
    },
    handler: async (request) => ({
      topic: request.body.topic,
      preview: (await compileTemplate(renderer, request.body)).preview,
    }),
  });

  http.post("/storeadmin/v3/alerts/template/fetch", {
    ...requireKey("alerts"),
    schema: {
      ...keyedCall,
      summary: "The message of a topic",
      description: "What was saved, or where to begin: own says which.",
      body: TopicIn,
      response: answers,
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
    ...requireKey("alerts"),
    schema: { ...keyedCall, summary: "Back to the default message of a topic", body: TopicIn, response: answers },
    handler: (request) =>
      write(request, async (tx) => ({
        message: "The default message is sent",
        topic: request.body.topic,
        changed: await resetTemplate(tx, request.body.topic),
      })),
  });
}
