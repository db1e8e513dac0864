import { expect, test } from "vitest";
import { parseMarkets, parseOrigins, parseRule } from "./parse-settings.ts";

test("rules of several options are collected", () => {
  const rules = ["stock.minimum=3", "alerts.doubleOptIn=true", "alerts.audience=per-unit", "stock.lowAt=0"];
  expect(rules.reduce<Parameters<typeof parseRule>[1]>((before, text) => parseRule(text, before), {})).toEqual({
    stock: { minimum: 3, lowAt: 0 },
    alerts: { doubleOptIn: true, audience: "per-unit" },
  });
});

test("a list is given with commas, and an empty one as none", () => {
  const rules = parseRule("lists.types=none", parseRule("alerts.topics=preorder, last-chance", {}));
  expect(rules).toEqual({ alerts: { topics: ["preorder", "last-chance"] }, lists: { types: [] } });
});

test.each([
  ["https://Shop.example", "https://Shop.example is not an origin as browsers send it, such as https://shop.example."],
  ["https://a.example,ftp://b.example", "ftp://b.example is not an origin as browsers send it"],
])("--origins %s is refused with what browsers send", (text, message) => {
  expect(() => parseOrigins(text)).toThrow(message);
});

test.each([
  ["alerts.color=red", "alerts.color must look like #25524d"],
  ["alerts.audience=some", "alerts.audience must be one of all, per-unit, waves"],
  ["alerts.doubleOptIn=maybe", "alerts.doubleOptIn must be true or false"],
  ["alerts.perUnit=two", "alerts.perUnit must be a whole number from 1 to 1000"],
  ["stock.minimum=0", "stock.minimum must be a whole number from 1 to 1000000"],
  ["stock.minimun=1", "There is no setting stock.minimun. Settings: shop.url, shop.logo, lists.itemsMax"],
  ["alerts.topics=preorder,", "alerts.topics.1 must have 1 to 64 characters"],
  ["lists.types=a b", "lists.types.0 must look like persistentcart"],
  ["limits.key=1", "There is no setting limits.key."],
  ["stock.minimum", "Write name=value, such as stock.minimum=3."],
])("%s is refused with what is expected", (text, message) => {
  expect(() => parseRule(text, {})).toThrow(message);
});

test("markets are JSON, and none are none", () => {
  expect(parseMarkets("none")).toBe(null);
  expect(parseMarkets('[{"name":"eu","locations":["berlin"]}]')).toEqual([{ name: "eu", locations: ["berlin"] }]);
  expect(() => parseMarkets("eu")).toThrow(/^Give JSON, such as/);
  expect(() => parseMarkets('[{"name":"EU"}]')).toThrow("must look like eu");
  expect(() => parseMarkets('[{"name":"eu","currency":"euro"}]')).toThrow("must look like EUR");
});
