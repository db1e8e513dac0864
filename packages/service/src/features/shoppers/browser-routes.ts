import type { WithIdempotencyKey } from "../../platform/http/idempotency-key.ts";
import type { Limits } from "../../platform/http/limits.ts";
import { enforce } from "../../platform/http/rate-limit.ts";
import type { Http } from "../../platform/http/server.ts";
import { failures, formOrJson } from "../../platform/http/wire.ts";
import { limitOf } from "../stores/settings/settings.ts";
import type { StoreCache } from "../stores/store-cache.ts";
import type { IdentityDeps } from "./issue-identity.ts";
import { registerAccount, registerGuest } from "./register-visitor.ts";
import { verifyAssertion } from "./verify-assertion.ts";
import { identityRecord, RegisterIn, RegisterOut, readGuest } from "./wire.ts";

/** The call by which a browser, which has no key, gets its regid and sessionid. */
export function shopperBrowserRoutes(
  http: Http,
  {
    deps,
    stores,
    limits,
    withIdempotencyKey,
  }: { deps: IdentityDeps; stores: StoreCache; limits: Limits; withIdempotencyKey: WithIdempotencyKey },
) {
  http.post("/api/v3/provider/register", {
    schema: {
      tags: ["Shoppers"],
      summary: "Identify a browser",
      description:
        "Returns a guest or, with an assertion signed by the shop's server, an account. A guest whose uuid and sessionid are sent with the assertion becomes part of the account.",
      consumes: formOrJson,
      body: RegisterIn,
      response: { 200: RegisterOut, ...failures },
    },
    handler: async (request, reply) => {
      const { pid, assertion } = request.body;
      const store = await stores.getByPid(pid);
      await enforce(limits, limitOf(store.settings, "visitor"), `${store.id}:${request.ip}`, reply);
      const guest = readGuest(request.body);
      if (!assertion) {
        const { uuid, ...identity } = await registerGuest(deps, store, guest);
        return { uuid, ...identityRecord(identity) };
      }
      const email = await verifyAssertion(store, assertion, deps.clock);
      return withIdempotencyKey(request, { storeId: store.id, credential: email }, async (tx) => {
        const { uuid, ...identity } = await registerAccount(deps, store, { email, ...guest }, tx);
        return { ...(uuid ? { uuid } : {}), ...identityRecord(identity) };
      });
    },
  });
}
