import { expect, test } from "vitest";
import { networksOf } from "./networks-of.ts";

const namesOf = (address: string) => networksOf(address).map(({ name }) => name);

test("an IPv4 address counts by itself", () => {
  expect(networksOf("203.0.113.7")).toEqual([{ name: "203.0.113.7", times: 1 }]);
});

test("an IPv6 address counts as its /64, and as its /48 at a higher limit", () => {
  expect(networksOf("2001:db8:1:2:aaaa::1")).toEqual([
    { name: "2001:db8:1:2/64", times: 1 },
    { name: "2001:db8:1/48", times: 16 },
  ]);
});

test.each([
  ["2001:db8:1:2::1", "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff"],
  ["2001:db8:1:2::", "2001:db8:1:2:0:0:0.0.0.9"],
  ["::1", "0:0:0:0:5:6:7:8"],
  ["fe80::1%eth0", "fe80::2"],
  ["[2001:db8:1:2::5]:443", "2001:db8:1:2::6"],
])("%s and %s are in the same /64", (one, other) => {
  expect(namesOf(one)).toEqual(namesOf(other));
});

test("the next /64 is another network in the same /48", () => {
  const [one, other] = [namesOf("2001:db8:1:2::1"), namesOf("2001:db8:1:3::1")];
  expect(one[0]).not.toBe(other[0]);
  expect(one[1]).toBe(other[1]);
});

test.each(["::ffff:203.0.113.7", "::ffff:cb00:7107", "64:ff9b::203.0.113.7", "203.0.113.7:50123"])(
  "%s counts as its IPv4 address",
  (address) => {
    expect(namesOf(address)).toEqual(["203.0.113.7"]);
  },
);

test.each(["", "unknown", "_hidden", "203.0.113", "1".repeat(5_000), "[::1", "::g"])(
  "all addresses that nobody can read share one window: %j",
  (address) => {
    expect(namesOf(address)).toEqual(["unknown"]);
  },
);
