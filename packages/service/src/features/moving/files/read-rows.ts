import { createReadStream } from "node:fs";
import { setImmediate as soon } from "node:timers/promises";
import { parseStoredJson } from "../../../platform/text/json.ts";
import { checkText } from "../../../platform/text/storable-text.ts";
import type { Reason } from "../refused.ts";
import { createCsvParser } from "./csv-parser.ts";

/** A row of a file: its fields, or why it cannot be read. */
export type FileRow = {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>> | null;
  readonly reason?: Reason;
};
export type Format =
  | { readonly name: "jsonl" }
  | { readonly name: "csv"; readonly delimiter: string; readonly columns: readonly string[] };

/** Some hundred rows, so that reading them holds nothing else up for long. */
const CHUNK = 64 * 1024;
/** A page has at most 4 MB. */
const CHUNKS_OF_PAGE = 64;
/** In characters. */
const ROW_MAX = 256 * 1024;

/** Tells the format by the name of the file and, for CSV, reads its columns. */
export async function findFormat(path: string, delimiter?: string): Promise<Format> {
  if (/\.(jsonl|ndjson)$/i.test(path)) return { name: "jsonl" };
  if (!/\.(csv|tsv|txt)$/i.test(path))
    throw new Error(`${path} must end in .csv, .tsv, .jsonl or .ndjson, so that its format is known.`);
  for await (const text of readText(path)) {
    const first = text.split(/\r?\n/, 1)[0] ?? "";
    const used = delimiter ?? findDelimiter(first);
    const [row] = createCsvParser({ delimiter: used, rowMax: ROW_MAX })(text, true);
    if (!row) break;
    return { name: "csv", delimiter: used, columns: row.values.map((name) => name.trim()) };
  }
  throw new Error(`${path} is empty. A CSV file must begin with the names of its columns.`);
}

const findDelimiter = (line: string) =>
  [",", ";", "\t"].toSorted((one, other) => line.split(other).length - line.split(one).length)[0] ?? ",";

/** The rows of a file after the first `skip`, in pages of at most `pageSize` rows. Memory stays flat, however large the file or its
 *  rows are: where rows are long, a page has fewer. */
export async function* readRows(path: string, format: Format, pageSize: number, skip = 0): AsyncGenerator<FileRow[]> {
  let page: FileRow[] = [];
  let left = skip;
  let chunks = 0;
  for await (const rows of format.name === "csv" ? readCsv(path, format) : readJsonLines(path, skip)) {
    for (const row of rows) {
      left -= 1;
      if (left >= 0) continue;
      page.push(row);
      if (page.length < pageSize) continue;
      yield page;
      page = [];
      chunks = 0;
    }
    chunks += 1;
    if (chunks < CHUNKS_OF_PAGE || page.length === 0) continue;
    yield page;
    page = [];
    chunks = 0;
  }
  if (page.length > 0) yield page;
}

async function* readCsv(path: string, { delimiter, columns }: Format & { name: "csv" }): AsyncGenerator<FileRow[]> {
  const parse = createCsvParser({ delimiter, rowMax: ROW_MAX });
  let isHeader = true;
  const toRows = (text: string, isLast: boolean) =>
    parse(text, isLast).flatMap(({ line, values, isCut }): FileRow[] => {
      if (isHeader) {
        isHeader = false;
        return [];
      }
      if (isCut) return [{ line, fields: null, reason: "too-long" }];
      if (values.length !== columns.length) return [{ line, fields: null, reason: "not-a-row" }];
      if (values.some(isBroken)) return [{ line, fields: null, reason: "not-utf-8" }];
      const fields: Record<string, unknown> = {};
      for (const [index, name] of columns.entries()) fields[name] = values[index];
      return [{ line, fields }];
    });
  for await (const text of readText(path)) yield toRows(text, false);
  yield toRows("", true);
}

/** The first `skip` rows are counted, and not read. */
async function* readJsonLines(path: string, skip: number): AsyncGenerator<FileRow[]> {
  let rest = "";
  let line = 0;
  let left = skip;
  let isSkipping = false;
  const toRow = (text: string): FileRow[] => {
    line += 1;
    if (text.length > ROW_MAX) {
      left -= 1;
      return [{ line, fields: null, reason: "too-long" }];
    }
    if (text.trim() === "") return [];
    left -= 1;
    return [left >= 0 ? { line, fields: null } : readJson(line, text)];
  };
  for await (const text of readText(path)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    const rows: FileRow[] = [];
    for (const one of lines) {
      rows.push(...(isSkipping ? [] : toRow(one)));
      isSkipping = false;
    }
    // The rest of a line that is too long is not kept.
    if (rest.length > ROW_MAX) {
      if (!isSkipping) rows.push(...toRow(rest));
      isSkipping = true;
      rest = "";
    }
    yield rows;
  }
  if (!isSkipping) yield toRow(rest);
}

function readJson(line: number, text: string): FileRow {
  if (isBroken(text)) return { line, fields: null, reason: "not-utf-8" };
  try {
    const fields = parseStoredJson(text);
    if (typeof fields !== "object" || fields === null || Array.isArray(fields))
      return { line, fields: null, reason: "not-json" };
    if (text.includes("\\u")) checkText(fields);
    return { line, fields: fields as Record<string, unknown> };
  } catch (error) {
    return { line, fields: null, reason: error instanceof SyntaxError ? "not-json" : "not-utf-8" };
  }
}

/** PostgreSQL cannot store NUL; U+FFFD stands for bytes that are not UTF-8. */
const isBroken = (text: string) => text.includes("\0") || text.includes("\uFFFD");

/** The text of a file, without a byte order mark. */
async function* readText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
    yield decoder.decode(chunk as Buffer, { stream: true });
    await soon();
  }
  yield decoder.decode();
}
