import { expect, test } from "vitest";
import { READ_FIRST, READ_MAX, readMaxOf } from "./select-next.ts";

const policy = { audience: "all", order: "oldest", perUnit: 1, waveSize: 100, waitSeconds: 0 } as const;
const begun = { next: { at: "1", id: "1" }, policy };
const price = { currency: "EUR", from: 120, to: 100 };

test.each([
  ["80 units need 80 people at most, and one more shows whether the line goes on", begun, { units: 80 }, 81],
  ["the smaller number of people and units counts", begun, { people: 5, units: 80 }, 6],
  ["a last person who wants more units than are left leaves less than none", begun, { units: -2 }, 1],
  ["no statement reads more than the most", begun, { units: 1_000_000 }, READ_MAX],
  [
    "people who want a lower price have to be read too",
    { ...begun, policy: { ...policy, price } },
    { units: 80 },
    READ_MAX,
  ],
  ["when everyone is notified, the first part is smaller", { ...begun, next: null }, {}, READ_FIRST],
  ["when everyone is notified, the next parts are whole", begun, {}, READ_MAX],
])("%s", (_, plan, allowed, readMax) => {
  expect(readMaxOf(plan, allowed)).toBe(readMax);
});
