import type { FastifyReply } from "fastify";

/** Sends records that are JSON text already, without serialising them again. */
export function sendJson(reply: FastifyReply, json: string | Buffer) {
  reply.type("application/json; charset=utf-8").serializer(String);
  return json;
}
