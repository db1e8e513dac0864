import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fastest } from "../../../test/fixtures/fastest.ts";
import { JsonText, parseJson } from "./json.ts";

const REFUSED = { kind: "invalid", type: "invalid-json" };
/** The texts that the parser accepts. An error other than invalid-json fails the test. */
const accepted = (...texts: string[]) => texts.filter((text) => !isRefused(text)).map((text) => text.slice(0, 80));
function isRefused(text: string) {
  try {
    parseJson(text);
    return false;
  } catch (error) {
    const { kind, type } = error as { kind?: string; type?: string };
    if (kind === REFUSED.kind && type === REFUSED.type) return true;
    throw error;
  }
}
/** Parses the text and writes it as JSON again. */
const roundTrip = (text: string) => JSON.stringify(parseJson(text));

const RESERVED = new Set(["__proto__"]);
const isPlain = (value: unknown): boolean =>
  typeof value !== "object" ||
  value === null ||
  Object.entries(value).every(([key, inner]) => !RESERVED.has(key) && isPlain(inner));

test("valid small JSON is read as JSON.parse reads it", () => {
  const json = fc.jsonValue({ maxDepth: 4 }).filter(isPlain);
  fc.assert(
    fc.property(json, fc.constantFrom(0, 2), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(roundTrip(text)).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 2_000 },
  );
});

test("every text that JSON.parse refuses is refused as invalid-json", () => {
  const pieces = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    '"a"',
    "1",
    "-",
    "null",
    "\\",
    " ",
    "tru",
    "e5",
    "'",
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join("")),
      (text) => isValid(text) || isRefused(text),
    ),
    { numRuns: 5_000 },
  );
  const others = ["", " ", "{", '{"a":1,}', "[1,]", "nul", "01", "+1", '"\n"', "NaN", "Infinity", "\ufeff{}"];
  expect(accepted(...others)).toEqual([]);

  function isValid(text: string) {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  }
});

test("a number of up to 20 digits is exact, as a number and as a string", () => {
  for (const id of [
    "9007199254740993", // 2^53 + 1
    "-9007199254740993",
    "9223372036854775807",
    "18446744073709551615",
    "12345678901234567890",
    "99999999999999999999",
  ]) {
    expect(roundTrip(`{"epi":${id}}`)).toBe(`{"epi":${id}}`);
    expect(roundTrip(`{"epi":"${id}"}`)).toBe(`{"epi":"${id}"}`);
    expect(roundTrip(`[[${id}]]`)).toBe(`[[${id}]]`);
    // Control: JSON.parse alone loses digits.
    expect(JSON.stringify(JSON.parse(`[${id}]`))).not.toBe(`[${id}]`);
  }
  expect(parseJson("9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
});

test("a number out of range is refused", () => {
  expect(accepted("1e400000", "-1e400000", "[1e309]", `1${"0".repeat(400)}`)).toEqual([]);
  expect(parseJson("1e-400000")).toBe(0);
});

test("a key that would reach a prototype is refused in any spelling, at any depth", () => {
  for (const key of ["__proto__", "__pr\\u006fto__", "\\u005f_proto__"]) {
    expect(accepted(`{"${key}":{"polluted":true}}`, `{"a":[{"${key}":1}]}`, `{"${key}" \n : 1}`)).toEqual([]);
  }
  expect({}).not.toHaveProperty("polluted");
  expect(parseJson('{"a":"__proto__","b":["constructor"]}')).toEqual({ a: "__proto__", b: ["constructor"] });
});

test("a key given twice is refused in any spelling, but not in two objects", () => {
  expect(accepted('{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '{"x":{"a":1,"b":2,"a":3}}')).toEqual([]);
  expect(parseJson('{"a":{"a":1},"b":[{"a":1},{"a":2}]}')).toEqual({ a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] });
});

test("the bounds are exact: depth 8, 5,000 values", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  expect(parseJson(nested(8))).toEqual([[[[[[[[]]]]]]]]);
  expect(accepted(nested(9))).toEqual([]);

  const list = (length: number) => `[${Array(length).fill(1).join(",")}]`;
  expect(parseJson(list(4_999))).toHaveLength(4_999);
  expect(accepted(list(5_001))).toEqual([]);
});

test("the caller can set other bounds", () => {
  expect(() => parseJson("[[]]", { depthMax: 1, valuesMax: 10 })).toThrow("nested deeper than 1");
  expect(() => parseJson("[1,2,3]", { depthMax: 1, valuesMax: 2 })).toThrow("more than 2 values");
});

const KEPT = { verbatim: new Set(["kept"]) };

test("an object under a verbatim key keeps its text, wherever it is, and other values are parsed", () => {
  const one = '{ "b":1.0, "10":[{"kept":{}}], "9":"}\\"" }';
  const text = `{"9":{"kept" : ${one}},"1":[{"kept":${one},"a":9007199254740993},{"kept":[1]},{"kept":null}],"kept":7}`;
  const parsed = parseJson(text, KEPT) as Record<string, unknown>;
  expect(parsed).toEqual({
    "9": { kept: new JsonText(one) },
    "1": [{ kept: new JsonText(one), a: expect.anything() }, { kept: [1] }, { kept: null }],
    kept: 7,
  });
  expect(JSON.stringify(parsed["1"])).toContain('"a":9007199254740993');
});

test("what is kept as text is checked like everything else", () => {
  for (const text of [
    '{"kept":{"a":1,"a":2}}',
    '{"kept":{"__proto__":1}}',
    '{"kept":{"a":1e999}}',
    '{"kept":{"a"}}',
    '{"kept":{',
  ])
    expect(() => parseJson(text, KEPT)).toThrow("This JSON is not accepted");
  expect(() => parseJson('{"kept":{"a":"\\u0000"}}', KEPT)).toThrow("cannot be stored");
  expect(() => parseJson(`{"kept":{"a":${"[".repeat(9)}${"]".repeat(9)}}}`, KEPT)).toThrow("nested deeper");
});

test("any JSON object comes back byte for byte from a verbatim key, also as JSON", () => {
  const json = fc.dictionary(
    fc.string().filter((key) => key !== "__proto__"),
    fc.jsonValue({ maxDepth: 3 }).filter(isPlain),
  );
  fc.assert(
    fc.property(json, fc.constantFrom(0, 1), (value, space) => {
      const text = JSON.stringify(value, null, space);
      const { kept, other } = parseJson(`{"kept":${text},"other":[${text}]}`, KEPT) as {
        kept: JsonText;
        other: unknown[];
      };
      expect(kept.text).toBe(text);
      expect(JSON.parse(JSON.stringify(kept))).toEqual(JSON.parse(text));
      expect(JSON.stringify(other)).toBe(JSON.stringify([JSON.parse(text)]));
    }),
  );
});

test("brackets, commas and colons inside a string do not count", () => {
  const text = JSON.stringify({ note: '[[[[[[[[,,,,:{"a":1,"a":2}\\" "', b: "}" });
  expect(roundTrip(text)).toBe(text);
});

test("a JSON bomb of a million elements is refused within 20 ms", async () => {
  const million = 1_000_000;
  const bombs = {
    depth: "[".repeat(million),
    objects: '{"a":'.repeat(million / 5),
    elements: `[${"1,".repeat(million)}1]`,
    keys: `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(",")}}`,
    sameKey: `{${'"a":1,'.repeat(100_000)}"a":1}`,
    unclosed: `"${"a".repeat(million)}`,
    escapes: `"${"\\\\".repeat(million / 2)}`,
    digits: "9".repeat(million),
    exponent: `1e${"9".repeat(million)}`,
    spaces: `${" ".repeat(million)}x`,
    colons: ":".repeat(million),
    closing: "]".repeat(million),
  };
  for (const [name, bomb] of Object.entries(bombs)) {
    expect(accepted(bomb), `for ${name}`).toEqual([]);
    expect(await fastest(20, () => accepted(bomb)), `for ${name}`).toBeLessThan(20);
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("control: JSON.parse alone accepts such a bomb", () => {
  expect(JSON.parse(`[${"1,".repeat(10_000)}1]`)).toHaveLength(10_001);
  expect(Object.keys(JSON.parse('{"__proto__":1}'))).toEqual(["__proto__"]);
});
