import type { Limits } from "../../../platform/http/limits.ts";
import { enforceByIp } from "../../../platform/http/rate-limit.ts";
import type { Call } from "../../stores/admit-visitor.ts";
import { limitOf, listRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import type { UnknownLimit } from "./variant-cache.ts";

/** Limits the variants outside the catalogue that a browser may name for the first time: those of the whole store, and those
 *  of the caller's IP address, so that one caller cannot use up what the other shoppers need. */
export const limitUnknown = (limits: Limits, { id, settings }: Store, call: Call): UnknownLimit => ({
  // Read only when a variant is missing, because this limit is made for every save.
  get max() {
    return listRules(settings).unknownVariantsMax;
  },
  admit: (calls) => {
    const policy = { ...limitOf(settings, "unknownProducts"), of: "new products that are not in the catalogue" };
    return enforceByIp(limits, policy, { ...call, scope: id, calls });
  },
});
