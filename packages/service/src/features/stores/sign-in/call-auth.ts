import type { FastifyReply, FastifyRequest } from "fastify";
import type { HotDb } from "../../../platform/db/db.ts";
import { AppError, unavailable } from "../../../platform/errors.ts";
import type { Limits } from "../../../platform/http/limits.ts";
import { SIGN_INS } from "../../../platform/http/open-limits.ts";
import { enforceByIp } from "../../../platform/http/rate-limit.ts";
import type { Log } from "../../../platform/log.ts";
import { notSignedIn, stepUpNeeded, wrongOrigin } from "../members/errors.ts";
import type { RecordAccount } from "../members/record-account.ts";
import { accountEventOf } from "./account-events.ts";
import { AUTH_PATH } from "./auth-names.ts";
import type { Company } from "./company.ts";
import { completeSession } from "./complete-session.ts";
import type { LoadAuth } from "./load-auth.ts";
import type { Lockout, Tried } from "./lockout.ts";
import { STEP_UP_HEADER } from "./member-sessions.ts";
import { hashPassword } from "./password.ts";
import { readProblem } from "./read-problem.ts";
import type { FoundSession, ReadSession } from "./read-session.ts";
import { endSession, type Factors, findFactors, openStoreInSession } from "./sql.ts";
import type { DashboardTokens } from "./tokens.ts";

/** `signs-in`: success makes a session. `checks-password`, `checks-code`: wrong ones lock the account. `proves`: success
 *  gives a step-up token. `changes-factors`: needs one, unless it adds the first factor of the account. `asks-company`: needs
 *  the company's sign-in. */
type Kind = "signs-in" | "checks-password" | "checks-code" | "proves" | "changes-factors" | "asks-company";

/** The routes of better-auth that the dashboard uses. All others do not exist. docs/members.md explains these. */
const ROUTES: Readonly<Record<string, readonly Kind[]>> = {
  "POST /sign-in/magic-link": [],
  "GET /magic-link/verify": ["signs-in"],
  "POST /request-password-reset": [],
  "POST /reset-password": [],
  "POST /sign-in/email": ["signs-in", "checks-password"],
  "POST /sign-in/social": ["asks-company"],
  "GET /callback/oidc": ["signs-in", "asks-company"],
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
  "POST /two-factor/verify-totp": ["signs-in", "checks-code", "proves"],
  "POST /two-factor/verify-backup-code": ["signs-in", "checks-code", "proves"],
  "POST /two-factor/generate-backup-codes": ["changes-factors"],
  "GET /passkey/generate-register-options": ["changes-factors"],
  "POST /passkey/verify-registration": ["changes-factors"],
  "GET /passkey/list-user-passkeys": [],
  "POST /passkey/delete-passkey": ["changes-factors"],
  "GET /passkey/generate-authenticate-options": [],
  "POST /passkey/verify-authentication": ["signs-in", "proves"],
};

/** What these routes take from a body. better-auth takes more: a `trustDevice` would sign in later with a password alone, and
 *  an `idToken` would sign in without state, PKCE and nonce, and without a line in the audit log. */
const FIELDS = [
  "callbackURL",
  "code",
  "currentPassword",
  "email",
  "errorCallbackURL",
  "id",
  "name",
  "newPassword",
  "password",
  "provider",
  "response",
  "revokeOtherSessions",
  "token",
] as const;

/** The same for a wrong password, an unknown address and a locked account. */
const wrongPassword = () =>
  new AppError(
    "unauthorised",
    "wrong-password",
    "The email address or password is wrong, or there were too many tries. Wait 15 minutes, or ask for a login link.",
  );

const wrongCode = () =>
  new AppError(
    "unauthorised",
    "wrong-code",
    "The code is wrong, or there were too many tries. Wait for the next code of your app, or 15 minutes.",
  );

const wrongPasskey = () =>
  new AppError(
    "invalid",
    "wrong-passkey",
    "The passkey was not registered: its answer does not fit, or it is registered already. Begin again, or take another.",
  );

/** How young a session must be to add the first factor of an account. */
const FRESH_MS = 600_000;

/** A call of a route of better-auth: `search` is the query with its question mark. */
type AuthCall = {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: unknown;
};

/** Makes the call with our checks before and after it. Cookies are set on the reply. */
export type CallAuth = (request: FastifyRequest, reply: FastifyReply, call: AuthCall) => Promise<Response>;

export function createCallAuth({
  loadAuth,
  company,
  readSession,
  hot,
  limits,
  tokens,
  lockout,
  recordAccount,
  publicUrl,
  log,
}: {
  readonly loadAuth: LoadAuth;
  readonly company: Company | undefined;
  readonly readSession: ReadSession;
  readonly hot: HotDb;
  readonly limits: Limits;
  readonly tokens: DashboardTokens;
  readonly lockout: Lockout;
  readonly recordAccount: RecordAccount;
  readonly publicUrl: string;
  readonly log: Log;
}): CallAuth {
  const ownOrigin = new URL(publicUrl).origin;
  const sessionOf = async (cookie: string) => (await readSession(cookie, { prolong: false })).found;

  async function callAuth(request: FastifyRequest, reply: FastifyReply, call: AuthCall): Promise<Response> {
    const { method, path } = call;
    await enforceByIp(limits, SIGN_INS, { request, reply });
    const kinds = ROUTES[`${method} ${path}`];
    if (!kinds) throw unknownRoute();
    if (method === "POST" && request.headers.origin !== ownOrigin) throw wrongOrigin();
    if (kinds.includes("asks-company")) await company?.findFacts();
    const cookie = request.headers.cookie ?? "";

    const before = await sessionOf(cookie); // ends one that is too old, also for better-auth
    if (kinds.includes("changes-factors")) await requireProof(request, before);
    const tried = triedIn(kinds, call, before);
    if (tried) await refuseWhenLocked(tried, before);
    const answer = await (path === "/set-password" ? setPassword(request) : callLibrary(request, call));
    if (answer.status >= 500) throw refusalOf(await answer.text());
    // better-auth says so, too, when the database did not answer. Then this throws.
    if (answer.status === 401) await sessionOf(cookie);
    if (tried) await endTry(tried, answer);

    const cookies = answer.headers.getSetCookie();
    const after = kinds.length > 0 && answer.status < 400 ? await sessionOf(withCookies(cookie, cookies)) : undefined;
    for (const one of cookies) reply.header("set-cookie", one); // first: if the rest fails, the new session is still theirs
    if (after) await finish({ path, kinds, before, after }, reply);
    return answer;
  }

  /** Whose password or code is tried. The codes of somebody without a session are counted by better-auth. */
  function triedIn(
    kinds: readonly Kind[],
    { path, body }: AuthCall,
    before: FoundSession | undefined,
  ): Tried | undefined {
    if (path === "/sign-in/email") {
      const { email } = (body ?? {}) as { email?: unknown };
      return { what: "sign-in", name: typeof email === "string" ? email : "" };
    }
    if (kinds.includes("checks-code")) return before && { what: "code", name: before.user.id };
    if (!kinds.includes("checks-password")) return undefined;
    if (!before) throw notSignedIn();
    return { what: "confirmation", name: before.user.id };
  }

  async function refuseWhenLocked(tried: Tried, before: FoundSession | undefined) {
    const { isLocked, isFirst } = await lockout.begin(tried);
    if (!isLocked) return;
    if (isFirst) {
      // Not awaited: an answer must not show who has an account.
      const person = { email: before?.user.email ?? tried.name, storeId: before?.session.storeId ?? null };
      void recordAccount(person, { what: "locked-out", details: { tried: tried.what } }).catch((error: unknown) =>
        log.error({ error }, "Could not record that an account is locked"),
      );
    }
    if (tried.what === "code") throw wrongCode();
    await hashPassword("takes as long as a check");
    throw wrongPassword();
  }

  async function endTry(tried: Tried, answer: Response) {
    if (answer.ok) return lockout.succeed(tried);
    if (tried.what !== "code") throw wrongPassword();
    if (answer.status === 401) throw wrongCode();
  }

  type Success = {
    readonly path: string;
    readonly kinds: readonly Kind[];
    readonly before: FoundSession | undefined;
    readonly after: FoundSession;
  };

  async function finish({ path, kinds, before, after }: Success, reply: FastifyReply) {
    const { session, user } = after;
    const isReplaced = before && before.session.id !== session.id && before.user.id === user.id;
    const replaced = isReplaced ? before.session : undefined;
    if (replaced) await keepOpenStore(replaced, session);
    if (kinds.includes("checks-code")) await completeSession(hot, after);
    const isProven = kinds.includes("proves") && (await addStepUp(path, after, reply));
    const event = accountEventOf(path, before, after);
    if (event && (event.what !== "confirmed" || isProven))
      await recordAccount({ email: user.email, storeId: session.storeId ?? null }, event);
    if (replaced) await endSession(hot, replaced.id);
  }

  /** A passkey always makes a new session, also as a proof. The person goes on in the store that they have opened. */
  async function keepOpenStore(old: FoundSession["session"], session: FoundSession["session"]) {
    if (old.storeId == null) return;
    await openStoreInSession(hot, { id: session.id, storeId: old.storeId, until: old.storeUntil ?? null });
    session.storeId = old.storeId;
  }

  /** Somebody with a stolen cookie must not be able to add a factor of their own, and confirm with that. */
  async function requireProof(request: FastifyRequest, found: FoundSession | undefined) {
    if (!found) throw notSignedIn();
    if (tokens.isStepUp(found.session.id, request.headers[STEP_UP_HEADER])) return;
    const isFirst = !hasFactor(await findFactors(hot, found.user.id));
    const isFresh = Date.now() - found.session.createdAt.getTime() < FRESH_MS;
    if (!isFirst || !isFresh) throw stepUpNeeded();
  }

  /** A password is a proof only for those who have nothing stronger. */
  async function addStepUp(path: string, { session, user }: FoundSession, reply: FastifyReply): Promise<boolean> {
    const { hasApp, hasPasskey } = await findFactors(hot, user.id);
    if (path === "/verify-password" && (hasApp || hasPasskey)) return false;
    reply.header(STEP_UP_HEADER, tokens.stepUp(session.id));
    return true;
  }

  async function callLibrary(request: FastifyRequest, call: AuthCall): Promise<Response> {
    const auth = await loadAuth();
    return auth.handler(toRequest(request, call)).catch((error: unknown) => {
      throw unavailable("Signing in", error);
    });
  }

  async function setPassword(request: FastifyRequest): Promise<Response> {
    const { newPassword } = (request.body ?? {}) as { newPassword?: unknown };
    if (typeof newPassword !== "string") throw missingPassword();
    const auth = await loadAuth();
    return auth.api.setPassword({
      body: { newPassword },
      headers: new Headers({ cookie: request.headers.cookie ?? "" }),
      asResponse: true,
    });
  }

  function toRequest(request: FastifyRequest, { method, path, search, body }: AuthCall): Request {
    const headers = new Headers({ "x-keepsake-ip": request.ip });
    for (const name of ["cookie", "origin", "user-agent", "content-type", "accept-language"] as const) {
      const value = request.headers[name];
      if (value !== undefined) headers.set(name, value);
    }
    const isPost = method === "POST";
    if (isPost) headers.set("content-type", "application/json");
    const given = (body ?? {}) as Readonly<Record<string, unknown>>;
    const taken = Object.fromEntries(FIELDS.map((field) => [field, given[field]])); // JSON leaves out what is undefined
    return new Request(new URL(`${AUTH_PATH}${path}${search}`, publicUrl), {
      method,
      headers,
      ...(isPost ? { body: JSON.stringify(taken) } : {}),
    });
  }

  return callAuth;
}

const missingPassword = () => new AppError("invalid", "invalid-parameter", "The parameter newPassword must be a text.");

const hasFactor = ({ hasApp, hasPasskey, hasPassword }: Factors) => hasApp || hasPasskey || hasPassword;

const unknownRoute = () => new AppError("not-found", "unknown-route", "There is no such route.");

/** better-auth says that it has failed, also when a browser sent a passkey that does not fit. */
const refusalOf = (problem: string) =>
  readProblem(problem).code === "FAILED_TO_VERIFY_REGISTRATION" ? wrongPasskey() : unavailable("Signing in");

/** The cookies that the browser will send next. */
function withCookies(cookie: string, set: readonly string[]): string {
  const cookies = new Map(cookie.split("; ").map((one) => [one.split("=")[0], one]));
  for (const one of set) cookies.set(one.split("=")[0], one.split(";")[0] ?? "");
  return [...cookies.values()].join("; ");
}
