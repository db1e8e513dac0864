import { expect, test } from "vitest";
import { look } from "../test/fixtures/database.ts";
import { aService } from "../test/fixtures/service.ts";
import { findConnectionProblem } from "./connection-problem.ts";

const service = aService();
const allowing = (allowed: number) => ({ allowed, pooled: [] });

test("processes that may open more connections than PostgreSQL allows warn, and say how many", () => {
  const api = { name: "api-1", size: 4 };
  expect(findConnectionProblem("api", api, allowing(79))).toContain("may open 80 database connections");
  expect(findConnectionProblem("api", api, allowing(80))).toBeUndefined();
  const worker = { name: "worker", size: 4 };
  expect(findConnectionProblem("worker", worker, allowing(107))).toContain("may open 108 database connections");
  expect(findConnectionProblem("worker", worker, allowing(108))).toBeUndefined();
  expect(findConnectionProblem("all", undefined, allowing(27))).toContain("may open 28 database connections");
  expect(findConnectionProblem("all", undefined, allowing(28))).toBeUndefined();
});

test("the API processes of a group warn once, and connections to a pooler do not count", () => {
  expect(findConnectionProblem("api", { name: "api-2", size: 4 }, allowing(1))).toBeUndefined();
  const pooled = ["keepsake_store", "keepsake_hot"] as const;
  expect(findConnectionProblem("api", { name: "api-1", size: 64 }, { allowed: 1, pooled })).toBeUndefined();
});

test("connections that PostgreSQL keeps for superusers are not allowed to us", async () => {
  const [{ most, reserved } = fail()] = await look<{ most: number; reserved: number }>(
    "select current_setting('max_connections')::int as most, current_setting('superuser_reserved_connections')::int as reserved",
  );
  expect(reserved).toBeGreaterThan(0);
  expect(await service.deps.db.countAllowedConnections()).toBe(most - reserved);
});

const fail = (): never => {
  throw new Error("The value is missing");
};
