import type { FastifyReply, FastifyRequest } from "fastify";
import type { HotDb } from "../../../platform/db/db.ts";
import { AppError, unavailable } from "../../../platform/errors.ts";
import { failureBody } from "../../../platform/http/failure.ts";
import type { Limits } from "../../../platform/http/limits.ts";
import { SIGN_INS } from "../../../platform/http/open-limits.ts";
import { enforceByIp } from "../../../platform/http/rate-limit.ts";
import type { Http } from "../../../platform/http/server.ts";
import { notSignedIn, stepUpNeeded, wrongOrigin } from "../members/errors.ts";
import { AUTH_PATH, type Auth } from "./auth.ts";
import type { Lockout } from "./lockout.ts";
import { STEP_UP_HEADER } from "./member-sessions.ts";
import { hashPassword } from "./password.ts";
import { type Factors, findFactors } from "./sql.ts";
import type { DashboardTokens } from "./tokens.ts";

/** `checks-password`: wrong ones lock the account. `proves`: success gives a step-up token. `changes-factors`: needs one,
 *  unless it adds the first factor of the account. */
type Kind = "checks-password" | "proves" | "changes-factors";

/** The routes of better-auth that the dashboard uses. All others do not exist. docs/dashboard-api.md explains these. */
const ROUTES: Readonly<Record<string, readonly Kind[]>> = {
  "POST /sign-in/magic-link": [],
  "GET /magic-link/verify": [],
  "POST /request-password-reset": [],
  "POST /reset-password": [],
  "POST /sign-in/email": ["checks-password"],
  "POST /sign-in/social": [],
  "GET /callback/oidc": [],
  "POST /sign-out": [],
  "GET /get-session": [],
  "GET /list-sessions": [],
  "POST /revoke-session": [],
  "POST /revoke-other-sessions": [],
  "POST /verify-password": ["checks-password", "proves"],
  "POST /change-password": ["changes-factors"],
  "POST /set-password": ["changes-factors"],
  "POST /two-factor/enable": ["changes-factors"],
  "POST /two-factor/disable": ["changes-factors"],
  "POST /two-factor/verify-totp": ["proves"],
  "POST /two-factor/verify-backup-code": ["proves"],
  "POST /two-factor/generate-backup-codes": ["changes-factors"],
  "GET /passkey/generate-register-options": ["changes-factors"],
  "POST /passkey/verify-registration": ["changes-factors"],
  "GET /passkey/list-user-passkeys": [],
  "POST /passkey/delete-passkey": ["changes-factors"],
  "GET /passkey/generate-authenticate-options": [],
  "POST /passkey/verify-authentication": ["proves"],
};

/** The same for a wrong password, an unknown address and a locked account. */
const wrongPassword = () =>
  new AppError(
    "unauthorised",
    "wrong-password",
    "The email address or password is wrong, or there were too many tries. Wait 15 minutes, or ask for a login link.",
  );

const FRESH_MS = 600_000;

export function signInRoutes(
  http: Http,
  {
    auth,
    hot,
    limits,
    tokens,
    lockout,
    publicUrl,
  }: {
    readonly auth: Auth;
    readonly hot: HotDb;
    readonly limits: Limits;
    readonly tokens: DashboardTokens;
    readonly lockout: Lockout;
    readonly publicUrl: string;
  },
) {
  const ownOrigin = new URL(publicUrl).origin;
  const sessionOf = (cookie: string) => auth.api.getSession({ headers: new Headers({ cookie }) });

  http.route({
    method: ["GET", "POST"],
    url: `${AUTH_PATH}/*`,
    schema: { hide: true },
    handler: async (request, reply) => {
      await enforceByIp(limits, SIGN_INS, { request, reply });
      const path = `/${(request.params as { "*": string })["*"]}`;
      const kinds = ROUTES[`${request.method} ${path}`];
      if (!kinds) throw unknownRoute();
      if (request.method === "POST" && request.headers.origin !== ownOrigin) throw wrongOrigin();
      const cookie = request.headers.cookie ?? "";

      if (kinds.includes("changes-factors")) await requireProof(request, cookie);
      const lockName = kinds.includes("checks-password") ? await nameOf(request, cookie) : undefined;
      if (lockName !== undefined && (await lockout.begin(lockName)).isLocked) {
        await hashPassword("takes as long as a check");
        throw wrongPassword();
      }
      const answer = path === "/set-password" ? await setPassword(request) : await auth.handler(toRequest(request));
      if (answer.status >= 500) throw unavailable("Signing in");
      if (lockName !== undefined && answer.ok) await lockout.succeed(lockName);
      if (lockName !== undefined && !answer.ok) throw wrongPassword();

      const cookies = answer.headers.getSetCookie();
      if (answer.ok && kinds.includes("proves")) await addStepUp(path, withCookies(cookie, cookies), reply);
      return send(request, reply, answer, cookies);
    },
  });

  /** Whose password is tried: the address of the form, or the person who is signed in. */
  async function nameOf(request: FastifyRequest, cookie: string): Promise<string> {
    const { email } = (request.body ?? {}) as { email?: unknown };
    if (typeof email === "string") return email;
    return (await sessionOf(cookie))?.user.email ?? "";
  }

  /** Somebody with a stolen cookie must not be able to add a factor of their own, and confirm with that. */
  async function requireProof(request: FastifyRequest, cookie: string) {
    const found = await sessionOf(cookie);
    if (!found) throw notSignedIn();
    if (tokens.isStepUp(found.session.id, request.headers[STEP_UP_HEADER])) return;
    const isFirst = !hasFactor(await findFactors(hot, found.user.id));
    const isFresh = Date.now() - found.session.createdAt.getTime() < FRESH_MS;
    if (!isFirst || !isFresh) throw stepUpNeeded();
  }

  /** A password is a proof only for those who have nothing stronger. */
  async function addStepUp(path: string, cookie: string, reply: FastifyReply) {
    const found = await sessionOf(cookie);
    if (!found) return;
    const { hasApp, hasPasskey } = await findFactors(hot, found.user.id);
    if (path === "/verify-password" && (hasApp || hasPasskey)) return;
    reply.header(STEP_UP_HEADER, tokens.stepUp(found.session.id));
  }

  async function setPassword(request: FastifyRequest): Promise<Response> {
    const { newPassword } = (request.body ?? {}) as { newPassword?: unknown };
    if (typeof newPassword !== "string") throw missingPassword();
    return auth.api.setPassword({
      body: { newPassword },
      headers: new Headers({ cookie: request.headers.cookie ?? "" }),
      asResponse: true,
    });
  }

  function toRequest(request: FastifyRequest): Request {
    const headers = new Headers({ "x-keepsake-ip": request.ip });
    for (const name of ["cookie", "origin", "user-agent", "content-type", "accept-language"] as const) {
      const value = request.headers[name];
      if (value !== undefined) headers.set(name, value);
    }
    const isPost = request.method === "POST";
    if (isPost) headers.set("content-type", "application/json");
    return new Request(new URL(request.url, publicUrl), {
      method: request.method,
      headers,
      ...(isPost ? { body: JSON.stringify(request.body ?? {}) } : {}),
    });
  }
}

const missingPassword = () => new AppError("invalid", "invalid-parameter", "The parameter newPassword must be a text.");

const hasFactor = ({ hasApp, hasPasskey, hasPassword }: Factors) => hasApp || hasPasskey || hasPassword;

const unknownRoute = () => new AppError("not-found", "unknown-route", "There is no such route.");

/** The cookies that the browser will send next. */
function withCookies(cookie: string, set: readonly string[]): string {
  const cookies = new Map(cookie.split("; ").map((one) => [one.split("=")[0], one]));
  for (const one of set) cookies.set(one.split("=")[0], one.split(";")[0] ?? "");
  return [...cookies.values()].join("; ");
}

async function send(request: FastifyRequest, reply: FastifyReply, answer: Response, cookies: readonly string[]) {
  for (const cookie of cookies) reply.header("set-cookie", cookie);
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

function readProblem(text: string): { code?: string; message?: string } {
  try {
    return JSON.parse(text) as { code?: string; message?: string };
  } catch {
    return {};
  }
}
