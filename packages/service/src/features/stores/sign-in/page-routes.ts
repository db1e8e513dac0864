import { Type } from "typebox";
import { hostedPage, showPage } from "../../../platform/http/hosted-page.ts";
import type { Http } from "../../../platform/http/server.ts";
import { escapeHtml } from "../../../platform/text/html.ts";
import { AUTH_PATH } from "./auth-names.ts";
import { LOGIN_PAGE } from "./link-urls.ts";

/** The page that a login link opens. */
export function signInPageRoutes(http: Http) {
  http.get(LOGIN_PAGE, {
    schema: { hide: true, querystring: Type.Object({ token: Type.Optional(Type.String({ maxLength: 200 })) }) },
    handler: (request, reply) => {
      const { token } = request.query;
      return showPage(reply, token === undefined ? ASK_PAGE : buttonPage(token));
    },
  });
}

const ASK_PAGE = hostedPage(
  "en",
  {},
  "Sign in to Keepsake",
  `<p>Open the login link in your mail. You can ask for a new one in the dashboard, or with <code>npx keepsake dashboard link</code>.</p>`,
);

const buttonPage = (token: string) =>
  hostedPage(
    "en",
    {},
    "Sign in to Keepsake",
    `<p>The link works once.</p><form method="get" action="${AUTH_PATH}/magic-link/verify"><input type="hidden" name="token" value="${escapeHtml(token)}"><input type="hidden" name="callbackURL" value="/dashboard"><button>Sign in</button></form>`,
  );
