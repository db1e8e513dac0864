import type { FastifyReply, FastifyRequest } from "fastify";
import { showPage } from "../../../platform/http/hosted-page.ts";
import { badLinkPage } from "../../../platform/http/problem-page.ts";
import type { Http } from "../../../platform/http/server.ts";
import type { LinkDeps } from "../../subscriptions/open-link.ts";
import { TokenIn } from "../../subscriptions/wire.ts";
import { answerOffer, type OfferView, viewOffer } from "./answer-offer.ts";
import { offerPage } from "./page.ts";
import { AnswerIn, readAnswer } from "./wire.ts";

/** The page behind the button of an offer. It needs no login, cookie or script, and a GET changes nothing. */
export function offerPageRoutes(http: Http, deps: LinkDeps) {
  const show = (request: FastifyRequest, reply: FastifyReply, view: OfferView | undefined, token: string) => {
    const language = request.headers["accept-language"];
    return view ? showPage(reply, offerPage(view, token, language)) : showPage(reply, badLinkPage(language), 404);
  };
  http.get("/alerts/offer", {
    schema: { hide: true, querystring: TokenIn },
    handler: async (request, reply) => {
      const { token } = request.query;
      return show(request, reply, await viewOffer(deps, token), token);
    },
  });
  http.post("/alerts/offer", {
    schema: { hide: true, body: AnswerIn },
    handler: async (request, reply) => {
      const { token } = request.body;
      return show(request, reply, await answerOffer(deps, token, readAnswer(request.body)), token);
    },
  });
}
