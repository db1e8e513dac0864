import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aFolder } from "../../../../test/fixtures/moving.ts";
import { createCsvParser } from "./csv-parser.ts";
import { type FileRow, findFormat, readRows } from "./read-rows.ts";

async function rowsOf(name: string, text: string | Buffer, pageSize = 100) {
  const path = join(await aFolder(), name);
  await writeFile(path, text);
  const rows: FileRow[] = [];
  for await (const page of readRows(path, await findFormat(path), pageSize)) rows.push(...page);
  return rows;
}

test("CSV comes back as it was written, however it is cut into pieces", () => {
  const value = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r\n", " ", "ä") });
  const rows = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 6 });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), fc.constantFrom("\n", "\r\n"), (written, size, end) => {
      const text = written.map((row) => row.map(quote).join(",") + end).join("");
      const parse = createCsvParser({ delimiter: ",", rowMax: 10_000 });
      const read = [];
      for (let at = 0; at < text.length; at += size) read.push(...parse(text.slice(at, at + size), false));
      read.push(...parse("", true));
      expect(read.map(({ values }) => values)).toEqual(written);
    }),
  );
});

test("semicolons, tabs, a byte order mark, empty lines and a last line without an end are read", async () => {
  for (const [name, text] of [
    ["a.csv", '\uFEFFid;name\n1;Ann\n\n2;"B;o"'],
    ["a.tsv", "id\tname\r\n1\tAnn\r\n2\tB;o\r\n"],
  ] as const)
    expect((await rowsOf(name, text)).map(({ fields }) => fields)).toEqual([
      { id: "1", name: "Ann" },
      { id: "2", name: "B;o" },
    ]);
});

test("a row that cannot be read is refused with its line, and the others are read", async () => {
  const csv = await rowsOf("a.csv", `id,name\n1,Ann\n2\n3,"a\nb"\n4,${"x".repeat(300_000)}\n5,Eve\n`);
  expect(csv.map(({ line, reason }) => [line, reason])).toEqual([
    [2, undefined],
    [3, "not-a-row"],
    [4, undefined],
    [6, "too-long"],
    [7, undefined],
  ]);
  const latin = Buffer.concat([
    Buffer.from('{"a":"'),
    Buffer.from([0xe4]),
    Buffer.from('"}\n{"a":1}\n[]\n{\n{"a":"\\u0000"}'),
  ]);
  expect((await rowsOf("a.jsonl", latin)).map(({ line, reason }) => [line, reason])).toEqual([
    [1, "not-utf-8"],
    [2, undefined],
    [3, "not-json"],
    [4, "not-json"],
    [5, "not-utf-8"],
  ]);
  const long = await rowsOf("a.jsonl", `{"a":"${"x".repeat(900_000)}"}\n{"a":2}\n`);
  expect(long.map(({ line, reason }) => [line, reason])).toEqual([
    [1, "too-long"],
    [2, undefined],
  ]);
});

test("a page of long rows ends before it has 5 million characters, and no row is lost between pages", async () => {
  const path = join(await aFolder(), "a.jsonl");
  const row = JSON.stringify({ text: "x".repeat(100_000) });
  await writeFile(path, `${row}\n`.repeat(200));
  const pages: number[] = [];
  const lines: number[] = [];
  for await (const page of readRows(path, await findFormat(path), 4_000, 10)) {
    pages.push(page.length);
    lines.push(...page.map(({ line }) => line));
  }
  expect(Math.max(...pages)).toBeLessThan(50);
  expect(lines).toEqual(Array.from({ length: 190 }, (_, index) => index + 11));
});

test("long numbers keep their digits", async () => {
  const [row] = await rowsOf("a.jsonl", '{"variant":12345678901234567890}');
  expect(JSON.stringify(row?.fields)).toBe('{"variant":12345678901234567890}');
});

test("a file of another kind, and one without columns, is refused with what helps", async () => {
  await expect(findFormat("people.xlsx")).rejects.toThrow("must end in .csv");
  await expect(rowsOf("a.csv", "")).rejects.toThrow("names of its columns");
});
