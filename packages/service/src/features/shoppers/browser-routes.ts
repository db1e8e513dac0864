import type { WithIdempotencyKey } from "../../platform/http/idempotency-key.ts";
import type { Limits } from "../../platform/http/limits.ts";
import type { Http } from "../../platform/http/server.ts";
import { failures, formOrJson } from "../../platform/http/wire.ts";
import { admitVisitor } from "../stores/admit-visitor.ts";
import type { StoreCache } from "../stores/store-cache.ts";
import type { IdentityDeps } from "./issue-identity.ts";
import { mintChallenge, requireProof } from "./proof-of-work.ts";
import { accountRegid, getRegid, isGuest } from "./regid.ts";
import { registerAccount, registerAccountWith, registerGuest } from "./register-visitor.ts";
import { logOut } from "./sessions/log-out.ts";
import type { ShopperSessions } from "./shopper.ts";
import { verifyAssertion } from "./verify-assertion.ts";
import {
  ChallengeIn,
  ChallengeOut,
  DoneOut,
  IdentityOut,
  identityRecord,
  LogoutIn,
  ownIdentityRecord,
  RegisterIn,
  RegisterOut,
  readGuest,
  readLogout,
  SyncVisitorIn,
} from "./wire.ts";

/** The calls by which a browser, which has no key, gets and ends its identity. */
export function shopperBrowserRoutes(
  http: Http,
  {
    deps,
    shoppers,
    stores,
    limits,
    withIdempotencyKey,
  }: {
    deps: IdentityDeps;
    shoppers: ShopperSessions;
    stores: StoreCache;
    limits: Limits;
    withIdempotencyKey: WithIdempotencyKey;
  },
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
      const store = await admitVisitor({ stores, limits }, { request, reply }, { pid, limit: "visitor" });
      const guest = readGuest(request.body);
      if (!assertion) {
        await requireProof({ limits, clock: deps.clock }, store, { request });
        const { uuid, ...identity } = await registerGuest(deps, store, guest);
        return { uuid, ...identityRecord(identity) };
      }
      const email = await verifyAssertion(store, assertion, deps.clock);
      const caller = { storeId: store.id, credential: email, about: () => accountRegid(store, email) };
      return withIdempotencyKey(request, caller, async (tx) => {
        const { uuid, ...identity } = await registerAccount(deps, store, { email, ...guest }, tx);
        return { ...(uuid ? { uuid } : {}), ...identityRecord(identity) };
      });
    },
  });

  http.post("/api/v3/lists/user-validate-sync", {
    schema: {
      tags: ["Shoppers"],
      summary: "Make the guest of a browser part of an account",
      description:
        "With an assertion signed by the shop's server, the guest of this session becomes part of that account, and the answer has the account's regid and sessionid. Without one, the answer has the regid and sessionid that were sent: a customer number (extuid) proves nothing and is ignored.",
      consumes: formOrJson,
      body: SyncVisitorIn,
      response: { 200: IdentityOut, ...failures },
    },
    handler: async (request, reply) => {
      const { store, regid } = await shoppers.identify(request, reply);
      const { assertion } = request.body;
      if (!assertion) return { message: "The session is valid", ...ownIdentityRecord(request.body) };
      const email = await verifyAssertion(store, assertion, deps.clock);
      const sent = getRegid(store, regid);
      const guest = isGuest(sent) ? sent : undefined;
      const caller = { storeId: store.id, credential: email, about: () => accountRegid(store, email) };
      return withIdempotencyKey(request, caller, async (tx) => {
        const identity = await registerAccountWith(deps, store, { email, guest }, tx);
        return { message: "Logged in", ...identityRecord(identity) };
      });
    },
  });

  http.post("/api/v3/provider/challenge", {
    schema: {
      tags: ["Shoppers"],
      summary: "Get a challenge for a proof of work",
      description:
        "Only stores that turned it on ask for a proof, with 403 proof-required. Find a number so that the SHA-256 of `challenge.number` begins with this many zero bits, and send `challenge.number` in the Keepsake-Proof header. A challenge is valid for ten minutes and for one call.",
      consumes: formOrJson,
      body: ChallengeIn,
      response: { 200: ChallengeOut, ...failures },
    },
    handler: async (request, reply) => {
      const { pid } = request.body;
      const store = await admitVisitor({ stores, limits }, { request, reply }, { pid, limit: "visitor" });
      return mintChallenge(store, deps.clock());
    },
  });

  http.post("/api/v3/provider/logout", {
    schema: {
      tags: ["Shoppers"],
      summary: "Log out of an account in a browser",
      description:
        "Ends the session of an account, or of a guest that became part of one, within 5 seconds everywhere. Any other guest stays as they are. Repeating the call changes nothing.",
      consumes: formOrJson,
      body: LogoutIn,
      response: { 200: DoneOut, ...failures },
    },
    handler: async (request, reply) => {
      const { pid } = request.body;
      const store = await admitVisitor({ stores, limits }, { request, reply }, { pid, limit: "visitor" });
      await logOut(deps, store, readLogout(request.body));
      return { message: "Logged out" };
    },
  });
}
