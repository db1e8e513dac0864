import { expect, test } from "vitest";
import { aService, aStore } from "../../../test/fixtures/service.ts";
import { fragment, fragmentWith, literal } from "./fragment.ts";

const service = aService();

test("a fragment becomes part of the statement's text, and its values become parameters", async () => {
  const store = await aStore(service);
  const sum = fragmentWith`${1}::int + ${literal(2)} + ${fragmentWith`${3}::int`}`;
  const rows = await store.inStore(
    (tx) => tx`select ${"a"}::text as a, ${sum} as sum, ${"b"}::text ${fragment("as b")}`,
  );
  expect(rows).toEqual([{ a: "a", sum: 6, b: "b" }]);
});

test("a fragment with values cannot be written into a prepared statement's text", () => {
  expect(`${literal(7).text} ${fragment("and true").text}`).toBe("7 and true");
  expect(() => fragmentWith`id = ${7}`.text).toThrow("only inside tx");
});
