import { isDeepStrictEqual } from "node:util";
import { type AlertPolicy, DEFAULT_TOPIC, policyOf } from "../../packages/service/src/features/alerts/plans/policy.ts";
import type { StoreSettings } from "../../packages/service/src/features/stores/settings/settings.ts";

export type AlertSettings = NonNullable<StoreSettings["alerts"]>;
export type NamedPolicy = { readonly name: string; readonly policy: AlertPolicy };

const MINUTE = 60;
const WAITS = [0, 5, 10, 15, 20, 30, 60, 120];

const named = (name: string, alerts: AlertSettings): NamedPolicy => ({
  name,
  policy: policyOf({ settings: { alerts } }, DEFAULT_TOPIC),
});

export const EVERYONE = named("all", { audience: "all", waitSeconds: 0 });
/** The policy of a store without settings. */
export const DEFAULT = named("default", {});

export const POLICIES: readonly NamedPolicy[] = [
  EVERYONE,
  ...[1, 2, 3, 5, 10].flatMap((perUnit) =>
    WAITS.map((wait) =>
      named(`per-unit ${perUnit}, wait ${wait} min`, { audience: "per-unit", perUnit, waitSeconds: wait * MINUTE }),
    ),
  ),
  ...[10, 100, 1_000].flatMap((waveSize) =>
    [10, 30, 60].map((wait) =>
      named(`waves of ${waveSize}, wait ${wait} min`, { audience: "waves", waveSize, waitSeconds: wait * MINUTE }),
    ),
  ),
  ...[15, 30, 60, 120].map((offerMinutes) => named(`offers of ${offerMinutes} min`, { offerMinutes })),
];

/** Settings that have no effect on a policy may differ. */
export const isDefault = ({ policy }: NamedPolicy) => isDeepStrictEqual(effectOf(policy), effectOf(DEFAULT.policy));

function effectOf({ audience, perUnit, waveSize, waitSeconds, offer }: AlertPolicy) {
  if (offer) return { offer };
  if (audience === "all") return { audience };
  return audience === "waves" ? { audience, waveSize, waitSeconds } : { audience, perUnit, waitSeconds };
}
