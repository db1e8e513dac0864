import { expect, test } from "vitest";
import { ordersSince } from "./orders-since.ts";

const now = Date.parse("2026-11-19T10:00:00Z");

test("orders are read from ten minutes before the last reconcile, and after a start those of two weeks", () => {
  expect(ordersSince(now - 15 * 60_000, now).toISOString()).toBe("2026-11-19T09:35:00.000Z");
  expect(ordersSince(undefined, now).toISOString()).toBe("2026-11-05T10:00:00.000Z");
});
