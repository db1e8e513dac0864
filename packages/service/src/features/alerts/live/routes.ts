import type { Http } from "../../../platform/http/server.ts";
import { createEventStream, eventStreamAnswer } from "../../../platform/http/server-sent-events.ts";
import { callerOf, type RequireScope } from "../../stores/access/require-scope.ts";
import type { WatchAccess } from "../../stores/access/watch-access.ts";
import type { LivePlans } from "./live-plans.ts";
import { LivePlansIn } from "./wire.ts";

/** Fifty plans with twenty waves each, which one read may find, have half of that. */
const STREAM = { lifeMs: 1_800_000, waitingBytesMax: 524_288 };

export function livePlanRoutes(
  http: Http,
  {
    requireScope,
    watchAccess,
    livePlans,
  }: { readonly requireScope: RequireScope; readonly watchAccess: WatchAccess; readonly livePlans: LivePlans },
) {
  http.get("/storeadmin/v3/plans/live", {
    exposeHeadRoute: false, // it would keep a stream open
    ...requireScope("insights", { stream: true }),
    schema: {
      tags: ["Alerts"],
      security: [{ storeKey: [] }],
      summary: "Follow the plans of the store",
      description:
        "Server-sent events. `ready` comes once: read GET /storeadmin/v3/plans then, because every later change has an event. `plan` comes whenever a plan changes, at most once a second for each, and its data is one item of GET /storeadmin/v3/plans. Changes of plans that are over, and not among the newest 100, are found only while alerts are being sent for them. The stream ends after 30 minutes, and when the session or the role ends: open it again.",
      querystring: LivePlansIn,
      response: eventStreamAnswer("The events `ready` and `plan`"),
    },
    handler: async (request, reply) => {
      const stream = createEventStream(reply, STREAM);
      const watch = await livePlans.watch(callerOf(request).store.id, {
        ready: () => stream.send("ready", "{}"),
        changed: (plan) => stream.send("plan", plan),
        end: stream.end,
      });
      const stopChecks = watchAccess(request, stream.end);
      stream.open(() => {
        stopChecks();
        watch.stop();
      });
      watch.begin();
    },
  });
}
