import { Type } from "typebox";
import type { Clock } from "../../platform/clock.ts";
import { AppError, unavailable } from "../../platform/errors.ts";
import { FailureRef } from "../../platform/http/failure.ts";
import type { Limits } from "../../platform/http/limits.ts";
import { enforce } from "../../platform/http/rate-limit.ts";
import type { Http } from "../../platform/http/server.ts";
import type { ShopperSessions } from "../shoppers/shopper.ts";
import { limitOf } from "../stores/settings/settings.ts";
import type { StoreCache } from "../stores/store-cache.ts";
import { Pid } from "../stores/wire.ts";
import type { LiveHub } from "./live-hub.ts";
import { isLiveToken, mintLiveToken } from "./live-token.ts";

const BEAT_MS = 20_000;
/** Then the browser connects again, maybe to another process. */
const STREAM_MS = 3_600_000;
const Credential = Type.String({ minLength: 1, maxLength: 200 });
const refusals = { "4xx": FailureRef, "5xx": FailureRef };

const badToken = () =>
  new AppError(
    "unauthorised",
    "invalid-stream-token",
    "This stream token is not valid or over. Ask for a new one at /api/v3/lists/live-token.",
  );

export function liveRoutes(
  http: Http,
  {
    shoppers,
    stores,
    limits,
    hub,
    clock,
  }: { shoppers: ShopperSessions; stores: StoreCache; limits: Limits; hub: LiveHub; clock: Clock },
) {
  http.post("/api/v3/lists/live-token", {
    schema: {
      tags: ["Lists"],
      summary: "A token for the live stream",
      description: "Valid for a minute, for one stream of this shopper.",
      consumes: ["application/x-www-form-urlencoded", "application/json"],
      body: Type.Object({ pid: Pid, regid: Credential, sessionid: Credential }),
      response: { 200: Type.Object({ token: Type.String(), expiresInSeconds: Type.Integer() }), ...refusals },
    },
    handler: async (request, reply) => {
      const { store, regid } = await shoppers.identify(request, reply);
      return mintLiveToken(store, regid, clock());
    },
  });

  http.get("/api/v3/lists/live", {
    exposeHeadRoute: false, // it would hold a stream open
    schema: {
      tags: ["Lists"],
      summary: "Hear of changes to the shopper's lists",
      description: "Server-sent events: `changed` whenever a list of this shopper changed on any device.",
      querystring: Type.Object({ pid: Pid, regid: Credential, token: Credential }),
      response: { "4xx": FailureRef, "5xx": FailureRef },
    },
    handler: async (request, reply) => {
      const { pid, regid, token } = request.query;
      const store = await stores.getByPid(pid);
      const now = clock();
      if (!isLiveToken(store, regid, token, now)) throw badToken();
      await enforce(limits, limitOf(store.settings, "shopper"), `${store.id}:${regid}`, reply);
      const { id } = await shoppers.reload({
        store,
        regid,
        id: undefined,
        email: null,
        createdAt: now,
        signedInAt: now,
      });
      if (!id) throw badToken();

      const stream = reply.raw;
      const stop = await hub.watch(
        { storeId: store.id, shopperId: id },
        {
          // Until it is ready there is nothing to tell: its browser reads the lists afterwards.
          changed: () => void (stream.headersSent && stream.write("event: changed\ndata: {}\n\n")),
          end: () => void (stream.headersSent ? stream.end() : stream.destroy()),
        },
      );
      if (!stop) throw unavailable("Another stream");
      reply.hijack();
      if (stream.destroyed) return stop(); // gone meanwhile
      stream.writeHead(200, {
        ...reply.getHeaders(),
        "content-type": "text/event-stream; charset=utf-8",
        "x-accel-buffering": "no",
      } as Record<string, string>);
      stream.write("retry: 2000\nevent: ready\ndata: {}\n\n");
      const beat = setInterval(() => stream.write(": beat\n\n"), BEAT_MS);
      const end = setTimeout(() => stream.end(), STREAM_MS);
      request.raw.once("close", () => {
        clearInterval(beat);
        clearTimeout(end);
        stop();
      });
    },
  });
}
