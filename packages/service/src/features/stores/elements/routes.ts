import { hash } from "node:crypto";
import { Type } from "typebox";
import type { Limits } from "../../../platform/http/limits.ts";
import { sendJson } from "../../../platform/http/send-json.ts";
import type { Http } from "../../../platform/http/server.ts";
import { described, failures } from "../../../platform/http/wire.ts";
import { admitVisitor } from "../admit-visitor.ts";
import type { Store } from "../store.ts";
import type { StoreCache } from "../store-cache.ts";
import { elementLook } from "./element-look.ts";
import { ElementsIn, ElementsOut, elementsRecord } from "./wire.ts";

/** As long as the script. A page shows at once what it remembers, so it needs no stale answers from a cache. */
const CACHING = "public, max-age=300";

type Answer = { readonly body: string; readonly etag: string };

/** What the elements in a shop's pages look like. No shopper is known here, and no statement runs: the store is in memory. */
export function elementRoutes(
  http: Http,
  { stores, limits }: { readonly stores: StoreCache; readonly limits: Limits },
) {
  /** By language. The cache makes a new object for a store that has changed. */
  const answers = new WeakMap<Store, Map<string, Answer>>();

  function answerOf(store: Store, wanted: string | undefined): Answer {
    const look = elementLook(store.settings, wanted);
    const known = answers.get(store) ?? new Map<string, Answer>();
    answers.set(store, known);
    const answer = known.get(look.language) ?? toAnswer(elementsRecord(look));
    known.set(look.language, answer);
    return answer;
  }

  http.get("/api/v3/elements", {
    exposeHeadRoute: false,
    schema: {
      tags: ["Elements"],
      summary: "The words and the colour of the shop's elements",
      description:
        "The script asks once per page, without cookies or a shopper. Caches may keep the answer for five minutes. Send its ETag as If-None-Match next time: if nothing has changed, the answer is 304 without a body.",
      querystring: ElementsIn,
      response: { 200: described(ElementsOut), 304: Type.Null({ description: "Nothing has changed" }), ...failures },
    },
    handler: async (request, reply) => {
      const { pid, lang } = request.query;
      const store = await admitVisitor({ stores, limits }, { request, reply }, { pid, limit: "reader" });
      const { body, etag } = answerOf(store, lang);
      reply.headers({ "cache-control": CACHING, etag });
      if (request.headers["if-none-match"] === etag) reply.code(304);
      return sendJson(reply, reply.statusCode === 304 ? "" : body);
    },
  });
}

const toAnswer = (body: string): Answer => ({ body, etag: `"${hash("sha256", body, "base64url").slice(0, 22)}"` });
