import { type Static, Type } from "typebox";
import { requireTogether } from "./require-together.ts";
import { SECRET } from "./secret.ts";

export const OidcEnvironment = Type.Object({
  KEEPSAKE_OIDC_ISSUER: Type.Optional(
    Type.String({
      pattern: "^(https://[^\\s?#]|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(?=[:/]|$))[^\\s?#]{0,300}$",
      examples: ["https://login.example"],
      description: "Sign-in of your company for the dashboard, by OpenID Connect: its issuer URL",
    }),
  ),
  KEEPSAKE_OIDC_CLIENT_ID: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: "The client that your company registered for Keepsake" }),
  ),
  KEEPSAKE_OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_000, description: "The secret of that client", ...SECRET }),
  ),
});

const NAMES = ["KEEPSAKE_OIDC_ISSUER", "KEEPSAKE_OIDC_CLIENT_ID", "KEEPSAKE_OIDC_CLIENT_SECRET"] as const;

export function readOidc(env: Static<typeof OidcEnvironment>) {
  if (NAMES.every((name) => env[name] === undefined)) return undefined;
  const [issuer, clientId, clientSecret] = requireTogether(env, NAMES);
  return { issuer, clientId, clientSecret };
}
