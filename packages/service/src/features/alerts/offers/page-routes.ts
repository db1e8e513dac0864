import { Type } from "typebox";
import type { Http } from "../../../platform/http/server.ts";
import { badLinkPage, showPage } from "../../subscriptions/preferences/page.ts";
import { answerOffer, findOffering, type OfferDeps } from "./answer-offer.ts";
import { offerPage } from "./page.ts";

const token = Type.String({ maxLength: 200, default: "" });
const hide = { hide: true } as const;

/** The page behind the button of an offer. It needs no login, cookie or script, and a GET changes nothing. */
export function offerPageRoutes(http: Http, deps: OfferDeps) {
  http.get("/alerts/offer", {
    schema: { ...hide, querystring: Type.Object({ token }) },
    handler: async (request, reply) => {
      const language = request.headers["accept-language"];
      const offering = await findOffering(deps, request.query.token);
      return offering
        ? showPage(reply, offerPage(offering, request.query.token, language))
        : showPage(reply, badLinkPage(language), 404);
    },
  });
  http.post("/alerts/offer", {
    schema: {
      ...hide,
      body: Type.Object({ token, answer: Type.Union([Type.Literal("yes"), Type.Literal("no")]) }),
    },
    handler: async (request, reply) => {
      const language = request.headers["accept-language"];
      const { answer } = request.body;
      const offering = await answerOffer(deps, request.body.token, answer === "yes" ? "accepted" : "passed");
      return offering
        ? showPage(reply, offerPage(offering, request.body.token, language))
        : showPage(reply, badLinkPage(language), 404);
    },
  });
}
