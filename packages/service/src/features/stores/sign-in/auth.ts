import type { KeyObject } from "node:crypto";
import { passkey } from "@better-auth/passkey";
import { APIError, betterAuth } from "better-auth";
import { magicLink, twoFactor } from "better-auth/plugins";
import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { Log } from "../../../platform/log.ts";
import { AUTH_PATH, LINK_MINUTES, type LinkPurpose, sessionCookie } from "./auth-names.ts";
import type { Company } from "./company.ts";
import { companySignIn } from "./company-plugin.ts";
import { DASHBOARD } from "./link-urls.ts";
import { hashPassword, verifyPassword } from "./password.ts";

const IDLE_SECONDS = 12 * 3_600;
const REFRESH_SECONDS = 300;

/** Ways to sign in that are, or contain, a second factor. A company's own sign-in decides by itself what it asks for. */
const STRONG = /^\/(two-factor\/verify-|passkey\/verify-authentication|callback\/|oauth2\/callback\/)/;

export type Auth = ReturnType<typeof createAuth>;

export type AuthOptions = {
  readonly pool: Pool;
  readonly key: KeyObject;
  readonly publicUrl: string;
  readonly company: Company | undefined;
  /** Whether somebody has invited this address. Nobody else gets an account, also not by a company's sign-in. */
  readonly mayHaveAccount: (email: string) => Promise<boolean>;
  /** Gets a single-use token for the owner of this address. Not awaited: an answer must not show who has an account. */
  readonly sendLink: (purpose: LinkPurpose, email: string, token: string) => Promise<void>;
  readonly onPasswordReset: (email: string) => Promise<void>;
  readonly log: Log;
};

/** better-auth, for signing in and nothing else: who may do what is in `memberships`. */
export function createAuth({
  pool,
  key,
  publicUrl,
  company,
  mayHaveAccount,
  sendLink,
  onPasswordReset,
  log,
}: AuthOptions) {
  const isSecure = publicUrl.startsWith("https:");
  const mailLink = (purpose: LinkPurpose, email: string, token: string) =>
    void sendLink(purpose, email, token).catch((error: unknown) => log.error({ error }, "Could not mail a login link"));
  return betterAuth({
    appName: "Keepsake",
    baseURL: publicUrl,
    basePath: AUTH_PATH,
    secret: key.export().toString("base64url"),
    database: {
      db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
      type: "postgres",
      schemaName: "dashboard",
    },
    telemetry: { enabled: false },
    logger: {
      level: "warn",
      log: (level, message, ...more) =>
        log[level === "error" ? "error" : "warn"](
          { signIn: message, error: more.find((one) => one instanceof Error) },
          "Dashboard sign-in",
        ),
    },
    onAPIError: { errorURL: `${publicUrl}${DASHBOARD}` },
    trustedOrigins: [publicUrl],
    rateLimit: { enabled: false }, // routes.ts limits by IP address and by account
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 200,
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: LINK_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => mailLink("password", user.email, token),
      onPasswordReset: ({ user }) => onPasswordReset(user.email),
    },
    account: { encryptOAuthTokens: true, accountLinking: { enabled: true } },
    session: {
      expiresIn: IDLE_SECONDS,
      updateAge: REFRESH_SECONDS,
      freshAge: 0, // routes.ts asks for a fresh proof
      additionalFields: {
        secondFactorAt: { type: "date", required: false, input: false },
        storeId: { type: "number", required: false, input: false },
        storeUntil: { type: "date", required: false, input: false },
      },
    },
    advanced: {
      cookiePrefix: "keepsake",
      useSecureCookies: false, // the names below have the stricter prefix
      defaultCookieAttributes: { secure: isSecure, sameSite: "lax", httpOnly: true, path: "/" },
      cookies: { session_token: { name: sessionCookie(publicUrl) } },
      ipAddress: { ipAddressHeaders: ["x-keepsake-ip"] },
      // Our migrations make the tables. The check reads the whole catalogue at the first sign-in; on a busy database that call failed.
      database: { validateSchema: false },
    },
    databaseHooks: {
      user: {
        create: {
          async before(user) {
            // Without `email_verified`, a provider may let people enter an address that is not theirs.
            if (!user.emailVerified || !(await mayHaveAccount(user.email)))
              throw new APIError("FORBIDDEN", { code: "NOT_INVITED", message: "Nobody has invited this address." });
            return { data: user };
          },
        },
      },
      session: {
        create: {
          async before(session, context) {
            const isStrong = STRONG.test(context?.path ?? "");
            return { data: { ...session, secondFactorAt: isStrong ? new Date() : null } };
          },
        },
      },
    },
    plugins: [
      twoFactor({ issuer: "Keepsake", allowPasswordless: true }),
      passkey({ rpID: new URL(publicUrl).hostname, rpName: "Keepsake", origin: publicUrl }),
      magicLink({
        expiresIn: LINK_MINUTES * 60,
        storeToken: "hashed",
        sendMagicLink: ({ email, token }) => mailLink("sign-in", email, token),
      }),
      ...(company ? [companySignIn(company, log)] : []),
    ],
  });
}
