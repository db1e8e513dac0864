import { Type } from "typebox";
import type { Db } from "../../../platform/db/db.ts";
import { etagOf } from "../../../platform/http/if-match.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import type { Change } from "../access/change.ts";
import { callerOf, type RequireScope } from "../access/require-scope.ts";
import type { StoreCache } from "../store-cache.ts";
import { changeSettings } from "./change-settings.ts";
import { readChanges, SettingsChange } from "./merchant-settings.ts";
import { findSettings } from "./sql.ts";
import { SettingsOut, settingsRecord } from "./wire.ts";

const call = { tags: ["Settings"], security: [{ storeKey: [] }] };

export function settingsRoutes(
  http: Http,
  {
    db,
    stores,
    requireScope,
    change,
  }: { readonly db: Db; readonly stores: StoreCache; readonly requireScope: RequireScope; readonly change: Change },
) {
  http.get("/storeadmin/v3/settings", {
    ...requireScope("settings:read"),
    schema: {
      ...call,
      summary: "Read the settings of the store",
      description:
        "Origins, list types, rules for stock, alerts, lists, sessions, sending, results and privacy, the words of elements, and how far the store is set up. The ETag is their version.",
      response: { 200: SettingsOut, ...failures },
    },
    handler: async (request, reply) => {
      const { store } = callerOf(request);
      const stored = await db.inStore(store.id, findSettings);
      reply.header("etag", etagOf(stored.version));
      return settingsRecord(store.pid, stored);
    },
  });

  http.post("/storeadmin/v3/settings/update", {
    ...requireScope("settings:write"),
    schema: {
      ...call,
      consumes: ["application/json"],
      summary: "Change settings of the store",
      description:
        "Send only what changes; null resets a setting to its default. With `If-Match`, a change is refused (412) if somebody else has changed the settings meanwhile. Processes know the change within five seconds.",
      body: Type.Unsafe<Record<string, unknown>>({ type: "object", shownAs: SettingsChange }),
      response: { 200: SettingsOut, ...failures },
    },
    handler: async (request, reply) => {
      const { store } = callerOf(request);
      const changes = readChanges(request.body);
      const answer = await change(
        request,
        { action: "settings.changed", details: { names: changes.names } },
        async (tx) => {
          tx.afterCommit(() => stores.forget(store.id));
          return settingsRecord(store.pid, await changeSettings(tx, changes, request.headers["if-match"]));
        },
      );
      reply.header("etag", etagOf(answer.version));
      return answer;
    },
  });
}
