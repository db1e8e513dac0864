import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import type { Clock } from "../../../platform/clock.ts";
import { AppError } from "../../../platform/errors.ts";
import { REFUSALS } from "../../../platform/http/refusals.ts";
import { readBody } from "../../../platform/network/read-body.ts";

/** The settings of a company's sign-in, an OpenID Connect provider. */
type OidcConfig = { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };

/** What the provider says about itself. */
export type ProviderFacts = {
  readonly issuer: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string | undefined;
  readonly keys: JWTVerifyGetKey;
};

export type Company = OidcConfig & {
  /** Asks the provider where its endpoints are, at most once an hour; after a failure, at most every five seconds. */
  findFacts(): Promise<ProviderFacts>;
  /** The issuer as the provider writes it, once it has been asked. */
  knownIssuer(): string | undefined;
};

const TIMEOUT_MS = 5_000;
const ANSWER_BYTES = 256 * 1024;
const KEPT_MS = 3_600_000;
const PAUSE_MS = 5_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Nothing is asked before somebody signs in with it: a provider that is down or hangs delays nothing else. */
export function createCompany(config: OidcConfig, clock: Clock): Company {
  let facts: Promise<ProviderFacts> | undefined;
  let keptUntil = 0;
  let issuer: string | undefined;
  return {
    ...config,
    knownIssuer: () => issuer,
    async findFacts() {
      if (!facts || clock() >= keptUntil) {
        const asked = discover(config.issuer);
        facts = asked;
        keptUntil = Number.POSITIVE_INFINITY;
        void asked.then(
          (found) => {
            issuer = found.issuer;
            keptUntil = clock() + KEPT_MS;
          },
          () => {
            keptUntil = clock() + PAUSE_MS;
          },
        );
      }
      return facts.catch((cause: unknown) => {
        throw new AppError("unavailable", "unavailable", REFUSALS.say("company-sign-in", {}), {
          retryAfterSeconds: PAUSE_MS / 1_000,
          cause,
        });
      });
    },
  };
}

async function discover(given: string): Promise<ProviderFacts> {
  const wanted = withoutSlash(given);
  const found = await askProvider(`${wanted}/.well-known/openid-configuration`);
  const issuer = String(found["issuer"]);
  if (withoutSlash(issuer) !== wanted) throw new Error(`The provider at ${wanted} says that it is another: ${issuer}`);
  const userInfoUrl = found["userinfo_endpoint"];
  return {
    issuer,
    authorizationUrl: safeUrl(found["authorization_endpoint"]).href,
    tokenUrl: safeUrl(found["token_endpoint"]).href,
    userInfoUrl: userInfoUrl === undefined ? undefined : safeUrl(userInfoUrl).href,
    keys: createRemoteJWKSet(safeUrl(found["jwks_uri"]), { timeoutDuration: TIMEOUT_MS }),
  };
}

/** Returns the JSON that the provider answers, within five seconds. */
export async function askProvider(url: string, request: RequestInit = {}): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(safeUrl(url), { ...request, signal, redirect: "error" });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const answer: unknown = JSON.parse(await readBody(response, { bytesMax: ANSWER_BYTES, of: url }));
  if (typeof answer !== "object" || answer === null) throw new Error(`${url} did not answer with an object`);
  return answer as Record<string, unknown>;
}

/** The client's secret and people's tokens go there. */
function safeUrl(text: unknown): URL {
  const url = URL.parse(String(text));
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.test(url.hostname));
  if (!url || !isSafe) throw new Error(`The provider must be reached by https: ${String(text)}`);
  return url;
}

const withoutSlash = (url: string) => url.replace(/\/$/, "");
