import type { Clock } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import type { Limits } from "../../platform/http/limits.ts";
import { enforce } from "../../platform/http/rate-limit.ts";
import type { Http } from "../../platform/http/server.ts";
import { createEventStream, eventStreamAnswer } from "../../platform/http/server-sent-events.ts";
import { failures, formOrJson } from "../../platform/http/wire.ts";
import type { ShopperSessions } from "../shoppers/shopper.ts";
import { countRefusals } from "../stores/admit-visitor.ts";
import { limitOf, listRules } from "../stores/settings/settings.ts";
import type { StoreCache } from "../stores/store-cache.ts";
import type { LiveHub } from "./live-hub.ts";
import { isLiveToken, mintLiveToken } from "./live-token.ts";
import { LiveIn, LiveTokenIn, LiveTokenOut } from "./wire.ts";

const STREAM = { lifeMs: 3_600_000, waitingBytesMax: 65_536 };

const badToken = () =>
  new AppError(
    "unauthorised",
    "invalid-stream-token",
    "This stream token is not valid or has expired. Get a new one from /api/v3/lists/live-token.",
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
      summary: "Get a token for the live stream",
      description: "The token is valid for a minute and opens the stream of this shopper.",
      consumes: formOrJson,
      body: LiveTokenIn,
      response: { 200: LiveTokenOut, ...failures },
    },
    handler: async (request, reply) => {
      const { store, regid } = await shoppers.identify(request, reply);
      return mintLiveToken(store, regid, clock());
    },
  });

  http.get("/api/v3/lists/live", {
    exposeHeadRoute: false, // it would keep a stream open
    schema: {
      tags: ["Lists"],
      summary: "Follow changes to the shopper's lists",
      description: "Server-sent events: `changed` whenever a list of this shopper changes on any device.",
      querystring: LiveIn,
      response: eventStreamAnswer("The events `ready` and `changed`"),
    },
    handler: async (request, reply) => {
      const { pid, regid, token } = request.query;
      const now = clock();
      const store = await countRefusals(limits, { request, reply }, async () => {
        const found = await stores.getByPid(pid);
        if (!isLiveToken(found, regid, token, now)) throw badToken();
        return found;
      });
      await enforce(limits, limitOf(store.settings, "shopper"), `${store.id}:${regid}`, reply);
      const { id } = await shoppers.reload({
        store,
        regid,
        id: undefined,
        email: null,
        epoch: 0,
        createdAt: now,
        signedInAt: now,
        acceptsMarketing: false,
      });
      if (!id) throw badToken();

      const stream = createEventStream(reply, STREAM);
      const stop = await hub.watch(
        { storeId: store.id, shopperId: id },
        { ip: request.ip, ofStoreMax: listRules(store.settings).streamsMax },
        // A change before the stream is open needs no event: the browser reads the lists afterwards.
        { changed: () => stream.send("changed", "{}"), end: stream.end },
      );
      stream.open(stop);
      stream.send("ready", "{}");
    },
  });
}
