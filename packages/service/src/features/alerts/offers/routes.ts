import { Type } from "typebox";
import { showPage } from "../../../platform/http/hosted-page.ts";
import type { Http } from "../../../platform/http/server.ts";
import { badLinkPage } from "../../subscriptions/preferences/page.ts";
import { answerOffer, lookAtOffer } from "./answer-offer.ts";
import { offerPage } from "./page.ts";

const token = Type.String({ maxLength: 200, default: "" });
const hide = { hide: true } as const;

/** The page behind the button of an offer: no login, no cookie, no script, and a GET changes nothing. */
export function offerRoutes(http: Http, parts: Parameters<typeof lookAtOffer>[0]) {
  http.get("/alerts/offer", {
    schema: { ...hide, querystring: Type.Object({ token }) },
    handler: async (request, reply) => {
      const wanted = request.headers["accept-language"];
      const offering = await lookAtOffer(parts, request.query.token);
      return offering
        ? showPage(reply, offerPage(offering, request.query.token, wanted))
        : showPage(reply, badLinkPage(wanted), 404);
    },
  });
  http.post("/alerts/offer", {
    schema: {
      ...hide,
      body: Type.Object({ token, answer: Type.Union([Type.Literal("yes"), Type.Literal("no")]) }),
    },
    handler: async (request, reply) => {
      const wanted = request.headers["accept-language"];
      const { answer } = request.body;
      const offering = await answerOffer(parts, request.body.token, answer === "yes" ? "accepted" : "passed");
      return offering
        ? showPage(reply, offerPage(offering, request.body.token, wanted))
        : showPage(reply, badLinkPage(wanted), 404);
    },
  });
}
