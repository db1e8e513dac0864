import fc from "fast-check";
import { expect, test } from "vitest";
import { aClock } from "../fixtures/clock.ts";
import { findBroken } from "../fixtures/list-invariants.ts";
import { aService, aStore } from "../fixtures/service.ts";
import { play, RULES, type Step, step, type Tamper } from "./play.ts";
import { findFailure, type Part, partsOf, playEach } from "./run-model.ts";

const PARTS = partsOf({ short: 1_000, full: 100_000, partSize: 5_000 });
const AT_ONCE = 32;
const BATCH = 250;
/** Longer than the cache keeps a shopper. */
const CACHED_MS = 5_000;

const { clock, forward } = aClock();
const service = aService({ clock });
const sequences = fc.array(step, { minLength: 1, maxLength: 8 });

/** All people of a part are shoppers of one store. */
async function run(part: Part, tamper?: Tamper) {
  const store = await aStore(service, { settings: { lists: RULES } });
  const expireCache = () => forward(CACHED_MS);
  const playMany = playEach<Step[]>(
    (steps) => play(store, steps, { expireCache, ...(tamper ? { tamper } : {}) }),
    AT_ONCE,
  );
  return { store, failure: await findFailure(sequences, playMany, part, BATCH) };
}

test.each(PARTS)(
  `$runs random sequences of seed $seed, ${AT_ONCE} people in parallel: everything that can be fetched equals the model`,
  async (part) => {
    const { store, failure } = await run(part);
    expect(failure?.report).toBeUndefined();
    expect(await findBroken(store.id, RULES.previewItems)).toEqual([]);
  },
  1_800_000,
);

test("control: the model detects a service that loses the quantity of an item that is added twice", async () => {
  const seen = new Set<string>();
  const loseQuantity: Tamper = (path, params) => {
    if (path !== "update-ctx" || !params["a"]) return params;
    const items = JSON.parse(params["a"]) as { epi: number; qty?: number }[];
    const kept = items.map(({ qty, ...rest }) => {
      const place = `${params["lid"]} ${rest.epi}`;
      const isAgain = seen.has(place);
      seen.add(place);
      return isAgain || qty === undefined ? rest : { ...rest, qty };
    });
    return { ...params, a: JSON.stringify(kept) };
  };
  const { failure } = await run({ seed: 1, runs: 2_000 }, loseQuantity);
  expect(failure?.sequence.length).toBeLessThanOrEqual(4);
});
