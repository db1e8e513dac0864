import { expect, test } from "vitest";
import { parseRule } from "./parse-settings.ts";

test("rules of several options are collected", () => {
  const rules = ["stock.minimum=3", "alerts.doubleOptIn=true", "alerts.audience=per-unit", "stock.lowAt=0"];
  expect(rules.reduce<Parameters<typeof parseRule>[1]>((before, text) => parseRule(text, before), {})).toEqual({
    stock: { minimum: 3, lowAt: 0 },
    alerts: { doubleOptIn: true, audience: "per-unit" },
  });
});

test.each([
  ["alerts.color=red", "alerts.color must look like #25524d"],
  ["alerts.audience=some", "alerts.audience must be one of all, per-unit, waves"],
  ["alerts.doubleOptIn=maybe", "alerts.doubleOptIn must be true or false"],
  ["alerts.perUnit=two", "alerts.perUnit must be a whole number from 1 to 1000"],
  ["stock.minimum=0", "stock.minimum must be a whole number from 1 to 1000000"],
  ["stock.minimun=1", "There is no setting stock.minimun. Settings: shop.url, stock.minimum"],
  ["limits.key=1", "There is no setting limits.key."],
  ["stock.minimum", "Write name=value, such as stock.minimum=3."],
])("%s is refused with what is expected", (text, message) => {
  expect(() => parseRule(text, {})).toThrow(message);
});
