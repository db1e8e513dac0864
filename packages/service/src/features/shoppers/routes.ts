import type { FastifyReply, FastifyRequest } from "fastify";
import type { WithIdempotencyKey } from "../../platform/http/idempotency-key.ts";
import type { Http } from "../../platform/http/server.ts";
import { failures, formOrJson } from "../../platform/http/wire.ts";
import { callerOf, type RequireScope, requesterOf } from "../stores/access/require-scope.ts";
import type { AuditDetails } from "../stores/audit/entry.ts";
import { recordAudit } from "../stores/audit/record-audit.ts";
import { endAllSessions } from "../stores/end-all-sessions.ts";
import { badRegid } from "./errors.ts";
import { type IdentityDeps, issueAccount, issueGuest } from "./issue-identity.ts";
import { issueAccountWithGuest } from "./merge/issue-account-with-guest.ts";
import { previewSync } from "./merge/preview-sync.ts";
import { syncGuest } from "./merge/sync-guest.ts";
import { undoMerge } from "./merge/undo-merge.ts";
import { accountRegid, getRegid, guestRegid } from "./regid.ts";
import { revokeSession, revokeShopperSessions } from "./sessions/revoke-sessions.ts";
import {
  DoneOut,
  findGenerateRegidError,
  GenerateRegidIn,
  IdentityOut,
  identityRecord,
  previewRecord,
  RevokeIn,
  readGenerateRegid,
  readRevoke,
  readSync,
  SyncIn,
  SyncOut,
  UndoIn,
} from "./wire.ts";

const keyedCall = { tags: ["Shoppers"], security: [{ storeKey: [] }], consumes: formOrJson };

/** The calls of the shop's server about its shoppers. */
export function shopperAdminRoutes(
  http: Http,
  {
    deps,
    requireScope,
    withIdempotencyKey,
  }: { deps: IdentityDeps; requireScope: RequireScope; withIdempotencyKey: WithIdempotencyKey },
) {
  const { db, mergeParticipants } = deps;
  const readCaller = (request: FastifyRequest) => {
    const { store, actor } = callerOf(request);
    return { store, actor, caller: requesterOf(request) };
  };

  // Older clients call it without the version.
  for (const path of ["/storeadmin/v3/user/generate-regid", "/storeadmin/user/generate-regid"])
    http.post(path, {
      ...requireScope("identity"),
      schema: {
        ...keyedCall,
        summary: "Identify a shopper",
        description:
          "Send uuid for a guest or useremail for an account. With both, the guest becomes part of the account.",
        body: GenerateRegidIn,
        response: { 200: IdentityOut, ...failures },
      },
      preValidation: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) =>
        done(findGenerateRegidError(request.body)),
      handler: async (request) => {
        const { store, caller } = readCaller(request);
        const { uuid, email } = readGenerateRegid(request.body);
        const about = () => (email === undefined ? guestRegid(store, uuid) : accountRegid(store, email));
        return withIdempotencyKey(request, { ...caller, about }, async (tx) => {
          if (email === undefined)
            return { message: "Regid generated using uuid", ...identityRecord(await issueGuest(deps, store, uuid)) };
          const identity = await (uuid
            ? issueAccountWithGuest(deps, store, { email, uuid }, tx)
            : issueAccount(deps, store, email));
          return { message: "Regid generated using email", ...identityRecord(identity) };
        });
      },
    });

  http.post("/storeadmin/v3/user/guest-validate-sync", {
    ...requireScope("identity"),
    schema: {
      ...keyedCall,
      summary: "Make a guest part of an account",
      description: "Repeating the call changes nothing. With dryrun=1 it returns what would move and changes nothing.",
      body: SyncIn,
      response: { 200: SyncOut, ...failures },
    },
    handler: async (request) => {
      const { store, caller } = readCaller(request);
      const { sync, isDryRun } = readSync(store, request.body);
      if (isDryRun) return previewRecord(await previewSync(deps, store, sync));
      const about = () => accountRegid(store, sync.email);
      return withIdempotencyKey(request, { ...caller, about }, async (tx) => {
        const { changed, ...identity } = await syncGuest(deps, store, sync, tx);
        return {
          message: changed ? "Guest merged into the account" : "Guest is already part of the account",
          ...identityRecord(identity),
        };
      });
    },
  });

  http.post("/storeadmin/v3/user/undo-merge", {
    ...requireScope("identity"),
    schema: {
      ...keyedCall,
      summary: "Undo a merge",
      description: "Separates a guest from its account again, within 30 days after the merge.",
      body: UndoIn,
      response: { 200: DoneOut, ...failures },
    },
    handler: async (request) => {
      const { store, actor, caller } = readCaller(request);
      const guest = getRegid(store, request.body.regid);
      return withIdempotencyKey(request, { ...caller, about: () => guest }, async (tx) => {
        await db.inStore(
          store.id,
          async (inside) => {
            const details = await undoMerge(inside, mergeParticipants, guest);
            await recordAudit(inside, { actor, action: "merge.undone", details });
          },
          tx,
        );
        return { message: "Merge undone" };
      });
    },
  });

  http.post("/storeadmin/v3/user/revoke-sessions", {
    ...requireScope("identity"),
    schema: {
      ...keyedCall,
      summary: "End sessions",
      description:
        "Of one session (sessionid), of one shopper (regid or useremail), or of every shopper of the store (all=1). Takes effect within 5 seconds.",
      body: RevokeIn,
      response: { 200: DoneOut, ...failures },
    },
    handler: async (request) => {
      const { store, actor, caller } = readCaller(request);
      const revocation = readRevoke(store, request.body);
      const about = () => (revocation !== "all" && "regid" in revocation ? revocation.regid : undefined);
      return withIdempotencyKey(request, { ...caller, about }, (outer) =>
        db.inStore(
          store.id,
          async (tx) => {
            const record = (details: AuditDetails) => recordAudit(tx, { actor, action: "sessions.revoked", details });
            if (revocation === "all") {
              await endAllSessions(tx);
              await record({ of: "all shoppers" });
              return { message: "All sessions of this store have ended" };
            }
            if ("sessionToken" in revocation) {
              if (!(await revokeSession(db, store, revocation.sessionToken, tx))) throw badRegid();
              await record({ of: "one session" });
              return { message: "The session has ended" };
            }
            const shopperId = await revokeShopperSessions(tx, revocation.regid);
            await record({ of: "one shopper", ...(shopperId ? { shopperId } : {}) });
            return { message: "The sessions of this shopper have ended" };
          },
          outer,
        ),
      );
    },
  });
}
