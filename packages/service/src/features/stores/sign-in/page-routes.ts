import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { AppError } from "../../../platform/errors.ts";
import { statusOf } from "../../../platform/http/failure.ts";
import { type Page, showPage } from "../../../platform/http/hosted-page.ts";
import type { Http } from "../../../platform/http/server.ts";
import type { CallAuth } from "./call-auth.ts";
import { DASHBOARD, LOGIN_PAGE, PASSWORD_PAGE } from "./link-urls.ts";
import {
  badPasswordLinkPage,
  codePage,
  linkMailedPage,
  linkPage,
  passwordPage,
  passwordSetPage,
  signedInPage,
  signInPage,
  wrongAddressPage,
} from "./pages.ts";
import { readProblem } from "./read-problem.ts";
import { isWhole, type ReadSession } from "./read-session.ts";

const Text = Type.Optional(Type.String({ maxLength: 1_000 }));
const TokenIn = Type.Object({ token: Text });

const NOT_INVITED = "Nobody has invited this address. Ask an owner of your store to invite you.";
const OLD_LINK = "This link has expired or was used already. Ask for a new one.";
const FAILED = "Signing in did not work. Try again";

/** Pages for signing in by hand, until the dashboard has its own. Their forms are calls of the sign-in routes, with the same
 *  checks, limits and answers. */
export function signInPageRoutes(
  http: Http,
  {
    callAuth,
    readSession,
    publicUrl,
  }: { readonly callAuth: CallAuth; readonly readSession: ReadSession; readonly publicUrl: string },
) {
  /** Makes the call. Shows `again` with the reason when it is refused, and otherwise returns the answer. */
  async function post(
    request: FastifyRequest,
    reply: FastifyReply,
    { path, body, again }: { path: string; body?: object; again: (problem: string, code?: string) => Page },
  ): Promise<Record<string, unknown> | undefined> {
    try {
      const answer = await callAuth(request, reply, { method: "POST", path, search: "", body });
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text || "{}") as Record<string, unknown>;
      const { code = "", message = FAILED } = readProblem(text);
      await showPage(
        reply,
        again(code === "VALIDATION_ERROR" ? "Enter your email address." : `${message}.`, code),
        answer.status,
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.retryAfterSeconds) reply.header("retry-after", String(error.retryAfterSeconds));
      const shown = error.type === "wrong-origin" ? wrongAddressPage(publicUrl) : again(error.message);
      await showPage(reply, shown, statusOf(error));
    }
    return undefined;
  }
  const goOn = (reply: FastifyReply) => reply.code(303).header("location", DASHBOARD).send();

  http.get(DASHBOARD, {
    schema: { hide: true, querystring: Type.Object({ error: Text }) },
    handler: async (request, reply) => {
      const { found } = await readSession(request.headers.cookie ?? "", { prolong: false });
      if (found) return showPage(reply, isWhole(found) ? signedInPage(found.user.email) : codePage());
      const { error } = request.query;
      const known =
        error === "INVALID_TOKEN" ? OLD_LINK : error === "NOT_INVITED" ? NOT_INVITED : error && `${FAILED}.`;
      return showPage(reply, signInPage(known));
    },
  });

  http.get(LOGIN_PAGE, {
    schema: { hide: true, querystring: TokenIn },
    handler: (request, reply) => {
      const { token } = request.query;
      return showPage(reply, token === undefined ? signInPage() : linkPage(token));
    },
  });
  http.post(LOGIN_PAGE, {
    schema: { hide: true, body: Type.Object({ email: Text, password: Text }) },
    handler: async (request, reply) => {
      const { email, password } = request.body;
      const path = password ? "/sign-in/email" : "/sign-in/magic-link";
      const done = await post(request, reply, {
        path,
        body: { email, password: password || undefined },
        again: signInPage,
      });
      if (!done) return reply;
      if (!password) return showPage(reply, linkMailedPage());
      return done["twoFactorRedirect"] ? showPage(reply, codePage()) : goOn(reply);
    },
  });
  http.post(`${DASHBOARD}/code`, {
    schema: { hide: true, body: Type.Object({ code: Text }) },
    handler: async (request, reply) => {
      const code = request.body.code?.replaceAll(" ", "") ?? "";
      const done = await post(request, reply, { path: "/two-factor/verify-totp", body: { code }, again: codePage });
      return done ? goOn(reply) : reply;
    },
  });
  http.post(`${DASHBOARD}/sign-out`, {
    schema: { hide: true },
    handler: async (request, reply) =>
      (await post(request, reply, { path: "/sign-out", again: signInPage })) ? goOn(reply) : reply,
  });

  http.get(PASSWORD_PAGE, {
    schema: { hide: true, querystring: TokenIn },
    handler: (request, reply) => showPage(reply, passwordPage(request.query.token ?? "")),
  });
  http.post(PASSWORD_PAGE, {
    schema: { hide: true, body: Type.Object({ token: Text, newPassword: Text }) },
    handler: async (request, reply) => {
      const { token = "", newPassword = "" } = request.body;
      const again = (problem: string, code?: string) =>
        code === "INVALID_TOKEN" ? badPasswordLinkPage() : passwordPage(token, problem);
      const done = await post(request, reply, { path: "/reset-password", body: { token, newPassword }, again });
      return done ? showPage(reply, passwordSetPage()) : reply;
    },
  });
}
