import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { AppError } from "../errors.ts";
import { JSON_DEPTH_MAX, parseJson } from "../text/json.ts";
import { checkText } from "../text/storable-text.ts";
import { isGiven } from "./wire.ts";

const PARAMS_MAX = 100;

declare module "fastify" {
  interface FastifyContextConfig {
    /** For calls that may carry more JSON values than a shopper's. */
    jsonValuesMax?: number;
    /** The fields of a JSON body whose objects are kept as the client wrote them. */
    verbatim?: ReadonlySet<string>;
    /** The parameters that may be absent, computed from the schema. `clearable`: an empty text clears the value. */
    optional?: ReadonlyMap<string, { readonly clearable: boolean }>;
  }
}

type Params = Record<string, unknown>;

/** Parameters may come as a form, as JSON or in the query. A POST sees one object, in which the body wins. */
export function acceptParams(http: FastifyInstance) {
  http.removeAllContentTypeParsers();
  const accept = (type: string, read: (body: string, request: FastifyRequest) => Params | undefined) =>
    http.addContentTypeParser(type, { parseAs: "string" }, (request, body, done) => {
      let params: Params | undefined;
      try {
        params = read(String(body), request);
      } catch (error) {
        return done(error as Error);
      }
      done(null, params);
    });
  accept("application/x-www-form-urlencoded", readForm);
  accept("application/json", readJson);
  accept("text/plain", readUntyped);
  // Every other type, and no type at all.
  accept("*", (body, request) => {
    if (request.is404) return undefined;
    if (request.headers["content-type"] !== undefined) throw unsupportedType();
    return readUntyped(body, request);
  });

  http.addHook("onRoute", (route) => {
    route.config = { ...route.config, optional: optionalParams(route) };
  });
  // Before the hooks of the routes, which read the pid.
  http.addHook("onRequest", (request, _reply, done) => {
    request.query = withoutNullText(tidyQuery(request.query as Params), request);
    done();
  });
  http.addHook("preValidation", (request, _reply, done) => {
    const { optional } = request.routeOptions.config;
    if (request.method === "POST") {
      const params = withQuery(request.body as Params | undefined, request.query as Params);
      checkText(params);
      request.body = withoutEmpty(params, optional);
    } else request.query = withoutEmpty(request.query as Params, optional);
    done();
  });
}

const unsupportedType = () =>
  new AppError(
    "invalid",
    "unsupported-content-type",
    "Send the parameters as application/x-www-form-urlencoded or application/json.",
  );

function withQuery(body: Params | undefined, query: Params): Params {
  const isAlone = body !== undefined && Object.getPrototypeOf(body) === null && Object.keys(query).length === 0;
  return isAlone ? body : Object.assign(Object.create(null), query, body);
}

/** For clients that do not name the type of their body. */
const readUntyped = (body: string, request: FastifyRequest): Params =>
  body.trimStart().startsWith("{") ? readJson(body, request) : readForm(body, request);

const readForm = (body: string, request: FastifyRequest): Params => withoutNullText(parseForm(body), request);

/** One level deeper than a form field that holds JSON text. */
const BODY_DEPTH_MAX = JSON_DEPTH_MAX + 1;

function readJson(body: string, request: FastifyRequest): Params {
  if (body === "") return {};
  const { jsonValuesMax: valuesMax, verbatim } = request.routeOptions.config;
  const parsed = parseJson(body, {
    depthMax: BODY_DEPTH_MAX,
    ...(valuesMax ? { valuesMax } : {}),
    ...(verbatim ? { verbatim } : {}),
  });
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new AppError("invalid", "invalid-json", "Send one JSON object with the parameters.");
  return parsed as Params;
}

export type Form = Record<string, string | string[]>;

/** A key with several values, or one that ends in `[]`, becomes an array, which no schema accepts as a string. */
export function parseForm(text: string): Form {
  const params: Form = Object.create(null);
  let count = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > PARAMS_MAX) throw new AppError("invalid", "invalid-request", `Send at most ${PARAMS_MAX} parameters.`);
    addParam(params, key, value);
  }
  return params;
}

/** The same rules as for a form. */
function tidyQuery(query: Params): Params {
  let isTidy = true;
  for (const key in query) if (key.endsWith("[]") || Array.isArray(query[key])) isTidy = false;
  if (isTidy) return query;
  const params: Params = Object.create(null);
  for (const key in query) for (const value of [query[key]].flat()) addParam(params, key, value);
  return params;
}

/** A value that is given twice counts once. */
function addParam(params: Params, key: string, value: unknown) {
  const isList = key.length > 2 && key.endsWith("[]");
  const name = isList ? key.slice(0, -2) : key;
  const before = params[name];
  if (before === undefined) params[name] = isList ? [value] : value;
  else if (Array.isArray(before)) before.push(value);
  else if (before !== value) params[name] = [before, value];
}

type ParamSchema = { readonly anyOf?: readonly { readonly type?: string }[] };
type ParamsSchema = { readonly properties?: Readonly<Record<string, ParamSchema>>; readonly required?: string[] };
type Optional = NonNullable<FastifyContextConfig["optional"]>;
const NONE: Optional = new Map();

function optionalParams({ schema }: RouteOptions): Optional {
  const { properties = {}, required = [] } = (schema?.body ?? schema?.querystring ?? {}) as ParamsSchema;
  const mayBeNull = ({ anyOf = [] }: ParamSchema) => anyOf.some(({ type }) => type === "null");
  const optional = Object.entries(properties).filter(([name]) => !required.includes(name));
  return new Map(optional.map(([name, field]) => [name, { clearable: mayBeNull(field) }]));
}

/** Scripts write an absent value of a form or query as the text "null". In JSON it is a text like any other. */
function withoutNullText(params: Params, { routeOptions }: FastifyRequest): Params {
  const { optional = NONE } = routeOptions.config;
  return without(params, (name, value) => value === "null" && optional.has(name));
}

/** Null means "not given". So does an empty text, because a form cannot leave out a field as JSON can. */
const withoutEmpty = (params: Params, optional = NONE): Params =>
  without(params, (name, value) => {
    const field = optional.get(name);
    return field !== undefined && !isGiven(value) && !(field.clearable && value === "");
  });

function without(params: Params, isLeftOut: (name: string, value: unknown) => boolean): Params {
  let rest = params;
  for (const name in params) {
    if (!isLeftOut(name, params[name])) continue;
    if (rest === params) rest = Object.assign(Object.create(null), params);
    delete rest[name];
  }
  return rest;
}
