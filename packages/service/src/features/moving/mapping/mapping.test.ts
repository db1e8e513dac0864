import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../../../test/fixtures/moving.ts";
import { createReadTime, readIsoTime } from "../files/times.ts";
import { type KindName, kindOf } from "../import/kinds.ts";
import { createMapRow, type Mapping, readMapping } from "./mapping.ts";

const FIELDS = ["email", "state", "topic", "signedUpAt", "phone"];
const map = (fields: Mapping["fields"], row: Record<string, unknown>, columns: readonly string[] | null = null) =>
  createMapRow({ fields }, { fields: FIELDS, columns })(row);

test("a field comes from a column, the first of several with a value, or is the same for all", () => {
  const row = { Mail: " ann@example.com ", Other: "", Status: "Active" };
  expect(
    map(
      {
        email: "Mail",
        phone: { column: ["Other", "Status"] },
        topic: { value: "backinstock" },
        state: { column: "Status", values: { Active: "waiting", Sent: "notified" } },
      },
      row,
    ),
  ).toEqual({ email: "ann@example.com", phone: "Active", topic: "backinstock", state: "waiting" });
});

test("a value that is not translated is refused, unless the mapping says what all others mean", () => {
  const values = { Active: "waiting" };
  expect(() => map({ state: { column: "Status", values } }, { Status: "Gone" })).toThrow("not one of those");
  expect(map({ state: { column: "Status", values, otherwise: "unsubscribed" } }, { Status: "Gone" })).toEqual({
    state: "unsubscribed",
  });
  expect(map({ state: { column: "Status", values: { ...values, Gone: null } } }, { Status: "Gone" })).toEqual({
    state: null,
  });
});

test.each([
  ["unix", "UTC", "1767225600", "2026-01-01T00:00:00.000Z"],
  ["unix-ms", "UTC", "1767225600123", "2026-01-01T00:00:00.123Z"],
  ["DD.MM.YYYY HH:mm:ss", "UTC", "31.12.2025 23:59:58", "2025-12-31T23:59:58.000Z"],
  ["DD.MM.YYYY HH:mm", "Europe/Berlin", "1.7.2026 12:00", "2026-07-01T10:00:00.000Z"],
  ["DD.MM.YYYY HH:mm", "Europe/Berlin", "01.01.2026 12:00", "2026-01-01T11:00:00.000Z"],
  ["MM/DD/YYYY hh:mm A", "-05:00", "3/4/2026 12:30 AM", "2026-03-04T05:30:00.000Z"],
  ["YYYY-MM-DD", "UTC", "2026-02-29", undefined],
  ["DD.MM.YYYY", "UTC", "2026-02-28", undefined],
])("a time as %s in %s: %s", (format, zone, text, expected) => {
  expect(createReadTime({ format, zone })(text)).toBe(expected);
});

test("ISO times keep their microseconds and their zone; what is no time is none", () => {
  expect(readIsoTime("2026-05-01T10:00:00.123456Z")).toBe("2026-05-01T10:00:00.123456Z");
  expect(readIsoTime("2026-05-01 10:00")).toBe("2026-05-01T10:00:00Z");
  expect(readIsoTime("2026-05-01")).toBe("2026-05-01T00:00:00Z");
  expect(readIsoTime("2026-05-01T10:00:00+02:00")).toBe("2026-05-01T10:00:00+02:00");
  for (const text of [
    "2026-02-30",
    "2026-13-01",
    "2026-01-01T25:00",
    "yesterday",
    "0001-01-01",
    "2026-01-01T10:00+19:00",
  ])
    expect([text, readIsoTime(text)]).toEqual([text, undefined]);
});

test("a mapping that names what is not there is refused before any row is read", async () => {
  expect(() => map({ nickname: "Mail" }, {})).toThrow('a field "nickname"');
  expect(() => map({ email: "Mial" }, {}, ["Mail"])).toThrow('no column "Mial"');
  expect(() => map({ email: { column: "Mail", format: "iso" } }, {})).toThrow("Only times");
  expect(() => map({ signedUpAt: { column: "At", format: "HH:mm" } }, {})).toThrow("time format");
  expect(() => map({ signedUpAt: { column: "At", format: "DD.MM.YYYY", zone: "Mars" } }, {})).toThrow("time zone");
  const path = join(await aFolder(), "mapping.json");
  await writeFile(path, '{"fields": {"email": {"colum": "Mail"}}}');
  await expect(readMapping(path)).rejects.toThrow("is wrong");
  await expect(readMapping("nowhere")).rejects.toThrow("There is no mapping nowhere");
});

test("each ready mapping is one of its kind", async () => {
  const names = (await readdir(new URL("ready/", import.meta.url))).map((name) => name.replace(".json", ""));
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    const kind = kindOf(name.split("-").at(-1) as KindName);
    expect(() =>
      readMapping(name).then((mapping) => createMapRow(mapping, { fields: kind.fields, columns: null })),
    ).not.toThrow();
    expect(typeof createMapRow(await readMapping(name), { fields: kind.fields, columns: null })).toBe("function");
  }
});
