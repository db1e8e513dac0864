import { expect, test } from "vitest";
import { readRetryAfter } from "./retry-after.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

test.each([
  ["7", 7],
  ["0.2", 1],
  ["Fri, 02 Jan 2026 03:04:35 GMT", 30],
  ["86400", 3_600],
  ["Sat, 03 Jan 2026 03:04:05 GMT", 3_600],
  ["99999999999999999999", undefined],
  ["0", undefined],
  ["-5", undefined],
  ["Fri, 02 Jan 2026 03:04:05 GMT", undefined],
  ["soon", undefined],
  ["", undefined],
  [null, undefined],
])("Retry-After %j means %j seconds, at most an hour", (value, seconds) => {
  expect(readRetryAfter(value, NOW)).toBe(seconds);
});
