import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type TSchema, Type } from "typebox";
import { AppError, type ErrorKind } from "../errors.ts";
import { MISTAKES } from "../letter/mistakes.ts";
import { describeProblem } from "../text/expectation-of.ts";
import { showPage } from "./hosted-page.ts";
import { isShownToPerson, pageOfFailure } from "./problem-page.ts";
import { REFUSALS } from "./refusals.ts";
import { maybeWhy, refToWhy, whyOut } from "./why.ts";

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthorised: 401,
  forbidden: 403,
  "not-found": 404,
  "in-progress": 409,
  changed: 412,
  "key-reused": 422,
  "too-many": 429,
  unavailable: 503,
};

export const statusOf = ({ kind }: AppError) => STATUS[kind];

const UnknownName = Type.Object({
  kind: Type.Union(["variable", "filter", "tag"].map((kind) => Type.Literal(kind))),
  name: Type.String(),
  suggestion: Type.Union([Type.String(), Type.Null()]),
});

/** What is wrong with a message. */
export const MistakeWhy = whyOut("MistakeWhy", MISTAKES);
/** What a refusal says besides its type. */
export const RefusalWhy = whyOut("RefusalWhy", REFUSALS);

/** The shape of every error. Clients of this API read the text from different fields, so it is in three. */
export const Failure = Type.Object(
  {
    error: Type.Literal(true),
    type: Type.String({ description: "What went wrong, as a constant that code can check" }),
    msg: Type.String({ description: "What went wrong and how to fix it" }),
    message: Type.String({ description: "The same as msg" }),
    description: Type.String({ description: "The same as msg" }),
    requestId: Type.String({ description: "Include it when you ask for help" }),
    why: Type.Optional(refToWhy(RefusalWhy)),
    problems: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: "subject or source" }),
          line: Type.Union([Type.Integer(), Type.Null()]),
          column: Type.Union([Type.Integer(), Type.Null()]),
          text: Type.String(),
          why: maybeWhy(MistakeWhy),
          unknown: Type.Union([UnknownName, Type.Null()], {
            description: "When a name does not exist: which one, and what was most likely meant",
          }),
        }),
        { maxItems: 20, description: "With invalid-template: everything that is wrong, and where" },
      ),
    ),
  },
  { $id: "Failure", title: "Failure" },
);

/** Refers to the schema that the server registers. */
export const FailureRef = Type.Unsafe<Type.Static<typeof Failure>>({ $ref: "Failure#" });

export const failureBody = (type: string, text: string, requestId: string) => ({
  error: true as const,
  type,
  msg: text,
  message: text,
  description: text,
  requestId,
});

const OVERLOADED = "The service is busy. Try again in a moment.";

/** Fastify's own errors, as errors of this API. */
const TRANSLATED: Record<string, [type: string, text: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    "unsupported-content-type",
    "Send the parameters as application/x-www-form-urlencoded or application/json.",
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ["invalid-json", "The content type is JSON, but the body is empty. Send a JSON object."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    "invalid-request",
    "The length of the body does not match its Content-Length. Send the request again.",
  ],
};

export function toAppError(
  error: FastifyError | AppError | Error,
  {
    bodyLimit,
    schema = {},
  }: Pick<FastifyRequest["routeOptions"], "bodyLimit" | "schema"> | { bodyLimit?: number; schema?: undefined } = {},
): AppError | undefined {
  if (error instanceof AppError) return error;
  if ("validation" in error && error.validation) return invalidParameter(error, schema as Schemas);
  const { code, statusCode } = error as FastifyError;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return bodyTooLarge(bodyLimit);
  const known = code ? TRANSLATED[code] : undefined;
  if (known) return new AppError("invalid", known[0], known[1]);
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return new AppError("invalid", "invalid-request", "The request could not be read. Check its format and try again.");
  }
  if (statusCode === 503) return new AppError("unavailable", "overloaded", OVERLOADED, { retryAfterSeconds: 2 });
  return undefined;
}

const bodyTooLarge = (bytes = 0) =>
  new AppError(
    "invalid",
    "body-too-large",
    `The request body is larger than ${Math.floor(bytes / 1024)} kB. Send fewer items at once.`,
  );

/** The schemas of a route: the context of a validation error names one of them. */
type Schemas = Readonly<Record<string, TSchema | undefined>>;

function invalidParameter({ validation: [first] = [], validationContext = "body" }: FastifyError, schemas: Schemas) {
  const isTopLevel = first?.keyword === "required" && first.instancePath === "";
  const type = isTopLevel ? `missing-${String(first.params.missingProperty)}` : "invalid-parameter";
  const text = first ? describeProblem(schemas[validationContext] ?? {}, first) : "is not valid";
  return new AppError("invalid", type, `The parameter ${text}.`);
}

export function answerFailure(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toAppError(error, request.routeOptions);
  if (!refusal) {
    request.log.error(
      { error, requestId: request.id, route: request.routeOptions.url },
      "A request failed unexpectedly",
    );
    return sendFailure(request, reply, 500, "internal", "Something went wrong on our side. Try again later.");
  }
  if (refusal.kind === "unavailable") {
    request.log.warn(
      { error: refusal, requestId: request.id, route: request.routeOptions.url },
      "A request was refused: a part of the service is unavailable",
    );
  }
  if (refusal.retryAfterSeconds) reply.header("retry-after", String(refusal.retryAfterSeconds));
  const { type, message, more } = refusal;
  return sendFailure(request, reply, statusOf(refusal), type, message, more);
}

export const answerOverload = (request: FastifyRequest, reply: FastifyReply) =>
  sendFailure(request, reply.header("retry-after", "2"), 503, "overloaded", OVERLOADED);

const sendFailure = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  type: string,
  text: string,
  more: AppError["more"] = {},
) =>
  isShownToPerson(request)
    ? showPage(reply, pageOfFailure(status, request), status)
    : reply.code(status).send({ ...failureBody(type, text, request.id), ...whyOf(request, text), ...more });

/** For members and keys. Shoppers' calls are refused in many more ways, and often. */
function whyOf({ url }: FastifyRequest, text: string) {
  const why = url.startsWith("/storeadmin/") || url.startsWith("/dashboard/") ? REFUSALS.read(text) : null;
  return why ? { why } : {};
}

export function answerUnknownRoute(request: FastifyRequest, reply: FastifyReply) {
  return reply
    .code(404)
    .send(failureBody("unknown-route", "There is no such route. The API reference is at /reference.", request.id));
}
