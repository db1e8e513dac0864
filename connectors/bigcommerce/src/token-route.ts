import { signIdentityToken } from "../../hosted/src/identity-token.ts";
import type { OpenApp } from "../../hosted/src/open-app.ts";
import type { BigCommerceConfig } from "./config.ts";
import { shopOfHash } from "./shop-name.ts";
import { readSignedJwt } from "./signatures.ts";

const BODY_MAX_BYTES = 4_096;

/** Exchanges BigCommerce's word on who is logged in for the token that Keepsake's script needs. */
export function tokenRoute(
  { server, installations, clock }: OpenApp,
  { config }: { config: Pick<BigCommerceConfig, "clientId" | "clientSecrets"> },
) {
  server.addContentTypeParser("text/plain", { parseAs: "string", bodyLimit: BODY_MAX_BYTES }, (_, body, done) =>
    done(null, body),
  );
  server.post("/keepsake-token", async (request, reply) => {
    // The shop is another site. Its page sends no cookie here: the body alone says who it is.
    reply
      .header("access-control-allow-origin", "*")
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .type("text/plain; charset=utf-8");
    const jwt = typeof request.body === "string" ? request.body : "";
    const claims = readSignedJwt(jwt, { clientId: config.clientId, secrets: config.clientSecrets, now: clock() });
    const email = (claims?.["customer"] as { email?: unknown } | undefined)?.email;
    const shopName =
      claims?.["operation"] === "current_customer" ? shopOfHash(String(claims["store_hash"])) : undefined;
    if (!shopName || typeof email !== "string" || !email) return reply.code(401).send("");
    const secret = (await installations.find(shopName))?.store?.identitySecret;
    return secret ? signIdentityToken(email, secret, clock()) : "";
  });
}
