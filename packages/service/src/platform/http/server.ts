import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { getHeapStatistics } from "node:v8";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import underPressure from "@fastify/under-pressure";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RawServerDefault } from "fastify";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { answerFailure, answerUnknownRoute, Failure, failureBody } from "./failure.ts";
import { acceptParams } from "./params.ts";

export type Http = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Answered from memory, and therefore also while the service is too busy for anything else. */
    isLight?: boolean;
  }
}

const BODY_BYTES = 64 * 1024;
const SAMPLE_MS = 500;
const LINGER_MS = 1_000;
const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Fastify with every bound set: slow, large, malformed and too many requests all end in an answer. */
export function createHttp(options: { log: Log; metrics: Metrics; trustProxy: string | false }): Http {
  const { log, metrics } = options;
  const logger: FastifyBaseLogger = log;
  const http: Http = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child would run every redaction rule once per request; what is logged names its request itself.
    childLoggerFactory: (parent) => parent,
    genReqId: ({ headers }) => {
      const given = headers["x-request-id"];
      return typeof given === "string" && REQUEST_ID.test(given) ? given : nextRequestId();
    },
    bodyLimit: BODY_BYTES,
    requestTimeout: 10_000,
    keepAliveTimeout: 5_000,
    // Looked for often, so that a flood of slow senders is closed in small portions and nobody waits for them.
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 25, maxHeaderSize: 16_384 },
    trustProxy: options.trustProxy,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 200 },
    // A text stays a text and a number a number: what the schema does not take is refused, not bent.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: false } },
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply as never),
    clientErrorHandler: answerBrokenConnection,
  });

  http.addSchema(Failure);
  http.setErrorHandler(answerFailure);
  http.setNotFoundHandler(answerUnknownRoute);
  acceptParams(http);

  // Loading blocks the event loop: the first samples tell of the start, not of the traffic.
  let measuredFrom = Number.POSITIVE_INFINITY;
  http.addHook("onReady", async () => {
    measuredFrom = performance.now() + 2 * SAMPLE_MS;
  });
  http.register(underPressure, {
    maxEventLoopDelay: 200,
    maxHeapUsedBytes: Math.floor(getHeapStatistics().heap_size_limit * 0.8),
    sampleInterval: SAMPLE_MS,
    pressureHandler: (request, reply, type, value) => {
      const { url, config } = request.routeOptions;
      if (url === "/livez" || config.isLight) return;
      if (type === underPressure.TYPE_EVENT_LOOP_DELAY && performance.now() < measuredFrom) return;
      log.warn({ pressure: type, value }, "Too busy: a request was turned away");
      reply
        .code(503)
        .header("retry-after", "2")
        .send(failureBody("overloaded", "The service is busy. Try again in a moment.", request.id));
    },
  });

  // With `done` instead of a promise: these run for every request and wait for nothing.
  http.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    reply.header("cache-control", "no-store");
    reply.header("x-content-type-options", "nosniff");
    done();
  });
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

/** What Node itself refuses before a request exists: it gets the shape of every other refusal, and the socket is closed. */
function answerBrokenConnection(error: NodeJS.ErrnoException, socket: import("node:net").Socket) {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const slow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const body = JSON.stringify(
    slow
      ? failureBody("request-timeout", "The request did not arrive in time.", nextRequestId())
      : failureBody("invalid-request", "This is not a well-formed HTTP request.", nextRequestId()),
  );
  socket.end(
    `HTTP/1.1 ${slow ? "408 Request Timeout" : "400 Bad Request"}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  // A moment to read this; a peer that never closes its end must not keep the socket.
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once("close", () => clearTimeout(lingering));
}
