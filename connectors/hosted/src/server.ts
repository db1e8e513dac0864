import { randomBytes } from "node:crypto";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Pool } from "pg";
import type { Logger } from "pino";

const BODY_MAX_BYTES = 1024 * 1024;
const REQUEST_MS = 10_000;
const HEADERS_MS = 5_000;
const CONNECTIONS_MAX = 2_000;
const URL_MAX = 4_096;

export type Server = FastifyInstance;
export type { FastifyReply as Reply, FastifyRequest as Request };

/** An HTTP server that bounds bodies, time and connections. A JSON body arrives as the bytes that were sent, because webhooks
 *  are signed over them. */
export function createServer({ log, pool }: { log: Logger; pool: Pool }): Server {
  const server = fastify({
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_MS,
    connectionTimeout: REQUEST_MS * 2,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: "idle",
    http: { headersTimeout: HEADERS_MS, maxHeaderSize: 16 * 1024 },
  }) as unknown as FastifyInstance;
  server.server.maxConnections = CONNECTIONS_MAX;

  server.removeAllContentTypeParsers();
  server.addContentTypeParser("application/json", { parseAs: "buffer" }, (_, body, done) => done(null, body));
  server.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
    done(null, new URLSearchParams(body as string)),
  );
  server.addHook("onRequest", async (request, reply) => {
    if (request.url.length > URL_MAX) return reply.code(414).send({ message: "The address is too long." });
    return undefined;
  });
  server.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ message: error.message });
    log.error({ err: error, path: request.url.split("?")[0] }, "A call failed");
    return reply.code(503).header("retry-after", "30").send({ message: "Not now. Please try again in a minute." });
  });
  // Fastify's own answer repeats the address, with signatures that a platform added to it.
  server.setNotFoundHandler((_, reply) => reply.code(404).send({ message: "There is nothing here." }));
  server.get("/livez", async () => ({ ok: true }));
  server.get("/readyz", async (_, reply) => {
    try {
      await pool.query("select 1");
      return { ok: true };
    } catch {
      return reply.code(503).send({ ok: false });
    }
  });
  return server;
}

/** A page whose policy allows nothing but its own style and its own forms. `frameAncestors` may name the platform's admin. */
export function sendPage(
  reply: FastifyReply,
  write: (nonce: string) => string,
  { status = 200, frameAncestors = "'none'" }: { status?: number; frameAncestors?: string } = {},
) {
  const nonce = randomBytes(16).toString("base64");
  return reply
    .code(status)
    .header(
      "content-security-policy",
      `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors ${frameAncestors}`,
    )
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-content-type-options", "nosniff")
    .type("text/html; charset=utf-8")
    .send(write(nonce));
}
