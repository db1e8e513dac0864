import type { Line } from "../report.ts";
import { ASSUMPTIONS, type Assumptions, type Drop, drawDrop } from "./draw-drop.ts";
import { DEFAULT, EVERYONE, isDefault, type NamedPolicy, POLICIES } from "./policies.ts";
import { runDrop } from "./run-drop.ts";
import { chooseBest, HONOURED_BAR, isHonoured, type Summary, summarise } from "./summarise.ts";

const DROPS = 1_000;

/** What if an assumption is wrong? Each of these is tried with the default policy. */
const VARIATIONS: Readonly<Record<string, Assumptions>> = {
  "people read their mail late": {
    ...ASSUMPTIONS,
    clickMinutes: { median: { low: 30, high: 360 }, sigma: ASSUMPTIONS.clickMinutes.sigma },
  },
  "nearly everyone wants it": {
    ...ASSUMPTIONS,
    clickShare: { low: 0.6, high: 0.9 },
    buyShare: { low: 0.6, high: 0.9 },
  },
  "three times the walk-ins": { ...ASSUMPTIONS, walkInsPerSignUp: { low: 0.3, high: 3 } },
  "stock is reported after 5 min": { ...ASSUMPTIONS, reportSeconds: 300 },
};

/** Compares alert policies in simulated drops: who clicks soon and finds the product, and what stays unsold. */
export async function* measureHonoured({ seed }: { seed: number }): AsyncIterable<Line> {
  const drops = drawDrops(seed);
  const everyone = run(drops, EVERYONE);
  const soldByAll = everyone.reduce((total, { soldAt }) => total + soldAt.length, 0);
  yield { path: "honoured", seed, drops: DROPS, people: sum(drops, "people"), units: sum(drops, "units"), soldByAll };

  const results = POLICIES.map((one) => ({ ...one, summary: summarise(run(drops, one), everyone) }));
  const best = chooseBest(results);
  for (const result of results) yield lineOf(result, drops, best === result);

  for (const [name, assumed] of Object.entries(VARIATIONS)) {
    const others = drawDrops(seed, assumed);
    const summary = summarise(run(others, DEFAULT), run(others, EVERYONE));
    yield { path: "honoured", ...columnsOf(summary, others), policy: "default", if: name };
  }
}

const drawDrops = (seed: number, assumed?: Assumptions) =>
  Array.from({ length: DROPS }, (_, number) => drawDrop(seed, number, assumed));
const run = (drops: readonly Drop[], { policy }: NamedPolicy) => drops.map((drop) => runDrop(drop, policy));

const lineOf = (
  result: NamedPolicy & { readonly summary: Summary },
  drops: readonly Drop[],
  isBest: boolean,
): Line => ({
  path: "honoured",
  ...columnsOf(result.summary, drops),
  policy: result.name,
  ...(isBest ? { best: true } : {}),
  ...(isDefault(result) ? { default: true, bar: HONOURED_BAR, ok: isBest && isHonoured(result.summary) } : {}),
});

/** `soldOut` is the rest of `honoured`, which rounding would hide. */
const columnsOf = (summary: Summary, drops: readonly Drop[]) => ({
  ...summary,
  soldOut: 1 - summary.honoured,
  told: summary.told / sum(drops, "people"),
  unsold: summary.unsold / sum(drops, "units"),
  halfMinutes: orNever(summary.halfMinutes),
  allMinutes: orNever(summary.allMinutes),
});

const orNever = (minutes: number) => (Number.isFinite(minutes) ? minutes : "never");

const sum = (drops: readonly Drop[], name: "people" | "units") => drops.reduce((total, drop) => total + drop[name], 0);
