import type { FastifyReply, FastifyRequest } from "fastify";
import { type Page, showPage } from "../../../platform/http/hosted-page.ts";
import type { Http } from "../../../platform/http/server.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { badLinkPage } from "../bad-link-page.ts";
import type { LinkDeps } from "../open-link.ts";
import { TokenIn } from "../wire.ts";
import { preferencesPage, unsubscribedPage, unsubscribePage } from "./page.ts";
import { endAlerts, fetchPreferences, type Preferences } from "./preferences.ts";
import { PreferencesIn } from "./wire.ts";

/** The pages behind the links of mails: no login, no cookie, no script. A GET changes nothing, because mail scanners
 *  follow links. There is no limit by IP address: mail providers unsubscribe many people from one address, and a forged
 *  link costs no query. */
export function preferencePageRoutes(http: Http, deps: LinkDeps) {
  // One-click unsubscribe (RFC 8058) may be sent as multipart; everything it needs is in the link.
  http.addContentTypeParser("multipart/form-data", { parseAs: "string" }, (_request, _body, done) => done(null, {}));

  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    preferences: Preferences | undefined,
    write: (found: Preferences, language: string | undefined) => Page,
  ) => {
    const language = request.headers["accept-language"];
    return preferences ? showPage(reply, write(preferences, language)) : showPage(reply, badLinkPage(language), 404);
  };

  http.get("/alerts/unsubscribe", {
    schema: { hide: true, querystring: TokenIn },
    handler: async (request, reply) => {
      const { token } = request.query;
      const preferences = await fetchPreferences(deps, token);
      return show(request, reply, preferences, (found, language) => unsubscribePage(found, token, language));
    },
  });
  http.post("/alerts/unsubscribe", {
    schema: { hide: true, body: TokenIn },
    handler: async (request, reply) => {
      const end = { only: null, reason: "unsubscribed with the link in a mail" };
      return show(request, reply, await endAlerts(deps, request.body.token, end), unsubscribedPage);
    },
  });

  http.get("/alerts/preferences", {
    schema: { hide: true, querystring: TokenIn },
    handler: async (request, reply) => {
      const { token } = request.query;
      const preferences = await fetchPreferences(deps, token);
      return show(request, reply, preferences, (found, language) => preferencesPage(found, token, language));
    },
  });
  http.post("/alerts/preferences", {
    schema: { hide: true, body: PreferencesIn },
    handler: async (request, reply) => {
      const { token, end, all } = request.body;
      const only = all ? null : (end as SubscriptionId);
      const preferences =
        end || all
          ? await endAlerts(deps, token, { only, reason: "ended on the preferences page" })
          : await fetchPreferences(deps, token);
      return show(request, reply, preferences, (found, language) => preferencesPage(found, token, language));
    },
  });
}
