import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { describeProblem } from "../../../platform/text/expectation-of.ts";
import { createReadTime } from "../files/times.ts";
import { Refused } from "../refused.ts";

const Name = Type.String({ minLength: 1, maxLength: 200 });

/** Where a field comes from: a column, the first of several that has a value, or one value for all rows. */
const Source = Type.Union([
  Name,
  Type.Object(
    {
      column: Type.Optional(Type.Union([Name, Type.Array(Name, { minItems: 1, maxItems: 10 })])),
      value: Type.Optional(Type.String({ maxLength: 1_000 })),
      /** What each value of the column means. Without `otherwise`, other values are refused. */
      values: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
      otherwise: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      format: Type.Optional(Type.String({ maxLength: 60 })),
      zone: Type.Optional(Type.String({ maxLength: 60 })),
    },
    { additionalProperties: false },
  ),
]);

const Mapping = Type.Object(
  {
    about: Type.Optional(Type.String({ maxLength: 2_000 })),
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
    fields: Type.Record(Name, Source),
  },
  { additionalProperties: false },
);
export type Mapping = Static<typeof Mapping>;
type Source = Static<typeof Source>;

const FOLDER = new URL("ready/", import.meta.url);
const READY = /^[a-z]+(-[a-z]+)*$/;

/** Reads a mapping: a file, or the name of one that comes with Keepsake, such as `swym-items`. */
export async function readMapping(named: string): Promise<Mapping> {
  const text = await readFile(READY.test(named) ? new URL(`${named}.json`, FOLDER) : named, "utf8").catch((cause) => {
    throw new Error(`There is no mapping ${named}. Give the path of a JSON file, or the name of a ready one.`, {
      cause,
    });
  });
  let mapping: unknown;
  try {
    mapping = JSON.parse(text);
  } catch (cause) {
    throw new Error(`The mapping ${named} is not valid JSON.`, { cause });
  }
  const [problem] = Value.Errors(Mapping, mapping);
  if (problem) throw new Error(`The mapping ${named} is wrong: ${describeProblem(Mapping, problem, "mapping")}.`);
  return mapping as Mapping;
}

/** Part of what tells one import from another: the same file with another mapping is another import. */
export const hashMapping = (mapping: Mapping | null) =>
  createHash("sha256").update(JSON.stringify(mapping)).digest("hex");

type Row = Readonly<Record<string, unknown>>;
/** Makes the fields of a kind from a row of the file. */
export type MapRow = (row: Row) => Row;

/** The fields that hold times. A pattern is for them alone. */
const TIMES = new Set(["createdAt", "updatedAt", "addedAt", "signedUpAt", "consentedAt", "since", "seenAt"]);

/** Throws when the mapping names a field that the kind does not have, or a column that the file does not have. */
export function createMapRow(
  mapping: Mapping | null,
  { fields, columns }: { readonly fields: readonly string[]; readonly columns: readonly string[] | null },
): MapRow {
  if (!mapping) return (row) => row;
  const readers = Object.entries(mapping.fields).map(([field, source]) => {
    if (!fields.includes(field))
      throw new Error(`The mapping has a field "${field}". It must be one of: ${fields.join(", ")}.`);
    const read = createRead(field, source);
    for (const column of columnsOf(source))
      if (columns && !columns.includes(column))
        throw new Error(`The file has no column "${column}", which the mapping names. It has: ${columns.join(", ")}.`);
    return [field, read] as const;
  });
  return (row) => Object.fromEntries(readers.map(([field, read]) => [field, read(row)]));
}

export function columnsOf(source: Source): readonly string[] {
  if (typeof source === "string") return [source];
  const { column = [] } = source;
  return typeof column === "string" ? [column] : column;
}

function createRead(field: string, source: Source): (row: Row) => unknown {
  const columns = columnsOf(source);
  const { value = null, values, otherwise, format, zone = "UTC" } = typeof source === "string" ? {} : source;
  if (format !== undefined && !TIMES.has(field))
    throw new Error(`The mapping gives "${field}" a format. Only times have one: ${[...TIMES].join(", ")}.`);
  const readTime = format === undefined ? undefined : createReadTime({ format, zone });
  return (row) => {
    const found = columns.map((column) => row[column]).find((one) => one !== undefined && one !== null && one !== "");
    const text = typeof found === "string" ? found.trim() : found;
    const written = typeof text === "string" ? text : text == null ? "" : JSON.stringify(text);
    if (values) {
      const meant = Object.hasOwn(values, written)
        ? values[written]
        : (otherwise ?? (text == null ? value : undefined));
      if (meant === undefined && otherwise === undefined) throw new Refused("unknown-value", field);
      return meant ?? null;
    }
    if (text === undefined || text === null || text === "") return value;
    if (!readTime) return text;
    const at = readTime(written);
    if (at === undefined) throw new Refused("invalid-time", field);
    return at;
  };
}
