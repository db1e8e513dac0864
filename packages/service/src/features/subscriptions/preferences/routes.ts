import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Db } from "../../../platform/db/db.ts";
import { showPage } from "../../../platform/http/hosted-page.ts";
import type { Http } from "../../../platform/http/server.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import type { AlertLinks } from "../alert-links.ts";
import { confirm, lookAtConfirmation } from "../confirmation/confirm.ts";
import { confirmPage } from "../confirmation/page.ts";
import { badLinkPage, preferencesPage, unsubscribedPage, unsubscribePage } from "./page.ts";
import { endAlerts, fetchPreferences } from "./preferences.ts";

const TokenIn = Type.Object({ token: Type.String({ maxLength: 200, default: "" }) });
const PreferencesIn = Type.Object({
  token: Type.String({ maxLength: 200, default: "" }),
  end: Type.Optional(Type.String({ pattern: "^\\d{1,19}$" })),
  all: Type.Optional(Type.Literal("1")),
});

/** Pages behind the links of mails: no login, no cookie, no script. A GET changes nothing, for programs follow links too.
 *  They have no limit by address: mail providers unsubscribe many people from one, and a forged link costs no query. */
export function alertPageRoutes(
  http: Http,
  parts: { db: Db; links: AlertLinks; variants: VariantCache; stores: StoreCache },
) {
  // One-click (RFC 8058) may come as multipart; what it says stands in the link already.
  http.addContentTypeParser("multipart/form-data", { parseAs: "string" }, (_request, _body, done) => done(null, {}));

  const languageOf = ({ headers }: FastifyRequest) => headers["accept-language"];
  const hide = { hide: true } as const;

  http.get("/alerts/confirm", {
    schema: { ...hide, querystring: TokenIn },
    handler: async (request, reply) => {
      const { token } = request.query;
      const confirming = await lookAtConfirmation(parts, token);
      return showPage(reply, confirmPage(confirming, token, languageOf(request)), statusOf(confirming));
    },
  });
  http.post("/alerts/confirm", {
    schema: { ...hide, body: TokenIn },
    handler: async (request, reply) => {
      const { token } = request.body;
      const confirming = await confirm(parts, token);
      return showPage(reply, confirmPage(confirming, token, languageOf(request)), statusOf(confirming));
    },
  });

  http.get("/alerts/unsubscribe", {
    schema: { ...hide, querystring: TokenIn },
    handler: async (request, reply) => {
      const { token } = request.query;
      const preferences = await fetchPreferences(parts, token);
      return preferences
        ? showPage(reply, unsubscribePage(preferences, token, languageOf(request)))
        : showPage(reply, badLinkPage(languageOf(request)), 404);
    },
  });
  http.post("/alerts/unsubscribe", {
    schema: { ...hide, body: TokenIn },
    handler: async (request, reply) => {
      const { token } = request.body;
      const preferences = await endAlerts(parts, token, { only: null, reason: "unsubscribed with one click" });
      return preferences
        ? showPage(reply, unsubscribedPage(preferences, languageOf(request)))
        : showPage(reply, badLinkPage(languageOf(request)), 404);
    },
  });

  http.get("/alerts/preferences", {
    schema: { ...hide, querystring: TokenIn },
    handler: async (request, reply) => {
      const { token } = request.query;
      const preferences = await fetchPreferences(parts, token);
      return preferences
        ? showPage(reply, preferencesPage(preferences, token, languageOf(request)))
        : showPage(reply, badLinkPage(languageOf(request)), 404);
    },
  });
  http.post("/alerts/preferences", {
    schema: { ...hide, body: PreferencesIn },
    handler: async (request, reply) => {
      const { token, end, all } = request.body;
      const preferences =
        end || all
          ? await endAlerts(parts, token, {
              only: all ? null : (end as SubscriptionId),
              reason: "ended on the page of preferences",
            })
          : await fetchPreferences(parts, token);
      return preferences
        ? showPage(reply, preferencesPage(preferences, token, languageOf(request)))
        : showPage(reply, badLinkPage(languageOf(request)), 404);
    },
  });
}

const statusOf = ({ state }: { state: string }) => (state === "invalid" ? 404 : state === "expired" ? 410 : 200);
