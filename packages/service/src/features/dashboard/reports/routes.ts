import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import { callerOf, type RequireScope } from "../../stores/access/require-scope.ts";
import { membersOnly } from "../../stores/members/errors.ts";
import { NO_REPORTS } from "./preferences.ts";
import { setPreferences } from "./set-preferences.ts";
import { findPreferences } from "./sql.ts";
import { ReportsIn, ReportsOut, readPreferences, reportsRecord } from "./wire.ts";

const call = { tags: ["Team"], security: [] };

/** The report mails that a member wants about the open store. */
export function reportRoutes(
  http: Http,
  { db, clock, requireScope }: { readonly db: Db; readonly clock: Clock; readonly requireScope: RequireScope },
) {
  const guard = requireScope();
  const ofMember = {
    ...guard,
    config: { access: { scope: undefined, stepUp: false, session: true, member: true } },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      await guard.onRequest(request, reply);
      if (callerOf(request).actor.kind !== "member") throw membersOnly();
    },
  };

  http.get("/storeadmin/v3/reports", {
    exposeHeadRoute: false,
    ...ofMember,
    schema: {
      ...call,
      summary: "Show which report mails you get about the store",
      response: { 200: ReportsOut, ...failures },
    },
    handler: async (request) => {
      const { store, actor } = callerOf(request);
      const found = await db.inStore(store.id, (tx) => findPreferences(tx, actor.id));
      return reportsRecord(actor.id, found ?? NO_REPORTS);
    },
  });

  http.post("/storeadmin/v3/reports", {
    ...ofMember,
    schema: {
      ...call,
      summary: "Choose which report mails you get about the store",
      description: "Each member chooses for themselves. Every mail has a link that ends them.",
      body: ReportsIn,
      response: { 200: ReportsOut, ...failures },
    },
    handler: async (request) => {
      const { store, actor } = callerOf(request);
      const wanted = readPreferences(request.body);
      await db.inStore(store.id, (tx) => setPreferences(tx, actor.id, wanted, clock()));
      return reportsRecord(actor.id, wanted);
    },
  });
}
