import fc from "fast-check";
import { expect, test } from "vitest";
import { aClock } from "../fixtures/clock.ts";
import { findBroken } from "../fixtures/list-invariants.ts";
import { aService, aStore } from "../fixtures/service.ts";
import { play, RULES, step, type Tamper } from "./play.ts";

const FULL = process.env["KEEPSAKE_TESTS"] === "full";
const SEQUENCES = FULL ? 100_000 : 1_000;
const AT_ONCE = 8;
/** Longer than the cache keeps a shopper. */
const CACHED_MS = 5_000;

const { clock, forward } = aClock();
const service = aService({ clock });
const sequences = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: AT_ONCE, maxLength: AT_ONCE });

async function run(runs: number, tamper?: Tamper) {
  const store = await aStore(service, { settings: { lists: RULES } });
  const expireCache = () => forward(CACHED_MS);
  const details = await fc.check(
    fc.asyncProperty(sequences, async (people) => {
      await Promise.all(people.map((steps) => play(store, steps, { expireCache, ...(tamper ? { tamper } : {}) })));
    }),
    { numRuns: runs, endOnFailure: true },
  );
  return { store, details };
}

test(
  `${SEQUENCES} random sequences, ${AT_ONCE} people in parallel: everything that can be fetched equals the model`,
  async () => {
    const { store, details } = await run(SEQUENCES / AT_ONCE);
    expect(details.failed ? `${String(details.errorInstance)}\n${fc.defaultReportMessage(details)}` : "").toBe("");
    expect(await findBroken(store.id, RULES.previewItems)).toEqual([]);
  },
  FULL ? 7_200_000 : 300_000,
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
  const { details } = await run(250, loseQuantity);
  expect(details.failed).toBe(true);
});
