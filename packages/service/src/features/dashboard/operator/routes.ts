import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { rowsAnswer, sendRows } from "../../../platform/http/send-rows.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import { replayListed } from "../../../platform/outbox/park.ts";
import { recordInstallationAudit } from "../../stores/audit/record-audit.ts";
import { unknownStore } from "../../stores/errors.ts";
import { findStoreByPid, listStores } from "../../stores/list-stores.ts";
import type { NotifyMembers } from "../../stores/members/notify-members.ts";
import { operatorOf, type RequireOperator } from "../../stores/sign-in/require-operator.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { describeStores } from "./describe-store.ts";
import { listSetAside } from "./list-set-aside.ts";
import { pauseSending } from "./pause-sending.ts";
import { resumeSending } from "./resume-sending.ts";
import * as wire from "./wire.ts";

const call = { tags: ["Operator"], security: [] };
const HOUR_MS = 3_600_000;

/** What operators of the installation see and do over all stores. */
export function operatorRoutes(
  http: Http,
  deps: {
    readonly db: Db;
    readonly stores: StoreCache;
    readonly clock: Clock;
    readonly requireOperator: RequireOperator;
    readonly notifyMembers: NotifyMembers;
  },
) {
  const { db, stores, clock, requireOperator } = deps;

  http.get("/storeadmin/v3/operator/stores", {
    exposeHeadRoute: false,
    ...requireOperator(),
    schema: {
      ...call,
      summary: "List all stores and how they work",
      description:
        "In the order of their names: what waits to be sent and since when, how sending goes, the last report of stock, and events that are set aside. Counts end at 1,000.",
      querystring: wire.StoresIn,
      response: rowsAnswer(wire.StoreStateOut),
    },
    handler: (request, reply) => {
      const { search = "", paused } = request.query;
      return sendRows(request, reply, {
        name: "stores",
        read: async (page) => {
          const { rows, next } = await listStores(db.hot, { search, isPaused: paused === "true" }, page);
          return { rows: await describeStores(deps, rows), next };
        },
        toItem: wire.storeStateRecord,
        columns: wire.STORE_COLUMNS,
      });
    },
  });

  http.get("/storeadmin/v3/operator/store", {
    exposeHeadRoute: false,
    ...requireOperator(),
    schema: {
      ...call,
      summary: "Show how one store works",
      querystring: wire.StoreIn,
      response: { 200: wire.StoreStateOut, ...failures },
    },
    handler: async (request) => {
      const store = await findStoreByPid(db.hot, request.query.store);
      const [state] = store ? await describeStores(deps, [store]) : [];
      if (!state) throw unknownStore();
      return wire.storeStateRecord(state);
    },
  });

  http.post("/storeadmin/v3/operator/pause", {
    ...requireOperator({ stepUp: true }),
    schema: {
      ...call,
      summary: "Pause what a store sends",
      description:
        "Alerts and mails to shoppers wait, from a few seconds later on, until the pause ends or you end it; then all of them are sent. Mails to the store's members are sent all the same. The store sees the pause in its problems and in its audit log, and its members get a mail.",
      body: wire.PauseIn,
      response: { 200: wire.PausedOut, ...failures },
    },
    handler: async (request) => {
      const { store: pid, hours, reason } = request.body;
      const store = await stores.getByPid(pid);
      const until = new Date(clock() + hours * HOUR_MS);
      await pauseSending(deps, store, { actor: operatorOf(request), until, reason });
      return { message: "The store's sending is paused", store: store.pid, until: until.toISOString() };
    },
  });

  http.post("/storeadmin/v3/operator/resume", {
    ...requireOperator({ stepUp: true }),
    schema: {
      ...call,
      summary: "Let a paused store send again",
      description: "All that waits is sent, within a few minutes at the latest.",
      body: wire.StoreIn,
      response: { 200: wire.PausedOut, ...failures },
    },
    handler: async (request) => {
      const store = await stores.getByPid(request.body.store);
      await resumeSending(db, store, operatorOf(request));
      return { message: "The store sends again", store: store.pid, until: null };
    },
  });

  http.get("/storeadmin/v3/operator/events", {
    exposeHeadRoute: false,
    ...requireOperator(),
    schema: {
      ...call,
      summary: "List events that are set aside",
      description:
        "A reader of events failed on them every time, so that it goes on without them. Some are tried again by themselves; the others wait for you. The oldest come first.",
      querystring: wire.SetAsideIn,
      response: rowsAnswer(wire.SetAsideOut),
    },
    handler: async (request, reply) => {
      const { reader = null, store: pid } = request.query;
      const storeId = pid === undefined ? null : (await stores.getByPid(pid)).id;
      return sendRows(request, reply, {
        name: "set-aside",
        read: (page) => listSetAside({ hot: db.hot, stores }, { reader, storeId }, page),
        toItem: wire.setAsideRecord,
        columns: wire.SET_ASIDE_COLUMNS,
      });
    },
  });

  http.post("/storeadmin/v3/operator/events/replay", {
    ...requireOperator(),
    schema: {
      ...call,
      summary: "Try events that are set aside again",
      body: wire.ReplayIn,
      response: { 200: wire.ReplayOut, ...failures },
    },
    handler: async (request) => {
      const { reader, event = null } = request.body;
      const events = await replayListed(db.hot, reader, event);
      const details = { reader, ...(event === null ? {} : { event }), events };
      await recordInstallationAudit(db.hot, { actor: operatorOf(request), action: "events.replayed", details });
      return { message: "The workers try them again within a few seconds", events };
    },
  });
}
