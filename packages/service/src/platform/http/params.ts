import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { parseJson } from "../text/json.ts";
import { checkText } from "../text/storable-text.ts";

const PARAMS_MAX = 100;

declare module "fastify" {
  interface FastifyContextConfig {
    /** For calls that may carry more JSON values than a shopper's. */
    jsonValuesMax?: number;
  }
}

/** Parameters may come as a form, as JSON or in the query. A POST sees one object, in which the body wins. */
export function acceptParams(http: FastifyInstance) {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request: FastifyRequest, body: string, done: (error: Error | null, params?: unknown) => void) => {
      let params: Record<string, unknown>;
      try {
        params = parseForm(body);
      } catch (error) {
        return done(error as Error);
      }
      done(null, params);
    },
  );
  http.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (request: FastifyRequest, body: string) => {
      const { jsonValuesMax: valuesMax } = request.routeOptions.config;
      const parsed = body === "" ? {} : parseJson(body, valuesMax ? { valuesMax } : {});
      if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
        throw new AppError("invalid", "invalid-json", "Send one JSON object with the parameters.");
      }
      return parsed;
    },
  );
  http.addHook("preValidation", (request, _reply, done) => {
    if (request.method === "POST") {
      const params = withQuery(request.body as object | undefined, request.query as object);
      checkText(params);
      request.body = params;
    }
    done();
  });
}

function withQuery(body: object | undefined, query: object): object {
  const isAlone = body !== undefined && Object.getPrototypeOf(body) === null && Object.keys(query).length === 0;
  return isAlone ? body : Object.assign(Object.create(null), query, body);
}

/** A repeated key becomes an array, which no schema accepts as a string. */
export function parseForm(text: string): Record<string, string | string[]> {
  const params: Record<string, string | string[]> = Object.create(null);
  let count = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > PARAMS_MAX) throw new AppError("invalid", "invalid-request", `Send at most ${PARAMS_MAX} parameters.`);
    const before = params[key];
    params[key] = before === undefined ? value : [before, value].flat();
  }
  return params;
}
