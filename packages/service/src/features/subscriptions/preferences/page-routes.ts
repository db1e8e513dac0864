import type { FastifyReply, FastifyRequest } from "fastify";
import { type Page, showPage } from "../../../platform/http/hosted-page.ts";
import { badLinkPage } from "../../../platform/http/problem-page.ts";
import type { Http } from "../../../platform/http/server.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { HAPPENINGS } from "../line/happenings.ts";
import type { LinkDeps } from "../open-link.ts";
import { TokenIn } from "../wire.ts";
import { mailFreshLink, openOldLink } from "./mail-fresh-link.ts";
import { linkMailedPage, oldLinkPage, preferencesPage, unsubscribedPage, unsubscribePage } from "./page.ts";
import { endAlerts, fetchPreferences, type Preferences } from "./preferences.ts";
import { PreferencesIn } from "./wire.ts";

/** The pages behind the links of mails: no login, no cookie, no script. A GET changes nothing, because mail scanners
 *  follow links. */
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
      const end = { only: null, reason: HAPPENINGS.say("left-by-mail", {}) };
      return show(request, reply, await endAlerts(deps, request.body.token, end), unsubscribedPage);
    },
  });

  /** A link that lay in a mailbox for long may be in other hands: it asks for a new one before it shows anything. */
  const isOld = (token: string) => deps.links.readContact(token)?.isFresh === false;
  const showOld = async (request: FastifyRequest, reply: FastifyReply, token: string) => {
    const language = request.headers["accept-language"];
    const link = await openOldLink(deps, token);
    return showPage(reply, link ? oldLinkPage(link, token, language) : badLinkPage(language), link ? 200 : 404);
  };
  http.post("/alerts/preferences/link", {
    schema: { hide: true, body: TokenIn },
    handler: async (request, reply) => {
      const language = request.headers["accept-language"];
      const link = await mailFreshLink(deps, request.body.token);
      return showPage(reply, link ? linkMailedPage(link, language) : badLinkPage(language), link ? 200 : 404);
    },
  });

  http.get("/alerts/preferences", {
    schema: { hide: true, querystring: TokenIn },
    handler: async (request, reply) => {
      const { token } = request.query;
      if (isOld(token)) return showOld(request, reply, token);
      const preferences = await fetchPreferences(deps, token);
      return show(request, reply, preferences, (found, language) => preferencesPage(found, token, language));
    },
  });
  http.post("/alerts/preferences", {
    schema: { hide: true, body: PreferencesIn },
    handler: async (request, reply) => {
      const { token, end, all } = request.body;
      if (isOld(token)) return showOld(request, reply, token);
      const only = all ? null : (end as SubscriptionId);
      const preferences =
        end || all
          ? await endAlerts(deps, token, { only, reason: HAPPENINGS.say("left-on-page", {}) })
          : await fetchPreferences(deps, token);
      return show(request, reply, preferences, (found, language) => preferencesPage(found, token, language));
    },
  });
}
