import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { logGamma } from "./log-gamma.ts";
import type { PastRestock } from "./past-restock.ts";
import { intervalOf, type Past, predictSales, type Waiting } from "./predict-sales.ts";

const RUNS = 40;
const NEXT = 10;
const restock = (notified: number, bought: number, isCutShort = false): PastRestock => ({
  notified,
  bought,
  isCutShort,
});
const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

const anyRestock = fc
  .record({
    notified: fc.integer({ min: 1, max: 50_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    isCutShort: fc.boolean(),
  })
  .map(({ notified, share, isCutShort }) => restock(notified, Math.round(notified * share), isCutShort));
const anyPast: fc.Arbitrary<Past> = fc.record({
  own: fc.array(anyRestock, { maxLength: 6 }),
  others: fc.array(fc.array(anyRestock, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
});
const anyWaiting: fc.Arbitrary<Waiting> = fc.uniqueArray(
  fc.record({ units: fc.integer({ min: 1, max: 999 }), people: fc.integer({ min: 0, max: 100_000 }) }),
  {
    selector: ({ units }) => units,
    maxLength: 5,
  },
);
const unitsOf = (waiting: Waiting) => waiting.reduce((sum, { units, people }) => sum + units * people, 0);

describe("whatever the past", () => {
  test("every figure is finite and in its bounds, and each interval holds its point", () => {
    fc.assert(
      fc.property(anyPast, anyWaiting, (past, waiting) => {
        const { conversion, units, next } = predictSales(past, waiting, NEXT);
        const order = [0, conversion.low, conversion.mean, conversion.high, 1];
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        const unitsInOrder = [0, units.low, Math.round(units.expected), units.high, unitsOf(waiting)];
        expect(unitsInOrder).toEqual(unitsInOrder.toSorted((a, b) => a - b));
        expect(next.expected).toBeLessThanOrEqual(NEXT);
        for (const figure of [...order, ...unitsInOrder, next.expected, next.chanceOfAll])
          expect(Number.isFinite(figure)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  test("more people waiting never gives fewer units", () => {
    fc.assert(
      fc.property(anyPast, anyWaiting, fc.integer({ min: 1, max: 1_000 }), (past, waiting, more) => {
        const expected = (of: Waiting) => predictSales(past, of, NEXT).units.expected;
        const before = expected(waiting);
        expect(expected([...waiting, { units: 1_000, people: more }])).toBeGreaterThan(before);
        for (const index of waiting.keys()) {
          const grown = waiting.map((one, at) => (at === index ? { ...one, people: one.people + more } : one));
          expect(expected(grown)).toBeGreaterThan(before);
        }
      }),
      { numRuns: RUNS / 4 },
    );
  });

  const anyShare = fc.double({ min: 0, max: 1, noNaN: true });
  const anySizes = fc.array(fc.integer({ min: 5, max: 3_000 }), { minLength: 1, maxLength: 8 });
  const buying = (sizes: readonly number[], share: number, areOwn: boolean) => {
    const restocks = sizes.map((size) => restock(size, Math.round(size * share)));
    const past = areOwn ? { own: restocks, others: [] } : { own: [], others: [restocks] };
    return { past, bought: restocks.reduce((sum, one) => sum + one.bought, 0) };
  };
  const expectedAfter = (past: Past) => predictSales(past, [{ units: 1, people: 1_000 }], NEXT).units.expected;

  test("more buyers in every restock never give fewer units", () => {
    const anyHistory = fc.record({ sizes: anySizes, shares: fc.tuple(anyShare, anyShare), areOwn: fc.boolean() });
    fc.assert(
      fc.property(anyHistory, ({ sizes, shares, areOwn }) => {
        const [fewer, more] = shares.toSorted((a, b) => a - b).map((share) => buying(sizes, share, areOwn));
        if (!fewer || !more) return;
        // That nobody bought says nothing of how alike restocks are. That a few did, as many after each, says that they are
        // alike, and large sales unlikely: this can be worth some units of 1,000.
        const slack = fewer.bought === 0 ? 3 : 0.5;
        // The grid follows the data, so that equal shares can give figures that differ a little.
        expect(expectedAfter(more.past)).toBeGreaterThanOrEqual(expectedAfter(fewer.past) - slack);
      }),
      {
        numRuns: RUNS * 2,
        examples: [[{ sizes: [5, 701], shares: [0.0007132667617689016, 0], areOwn: false }]],
      },
    );
  });

  test("one buyer gives more units than none, and none gives few", () => {
    const [none, one] = [0, 0.0007132667617689016].map((share) => expectedAfter(buying([5, 701], share, false).past));
    expect(one).toBeGreaterThan(none ?? Number.POSITIVE_INFINITY);
    expect(none).toBeLessThan(15);
  });
});

describe("what the past says", () => {
  const people = [{ units: 1, people: 100 }];
  const unitsAfter = (past: Past) => predictSales(past, people, NEXT).units;
  const store = times(8, times(3, restock(200, 20)));

  test("with much history, it is the share that bought", () => {
    const { low, expected, high } = unitsAfter({ own: times(30, restock(500, 150)), others: [] });
    expect(expected).toBeCloseTo(30, 0);
    expect(low).toBeGreaterThan(20);
    expect(high).toBeLessThan(40);
  });

  test("two restocks of the variant move the store's share only in part, and twenty almost wholly", () => {
    const own = (count: number) => unitsAfter({ own: times(count, restock(30, 12)), others: store }).expected;
    expect(own(0)).toBeCloseTo(10, 0);
    expect(own(2)).toBeGreaterThan(own(0) + 2);
    expect(own(2)).toBeLessThan(own(20));
    expect(own(20)).toBeGreaterThan(35);
  });

  test("little history gives a wide interval, and more history a narrower one", () => {
    const width = (past: Past) => unitsAfter(past).high - unitsAfter(past).low;
    const few = width({ own: [restock(20, 4), restock(20, 5)], others: [] });
    expect(few).toBeGreaterThan(2 * width({ own: times(20, restock(200, 45)), others: [] }));
  });

  test("restocks that differ give a wider interval than restocks that are alike", () => {
    const alike = unitsAfter({ own: times(10, restock(200, 60)), others: [] });
    const different = unitsAfter({ own: times(5, [restock(200, 10), restock(200, 110)]).flat(), others: [] });
    expect(different.high - different.low).toBeGreaterThan(1.5 * (alike.high - alike.low));
  });

  test("restocks that sold out give more units than the same sales with units left", () => {
    const soldOut = unitsAfter({ own: times(8, restock(100, 20, true)), others: [] });
    const unitsLeft = unitsAfter({ own: times(8, restock(100, 20)), others: [] });
    expect(soldOut.expected).toBeGreaterThan(unitsLeft.expected + 3);
    expect(soldOut.high).toBeGreaterThan(unitsLeft.high);
  });

  test("the next units sell all when many want them, and hardly one when nobody does", () => {
    const past = { own: times(8, restock(100, 50)), others: [] };
    expect(predictSales(past, [{ units: 1, people: 2_000 }], 10).next).toMatchObject({ units: 10, chanceOfAll: 1 });
    expect(predictSales(past, [], 10).next).toEqual({ units: 10, expected: 0, chanceOfAll: 0 });
  });
});

test("an interval of whole numbers is the one whose share of the values is nearest", () => {
  expect(intervalOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 0.9)).toEqual({ low: 0, high: 0 });
  expect(
    intervalOf(
      Array.from({ length: 100 }, (_, value) => value),
      0.9,
    ),
  ).toEqual({ low: 4, high: 93 });
});

test("the logarithm of the gamma function is that of the factorials", () => {
  let factorial = 1;
  for (let n = 1; n < 100; n += 1) {
    expect(logGamma(n)).toBeCloseTo(Math.log(factorial), 8);
    factorial *= n;
  }
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 9);
  expect(logGamma(1e-4)).toBeCloseTo(9.210282658, 8);
});
