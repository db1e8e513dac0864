import type { BetterAuthPlugin } from "better-auth";
import {
  authorizationCodeRequest,
  createAuthorizationURL,
  getOAuth2Tokens,
  type OAuthProvider,
} from "better-auth/oauth2";
import { type JWTPayload, jwtVerify } from "jose";
import type { Log } from "../../../platform/log.ts";
import { askProvider, type Company, type ProviderFacts } from "./company.ts";

const SCOPES = ["openid", "email", "profile"];

/** The company's sign-in for better-auth. Its own `genericOAuth` asks the provider once, at start, without a timeout: while
 *  the provider hangs, no session can be read, and one that is down stays unknown until a restart. */
export const companySignIn = (company: Company, log: Log) =>
  ({
    id: "company-sign-in",
    init: () => ({ context: { socialProviders: [toProvider(company, log)] } }),
  }) satisfies BetterAuthPlugin;

/** Without `idToken`, better-auth takes no token that a browser sends: everybody walks through the provider's pages. */
function toProvider(company: Company, log: Log): OAuthProvider<JWTPayload> {
  const { clientId, clientSecret } = company;
  const options = { clientId, clientSecret };
  return {
    id: "oidc",
    name: "Company",
    get issuer() {
      return company.knownIssuer();
    },
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub ?? "",

    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce }) {
      const { authorizationUrl } = await company.findFacts();
      return createAuthorizationURL({
        id: "oidc",
        options,
        authorizationEndpoint: authorizationUrl,
        state,
        codeVerifier,
        redirectURI,
        scopes: SCOPES,
        ...(idTokenNonce ? { nonce: idTokenNonce } : {}),
      });
    },

    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      const { tokenUrl } = await company.findFacts();
      const asked = await authorizationCodeRequest({
        code,
        redirectURI,
        options,
        tokenEndpoint: tokenUrl,
        ...(codeVerifier ? { codeVerifier } : {}),
      });
      return getOAuth2Tokens(await askProvider(tokenUrl, { method: "POST", ...asked }));
    },

    async getUserInfo({ idToken = "", accessToken = "", expectedIdTokenNonce }) {
      try {
        const facts = await company.findFacts();
        const { payload } = await jwtVerify(idToken, facts.keys, { issuer: facts.issuer, audience: clientId });
        if (!expectedIdTokenNonce || payload["nonce"] !== expectedIdTokenNonce)
          throw new Error("The token was made for another sign-in");
        const { email, email_verified, name } = await readProfile(payload, facts, accessToken);
        return {
          user: {
            email: typeof email === "string" ? email : null,
            emailVerified: email_verified === true,
            ...(typeof name === "string" ? { name } : {}),
          },
          data: payload,
        };
      } catch (error) {
        log.warn({ error }, "The company's sign-in gave no valid token");
        return null;
      }
    },
  };
}

/** Some providers keep the address out of the token, and tell it when asked. */
async function readProfile(
  payload: JWTPayload,
  { userInfoUrl }: ProviderFacts,
  accessToken: string,
): Promise<Record<string, unknown>> {
  if (payload["email"] !== undefined || userInfoUrl === undefined) return payload;
  const profile = await askProvider(userInfoUrl, { headers: { authorization: `Bearer ${accessToken}` } });
  if (profile["sub"] !== payload.sub) throw new Error("The provider told about another person");
  return profile;
}
