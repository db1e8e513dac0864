import type { Db } from "../../../platform/db/db.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import { type Actor, describeActor } from "../access/caller.ts";
import type { Change } from "../access/change.ts";
import { callerOf, type RequireScope } from "../access/require-scope.ts";
import { DEFAULT_SCOPES } from "../access/scopes.ts";
import type { Notice, NotifyMembers } from "../members/notify-members.ts";
import type { StoreCache } from "../store-cache.ts";
import type { HashSecret } from "./api-key.ts";
import { createKeyFor } from "./manage-keys.ts";
import { revokeKey } from "./revoke-key.ts";
import { rotateKeyFor } from "./rotate-key.ts";
import { selectKeys } from "./sql.ts";
import { CreateKeyIn, KeysOut, keyRecord, NewKeyOut, RevokedOut, RevokeKeyIn, RotateKeyIn } from "./wire.ts";

const call = { tags: ["Keys"], security: [{ storeKey: [] }], consumes: ["application/json"] };
const DAY_SECONDS = 86_400;

export function keyRoutes(
  http: Http,
  {
    db,
    stores,
    hashSecret,
    requireScope,
    change,
    notifyMembers,
    canMail,
  }: {
    readonly db: Db;
    readonly stores: StoreCache;
    readonly hashSecret: HashSecret;
    readonly requireScope: RequireScope;
    readonly change: Change;
    readonly notifyMembers: NotifyMembers;
    readonly canMail: boolean;
  },
) {
  http.get("/storeadmin/v3/keys", {
    ...requireScope("keys"),
    schema: {
      ...call,
      summary: "List the keys of the store",
      description: "Keys that work come first. The text of a key is shown only once, when it is made.",
      response: { 200: KeysOut, ...failures },
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      return { keys: (await db.inStore(store.id, (tx) => selectKeys(tx, store.id))).map(keyRecord) };
    },
  });

  http.post("/storeadmin/v3/keys/create", {
    ...requireScope("keys", { stepUp: true }),
    schema: {
      ...call,
      summary: "Create a key",
      description: "A key cannot make one that may do more than itself. An owner may make any.",
      body: CreateKeyIn,
      response: { 200: NewKeyOut, ...failures },
    },
    handler: (request) => {
      const { name, scopes = DEFAULT_SCOPES } = request.body;
      return change(request, { action: "key.created", details: { name, scopes } }, async (tx, store) => {
        const caller = callerOf(request);
        const key = await createKeyFor(tx, hashSecret, { caller, name, scopes });
        if (canMail) await notifyMembers(tx, store, newKeyNotice(caller.actor, name));
        return key;
      });
    },
  });

  http.post("/storeadmin/v3/keys/rotate", {
    ...requireScope("keys", { stepUp: true }),
    schema: {
      ...call,
      summary: "Replace a key",
      description:
        "Makes a key with the same name and scopes. The old one works until the overlap is over, and cannot be replaced again.",
      body: RotateKeyIn,
      response: { 200: NewKeyOut, ...failures },
    },
    handler: (request) => {
      const { id, overlapSeconds = DAY_SECONDS } = request.body;
      return change(request, { action: "key.rotated", details: { id, overlapSeconds } }, async (tx, store) => {
        tx.afterCommit(() => stores.forget(store.id));
        const caller = callerOf(request);
        const key = await rotateKeyFor(tx, hashSecret, { caller, id, overlapSeconds });
        if (canMail) await notifyMembers(tx, store, replacedKeyNotice(caller.actor, key.name));
        return key;
      });
    },
  });

  http.post("/storeadmin/v3/keys/revoke", {
    ...requireScope("keys", { stepUp: true }),
    schema: {
      ...call,
      summary: "End a key",
      description: "It stops working everywhere within five seconds.",
      body: RevokeKeyIn,
      response: { 200: RevokedOut, ...failures },
    },
    handler: (request) => {
      const { id } = request.body;
      return change(request, { action: "key.revoked", details: { id } }, async (tx, store) => {
        tx.afterCommit(() => stores.forget(store.id));
        await revokeKey(tx, { storeId: store.id, id });
        return { message: "The key is revoked", id };
      });
    },
  });
}

/** Owners should notice a key that somebody else has made. */
const noticeOf = (subject: string, what: string): Notice => ({
  subject,
  what,
  whatToDo: "If you do not know why, revoke the key and look at the audit log.",
  scope: "keys",
});
const newKeyNotice = (actor: Actor, key: string) =>
  noticeOf("An API key was created", `${describeActor(actor)} created the API key "${key}".`);
const replacedKeyNotice = (actor: Actor, key: string) =>
  noticeOf("An API key was replaced", `${describeActor(actor)} replaced the API key "${key}" by a new one.`);
