import { Type } from "typebox";
import type { Http } from "../../platform/http/server.ts";
import { failures, nullable } from "../../platform/http/wire.ts";
import { callerOf, type RequireScope } from "../stores/access/require-scope.ts";
import { alertRules } from "../stores/settings/settings.ts";
import { listTopics } from "./topics.ts";

const TopicsOut = Type.Object({
  topics: Type.Array(
    Type.Object({
      name: Type.String(),
      builtIn: Type.Boolean(),
      startedBy: nullable(
        Type.String({ description: "The event that starts the alerts; null: the merchant starts them" }),
      ),
      sharesUnits: Type.Boolean({ description: "Whether the alerts share out new units by the store's policy" }),
    }),
  ),
});

export function topicRoutes(http: Http, { requireScope }: { readonly requireScope: RequireScope }) {
  http.get("/storeadmin/v3/topics", {
    ...requireScope("settings:read"),
    schema: {
      tags: ["Settings"],
      security: [{ storeKey: [] }],
      summary: "List the topics of the store",
      description: "The built-in ones, and those of the setting `alerts.topics`.",
      response: { 200: TopicsOut, ...failures },
    },
    handler: async (request) => ({ topics: listTopics(alertRules(callerOf(request).store.settings).topics) }),
  });
}
