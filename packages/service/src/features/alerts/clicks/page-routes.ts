import type { FastifyReply, FastifyRequest } from "fastify";
import { showPage } from "../../../platform/http/hosted-page.ts";
import { badLinkPage } from "../../../platform/http/problem-page.ts";
import type { Http } from "../../../platform/http/server.ts";
import type { LinkDeps } from "../../subscriptions/open-link.ts";
import { TokenIn } from "../../subscriptions/wire.ts";
import { followLink } from "./follow-link.ts";

/** Browsers and mail programs that load a page before somebody asks for it say so. */
const isPrefetch = ({ headers }: FastifyRequest) =>
  /prefetch|prerender|preview/i.test(
    [headers["sec-purpose"], headers["purpose"], headers["x-purpose"], headers["x-moz"]].join(" "),
  );

/** The links of alerts. They lead to the product; the first time counts as a click. */
export function clickRoutes(http: Http, deps: LinkDeps) {
  const go = async (request: FastifyRequest, reply: FastifyReply, token: string, counts: boolean) => {
    const url = await followLink(deps, token, { counts });
    if (!url) return showPage(reply, badLinkPage(request.headers["accept-language"]), 404);
    return reply
      .headers({ "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" })
      .redirect(url, 302);
  };
  http.get("/alerts/go", {
    exposeHeadRoute: false,
    schema: { hide: true, querystring: TokenIn },
    handler: (request, reply) => go(request, reply, request.query.token, !isPrefetch(request)),
  });
  // Link scanners ask with HEAD, which never counts.
  http.head("/alerts/go", {
    schema: { hide: true, querystring: TokenIn },
    handler: (request, reply) => go(request, reply, request.query.token, false),
  });
}
