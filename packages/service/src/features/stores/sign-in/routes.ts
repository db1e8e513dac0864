import type { FastifyReply, FastifyRequest } from "fastify";
import { failureBody } from "../../../platform/http/failure.ts";
import type { Http } from "../../../platform/http/server.ts";
import { AUTH_PATH } from "./auth-names.ts";
import type { CallAuth } from "./call-auth.ts";
import { readProblem } from "./read-problem.ts";

/** The routes of better-auth for programs and the dashboard's pages. docs/members.md explains them. */
export function signInRoutes(http: Http, callAuth: CallAuth) {
  http.route({
    method: ["GET", "POST"],
    url: `${AUTH_PATH}/*`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { method, url, body } = request;
      const path = `/${(request.params as { "*": string })["*"]}`;
      const search = url.includes("?") ? url.slice(url.indexOf("?")) : "";
      return send(request, reply, await callAuth(request, reply, { method, path, search, body }));
    },
  });
}

async function send(request: FastifyRequest, reply: FastifyReply, answer: Response) {
  const location = answer.headers.get("location");
  const isRedirect = answer.status >= 300 && answer.status < 400;
  if (location && isRedirect) return reply.code(302).header("location", location).send();
  const text = await answer.text();
  if (answer.ok)
    return reply
      .code(200)
      .type("application/json; charset=utf-8")
      .serializer(String)
      .send(text || "{}");
  const { code = "refused", message = "The request was refused." } = readProblem(text);
  return reply.code(answer.status).send(failureBody(code.toLowerCase().replaceAll("_", "-"), message, request.id));
}
