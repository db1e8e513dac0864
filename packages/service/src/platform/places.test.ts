import { expect, test } from "vitest";
import { createPlaces } from "./places.ts";

test("places are taken under every name or under none, and can be given back once", () => {
  const take = createPlaces();
  const [one, two] = [
    { name: "one", max: 1 },
    { name: "two", max: 2 },
  ];
  const free = take([one, two]);
  expect(free).toBeDefined();
  expect(take([one, two])).toBeUndefined();
  expect(take([two])).toBeDefined();
  expect(take([two])).toBeUndefined();
  free?.();
  free?.();
  expect(take([one, two])).toBeDefined();
  expect(take([two])).toBeUndefined();
});
