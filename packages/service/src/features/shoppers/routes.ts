import type { FastifyReply, FastifyRequest } from "fastify";
import { FailureRef } from "../../platform/http/failure.ts";
import type { WithIdempotencyKey } from "../../platform/http/idempotency-key.ts";
import type { Limits } from "../../platform/http/limits.ts";
import { enforce } from "../../platform/http/rate-limit.ts";
import type { Http } from "../../platform/http/server.ts";
import { invalidEmail, toEmail } from "../../platform/text/email.ts";
import { endAllSessions } from "../stores/end-all-sessions.ts";
import { callerOf, type RequireKey } from "../stores/keys/require-key.ts";
import { limitOf } from "../stores/settings/settings.ts";
import type { Store } from "../stores/store.ts";
import type { StoreCache } from "../stores/store-cache.ts";
import { badRegid, invalidUuid, nobodyToRevoke } from "./errors.ts";
import { type Identity, type IdentityDeps, issueAccount, issueAccountWithGuest, issueGuest } from "./issue-identity.ts";
import { undoMerge } from "./merge/merge-guest.ts";
import { previewSync, syncGuest } from "./merge/sync-guest.ts";
import { accountRegid, fromWire, toUuid, toWire } from "./regid.ts";
import { registerAccount, registerGuest } from "./register-visitor.ts";
import { revokeShopperSessions } from "./sessions/revoke-sessions.ts";
import { verifyAssertion } from "./verify-assertion.ts";
import {
  DoneOut,
  EMAIL_IN_MAX,
  fromIdentity,
  GenerateRegidIn,
  IdentityOut,
  isOn,
  isTextOf,
  RegisterIn,
  RegisterOut,
  RevokeIn,
  SyncIn,
  SyncOut,
  UndoIn,
  UUID_MAX,
} from "./wire.ts";

const refusals = { "4xx": FailureRef, "5xx": FailureRef };
const keyedCall = {
  tags: ["Shoppers"],
  security: [{ storeKey: [] }],
  consumes: ["application/x-www-form-urlencoded", "application/json"],
};

/** For the shop's server, with its key. */
export function identityAdminRoutes(
  http: Http,
  {
    parts,
    requireKey,
    withIdempotencyKey,
  }: { parts: IdentityDeps; requireKey: RequireKey; withIdempotencyKey: WithIdempotencyKey },
) {
  const asCaller = (request: FastifyRequest) => {
    const { store, keyId } = callerOf(request);
    return { store, who: { storeId: store.id, credential: keyId } };
  };

  http.post("/storeadmin/v3/user/generate-regid", {
    ...requireKey("identity"),
    schema: {
      ...keyedCall,
      summary: "Identify a shopper",
      description: "A guest by uuid, an account by useremail; with both, the guest becomes part of the account.",
      body: GenerateRegidIn,
      response: { 200: IdentityOut, ...refusals },
    },
    preValidation: namesAShopper,
    handler: async (request) => {
      const { store, who } = asCaller(request);
      const { uuid, useremail } = request.body;
      const guest = uuid ? toUuid(uuid) : undefined;
      const email = useremail ? toEmail(useremail) : undefined;
      return withIdempotencyKey(request, who, async (tx) => {
        const answer = (identity: Identity, by: string) => ({
          message: `Regid generated using ${by}`,
          ...fromIdentity(identity),
        });
        if (!email) return answer(await issueGuest(parts, store, guest as string), "uuid");
        if (!guest) return answer(await issueAccount(parts, store, email), "email");
        return answer(await issueAccountWithGuest(parts, store, { email, uuid: guest }, tx), "email");
      });
    },
  });

  http.post("/storeadmin/v3/user/guest-validate-sync", {
    ...requireKey("identity"),
    schema: {
      ...keyedCall,
      summary: "Make a guest part of an account",
      description: "Repeating it changes nothing. With dryrun=1 it answers what would move and changes nothing.",
      body: SyncIn,
      response: { 200: SyncOut, ...refusals },
    },
    handler: async (request) => {
      const { store, who } = asCaller(request);
      const merge = { regid: regidOf(store, request.body.regid), email: toEmail(request.body.useremail) };
      if (isOn(request.body.dryrun)) {
        const { changed, moved, regid } = await previewSync(parts, store, merge);
        const message = changed
          ? "This guest would become part of the account"
          : "This guest is part of the account already";
        return { message, regid: toWire(regid), dryrun: true, moved: moved as Record<string, unknown> };
      }
      return withIdempotencyKey(request, who, async (tx) => {
        const { changed, ...identity } = await syncGuest(parts, store, merge, tx);
        return {
          message: changed ? "Guest merged into the account" : "Guest is part of the account already",
          ...fromIdentity(identity),
        };
      });
    },
  });

  http.post("/storeadmin/v3/user/undo-merge", {
    ...requireKey("identity"),
    schema: {
      ...keyedCall,
      summary: "Undo a merge",
      description: "Within 30 days the guest becomes a person of its own again.",
      body: UndoIn,
      response: { 200: DoneOut, ...refusals },
    },
    handler: async (request) => {
      const { store, who } = asCaller(request);
      const guest = regidOf(store, request.body.regid);
      return withIdempotencyKey(request, who, async (tx) => {
        const undo = (inside: NonNullable<typeof tx>) => undoMerge(inside, parts.mergeParticipants, guest);
        await (tx ? undo(tx) : parts.db.inStore(store.id, undo));
        return { message: "Merge undone" };
      });
    },
  });

  http.post("/storeadmin/v3/user/revoke-sessions", {
    ...requireKey("identity"),
    schema: {
      ...keyedCall,
      summary: "End sessions",
      description: "Of one shopper (regid or useremail), or of everyone (all=1). Takes effect within 5 seconds.",
      body: RevokeIn,
      response: { 200: DoneOut, ...refusals },
    },
    handler: async (request) => {
      const { store, who } = asCaller(request);
      const { regid, useremail, all } = request.body;
      const shopper = regid ? regidOf(store, regid) : useremail ? accountRegid(store, toEmail(useremail)) : undefined;
      if (!shopper && !isOn(all)) throw nobodyToRevoke();
      return withIdempotencyKey(request, who, async (tx) => {
        const revoke = (inside: NonNullable<typeof tx>) =>
          shopper ? revokeShopperSessions(inside, shopper) : endAllSessions(inside);
        await (tx ? revoke(tx) : parts.db.inStore(store.id, revoke));
        return {
          message: shopper ? "The sessions of this shopper have ended" : "All sessions of this store have ended",
        };
      });
    },
  });
}

/** The spec names these two refusals: they come before what the schema would say of the same parameters. */
function namesAShopper({ body }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) {
  const { uuid, useremail } = body as { uuid?: unknown; useremail?: unknown };
  if ((!uuid && !useremail) || !isTextOf(UUID_MAX, uuid)) return done(invalidUuid());
  done(isTextOf(EMAIL_IN_MAX, useremail) ? undefined : invalidEmail());
}

const regidOf = (store: Store, text: string) => {
  const regid = fromWire(store, text);
  if (!regid) throw badRegid();
  return regid;
};

/** For browsers, without a secret. */
export function identityBrowserRoutes(
  http: Http,
  {
    parts,
    stores,
    limits,
    withIdempotencyKey,
  }: { parts: IdentityDeps; stores: StoreCache; limits: Limits; withIdempotencyKey: WithIdempotencyKey },
) {
  const limitVisitors = (store: Store, request: FastifyRequest, reply: FastifyReply) =>
    enforce(limits, limitOf(store.settings, "visitor"), `${store.id}:${request.ip}`, reply);

  http.post("/api/v3/provider/register", {
    schema: {
      tags: ["Shoppers"],
      summary: "Identify a browser",
      description:
        "Makes a guest. With an assertion signed by the shop's server, an account; a guest named with its sessionid comes along.",
      consumes: ["application/x-www-form-urlencoded", "application/json"],
      body: RegisterIn,
      response: { 200: RegisterOut, ...refusals },
    },
    handler: async (request, reply) => {
      const store = await stores.getByPid(request.body.pid);
      await limitVisitors(store, request, reply);
      const { assertion, sessionid } = request.body;
      const given = {
        ...(request.body.uuid ? { uuid: toUuid(request.body.uuid) } : {}),
        ...(sessionid ? { sessionid } : {}),
      };
      if (!assertion) {
        const { uuid, ...identity } = await registerGuest(parts, store, given);
        return { uuid, ...fromIdentity(identity) };
      }
      const email = await verifyAssertion(store, assertion, parts.clock);
      return withIdempotencyKey(request, { storeId: store.id, credential: email }, async (tx) => {
        const { uuid, ...identity } = await registerAccount(parts, store, { email, ...given }, tx);
        return { ...(uuid ? { uuid } : {}), ...fromIdentity(identity) };
      });
    },
  });
}
