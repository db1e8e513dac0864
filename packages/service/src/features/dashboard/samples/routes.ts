import { Type } from "typebox";
import type { Http } from "../../../platform/http/server.ts";
import { failures, jsonOrForm } from "../../../platform/http/wire.ts";
import { callerOf, type RequireScope } from "../../stores/access/require-scope.ts";
import { type CreateSamplesDeps, createSamples } from "./create-samples.ts";
import { removeSamples } from "./remove-samples.ts";
import { SamplesCreatedOut, SamplesRemovedOut } from "./wire.ts";

/** The calls behind "look around with sample data". */
export function sampleRoutes(
  http: Http,
  { requireScope, ...deps }: CreateSamplesDeps & { readonly requireScope: RequireScope },
) {
  const call = { tags: ["Stores"], security: [{ storeKey: [] }], consumes: jsonOrForm, body: Type.Object({}) };

  http.post("/storeadmin/v3/samples/create", {
    ...requireScope("team"),
    schema: {
      ...call,
      summary: "Make a store with sample data",
      description:
        "A separate store of the organisation with a year of sample shoppers, alerts and orders, to look around in. `me` says `sample: true` of it. It never sends anything. An organisation has at most one: a second call returns it.",
      response: { 200: SamplesCreatedOut, ...failures },
    },
    handler: async (request) => {
      const { store: besides, actor } = callerOf(request);
      const { store, isNew } = await createSamples(deps, besides, actor);
      const message = isNew ? "The sample store is ready" : "There is a sample store already";
      return { message, store: { pid: store.pid, name: store.name } };
    },
  });

  http.post("/storeadmin/v3/samples/remove", {
    ...requireScope("team"),
    schema: {
      ...call,
      summary: "Remove the store with sample data",
      description:
        "Nobody can open it from now on; its rows are deleted in the background. Your own stores stay as they are.",
      response: { 200: SamplesRemovedOut, ...failures },
    },
    handler: async (request) => {
      const { store, actor } = callerOf(request);
      const removed = await removeSamples(deps, store, actor);
      return { message: removed ? "The sample store is removed" : "There is no sample store", store: removed ?? null };
    },
  });
}
