import fc from "fast-check";
import { expect, test } from "vitest";
import { definePhrases, namesOf } from "./phrases.ts";

const phrases = definePhrases({
  "sold-out": "sold out",
  "refused-by-server": "refused: the server answered {answer}",
  refused: "refused: {answer}",
  down: "the provider does not answer[ ({answer})]",
  many: "{count} complaints about {sent} alerts (in 7 days)",
});

test("a phrase is said with its values, and what is in brackets only with a value", () => {
  expect(phrases.say("sold-out", {})).toBe("sold out");
  expect(phrases.say("many", { count: 9, sent: 1_000 })).toBe("9 complaints about 1000 alerts (in 7 days)");
  expect(phrases.say("down", { answer: null })).toBe("the provider does not answer");
  expect(phrases.say("down", { answer: "ETIMEDOUT" })).toBe("the provider does not answer (ETIMEDOUT)");
});

test("what was said is read again, and the special phrase before the general one", () => {
  expect(phrases.read("sold out")).toEqual({ code: "sold-out" });
  expect(phrases.read("refused: the server answered 550")).toEqual({ code: "refused-by-server", answer: "550" });
  expect(phrases.read("refused: 550 no such user\nhere")).toEqual({
    code: "refused",
    answer: "550 no such user\nhere",
  });
  expect(phrases.read("the provider does not answer")).toEqual({ code: "down", answer: null });
  expect(phrases.read("the provider does not answer (ETIMEDOUT)")).toEqual({ code: "down", answer: "ETIMEDOUT" });
});

test("a text of somebody else says nothing", () => {
  for (const text of ["", "sold out early", "not sold out", "9 complaints"]) expect(phrases.read(text)).toBeNull();
});

test("any values come back as they were, however they look", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), (sent, count) => {
      const why = phrases.why("many", { count, sent });
      expect(phrases.read(phrases.say("many", { count, sent }))).toEqual(why);
    }),
  );
});

test("a text that is too long to be ours is not read, however much it looks like it", () => {
  const began = performance.now();
  expect(phrases.read(`${"9 complaints about 9 alerts ".repeat(10_000)}(in 7 days`)).toBeNull();
  expect(performance.now() - began).toBeLessThan(1_000);
});

test("a phrase names its values", () => {
  expect(namesOf("the provider does not answer[ ({answer})]")).toEqual([{ name: "answer", isOptional: true }]);
  expect(namesOf("{count} of {sent}")).toEqual([
    { name: "count", isOptional: false },
    { name: "sent", isOptional: false },
  ]);
});
