import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RawServerDefault } from "fastify";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { answerFailure, answerUnknownRoute, Failure, failureBody, MistakeWhy, RefusalWhy } from "./failure.ts";
import { acceptParams } from "./params.ts";
import { refuseOverload } from "./refuse-overload.ts";

export type Http = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Served from memory, and therefore also while the service refuses other requests. */
    isLight?: boolean;
  }
}

const BODY_BYTES = 64 * 1024;
const HEADERS_MAX = 16_384;
const LINGER_MS = 1_000;
const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Fastify with every limit set: slow, large, malformed and too many requests all get an answer. */
export function createHttp(options: { log: Log; metrics: Metrics; trustProxy: string | false }): Http {
  const { log, metrics } = options;
  const logger: FastifyBaseLogger = log;
  const http: Http = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger would compile the redaction rules for every request; our log lines name the request themselves.
    childLoggerFactory: (parent) => parent,
    genReqId: ({ headers }) => {
      const given = headers["x-request-id"];
      return typeof given === "string" && REQUEST_ID.test(given) ? given : nextRequestId();
    },
    bodyLimit: BODY_BYTES,
    requestTimeout: 10_000,
    keepAliveTimeout: 5_000,
    // Checked often, so that many slow connections are closed a few at a time and delay no other request.
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 25, maxHeaderSize: HEADERS_MAX },
    trustProxy: options.trustProxy,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    routerOptions: { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true, maxParamLength: 200 },
    // A value of the wrong type is refused, never converted.
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: true,
        allErrors: false,
        keywords: ["shownAs"],
      },
    },
    // The schemas of answers describe them in openapi.json. A serialiser made from them would drop what they do not name
    // and refuse 64-bit ids. `setSerializerCompiler` would not do: a scope that adds a schema makes its own again.
    schemaController: { compilersFactory: { buildSerializer: () => () => (answer) => JSON.stringify(answer) } },
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply as never),
    clientErrorHandler: answerBrokenConnection,
  });

  http.addSchema(MistakeWhy);
  http.addSchema(RefusalWhy);
  http.addSchema(Failure);
  http.setErrorHandler(answerFailure);
  http.setNotFoundHandler(answerUnknownRoute);
  acceptParams(http);

  // With `done` instead of promises, because these run for every request and never wait.
  http.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    reply.header("cache-control", "no-store");
    reply.header("x-content-type-options", "nosniff");
    done();
  });
  refuseOverload(http, log);
  http.addHook("onResponse", (request, reply, done) => {
    metrics.requests.observe(
      { route: request.routeOptions.url ?? "unknown", status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
  return http;
}

const processTag = randomBytes(6).toString("base64url");
let requestCount = 0;
const nextRequestId = () => `${processTag}-${(requestCount++).toString(36)}`;

const MALFORMED = "This is not a well-formed HTTP request.";
const TOO_LONG = `The address and headers of a request have at most ${HEADERS_MAX} bytes together. Send parameters in its body.`;
/** Answers requests that Node cannot parse, in the format of every other error, and closes the socket. */
function answerBrokenConnection(error: NodeJS.ErrnoException, socket: import("node:net").Socket) {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const slow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const body = JSON.stringify(
    slow
      ? failureBody("request-timeout", "The request did not arrive in time.", nextRequestId())
      : failureBody("invalid-request", error.code === "HPE_HEADER_OVERFLOW" ? TOO_LONG : MALFORMED, nextRequestId()),
  );
  socket.end(
    `HTTP/1.1 ${slow ? "408 Request Timeout" : "400 Bad Request"}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  // Gives the client a moment to read the answer, then closes the socket even if the client does not.
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once("close", () => clearTimeout(lingering));
}
