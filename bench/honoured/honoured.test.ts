import { expect, test } from "vitest";
import { policyOf } from "../../packages/service/src/features/alerts/plans/policy.ts";
import { ASSUMPTIONS, type Assumptions, drawDrop } from "./draw-drop.ts";
import { type AlertSettings, EVERYONE, POLICIES } from "./policies.ts";
import { runDrop } from "./run-drop.ts";
import { chooseBest, type Summary, summarise } from "./summarise.ts";

const SEED = 1;
const drawDrops = (count: number, assumed: Partial<Assumptions> = {}) =>
  Array.from({ length: count }, (_, number) => drawDrop(SEED, number, { ...ASSUMPTIONS, ...assumed }));
const policy = (alerts: AlertSettings) => policyOf({ settings: { alerts } }, "backinstock");

function simulate(alerts: AlertSettings, drops = drawDrops(100)) {
  const everyone = drops.map((drop) => runDrop(drop, EVERYONE.policy));
  return summarise(
    drops.map((drop) => runDrop(drop, policy(alerts))),
    everyone,
  );
}

const ONE_EACH = { wantAtLeast: [1], wantAtMost: 1 };
/** Drops of this many people for this many units. */
const sized = (people: number, units: number): Partial<Assumptions> => ({
  people: { median: people, sigma: 0, low: 1, high: people },
  peoplePerUnit: { low: people / units, high: people / units },
});

test("the same seed gives the same figures, and another seed gives others", () => {
  const figures = (seed: number) =>
    Array.from({ length: 20 }, (_, number) => runDrop(drawDrop(seed, number), policy({ audience: "per-unit" })));
  expect(figures(SEED)).toEqual(figures(SEED));
  expect(figures(SEED)).not.toEqual(figures(SEED + 1));
});

test("when everyone is notified, 1,000 people for 10 units mostly find it sold out; with a unit for each they all find it", () => {
  const everyone = { audience: "all" } as const;
  expect(simulate(everyone, drawDrops(20, sized(1_000, 10))).honoured).toBeLessThan(0.5);
  expect(simulate(everyone, drawDrops(20, sized(1_000, 1_000))).honoured).toBe(1);
});

test("the default policy honours 99 % of the prompt clicks and sells nearly all that can be sold; everyone at once does not", () => {
  const drops = drawDrops(300);
  const { honoured, perDrop, missed } = simulate({}, drops);
  const sold = drops.reduce((sum, drop) => sum + runDrop(drop, EVERYONE.policy).soldAt.length, 0);
  expect(honoured).toBeGreaterThan(0.99);
  expect(perDrop).toBeGreaterThan(0.99);
  expect(missed / sold).toBeLessThan(0.001);
  expect(simulate({ audience: "all" }, drops).honoured).toBeLessThan(0.9);
});

test("offers honour nearly every prompt click, and every one when nobody else comes to buy", () => {
  const scarce = sized(1_000, 10);
  expect(simulate({ offerMinutes: 30 }, drawDrops(20, scarce)).honoured).toBeGreaterThan(0.98);
  const alone = { ...scarce, walkInsPerSignUp: { low: 1e-9, high: 1e-9 }, ...ONE_EACH };
  // Only people whose offer is over can still take a unit of somebody else's.
  expect(simulate({ offerMinutes: 10_080 }, drawDrops(20, alone))).toMatchObject({ honoured: 1, perDrop: 1 });
});

test("per-unit without a wait notifies as many people as units, and units stay unsold that others want", () => {
  const [drop] = drawDrops(1, { ...sized(1_000, 50), ...ONE_EACH, bounceShare: 0 });
  if (!drop) throw new Error("No drop was drawn");
  expect(runDrop(drop, policy({ audience: "per-unit", perUnit: 2, waitSeconds: 0 })).told).toBe(100);
  const once = simulate({ audience: "per-unit", waitSeconds: 0 });
  const again = simulate({ audience: "per-unit", waitSeconds: 900 });
  expect(once.missed).toBeGreaterThan(100 * Math.max(again.missed, 1));
});

test("people whose address bounces use up no unit", () => {
  const [drop] = drawDrops(1, { ...sized(1_000, 50), ...ONE_EACH, bounceShare: 0.5 });
  if (!drop) throw new Error("No drop was drawn");
  const { told } = runDrop(drop, policy({ audience: "per-unit", waitSeconds: 0 }));
  expect(told - drop.bounces.slice(0, told).reduce((sum, one) => sum + one, 0)).toBe(50);
});

test("no policy sells a unit twice, or notifies more people than wait", () => {
  for (const drop of drawDrops(30))
    for (const one of POLICIES) {
      const { told, unsold, soldAt, prompt, all } = runDrop(drop, one.policy);
      expect(unsold + soldAt.length, `with ${one.name}`).toBe(drop.units);
      expect(told, `with ${one.name}`).toBeLessThanOrEqual(drop.people);
      expect(prompt.honoured, `with ${one.name}`).toBeLessThanOrEqual(prompt.count);
      expect(prompt.count, `with ${one.name}`).toBeLessThanOrEqual(all.count);
    }
});

test("the best policy keeps the promise, leaves the fewest units unsold and makes no offers", () => {
  const result = (name: string, alerts: AlertSettings, figures: Partial<Summary>) => ({
    name,
    policy: policy(alerts),
    summary: { honoured: 0.999, perDrop: 0.995, perDropLow: 0.991, unsold: 10, ...figures } as Summary,
  });
  const results = [
    result("breaks the promise", {}, { honoured: 0.98, unsold: 0 }),
    result("breaks it in small drops", {}, { perDropLow: 0.98, unsold: 0 }),
    result("makes offers", { offerMinutes: 15 }, { unsold: 0 }),
    result("sells less", {}, { unsold: 11 }),
    result("disappoints more", {}, {}),
    result("best", {}, { perDrop: 0.996 }),
  ];
  expect(chooseBest(results)?.name).toBe("best");
  expect(chooseBest(results.slice(0, 3))).toBeUndefined();
});
