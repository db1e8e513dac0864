import { createReadStream } from "node:fs";
import { readCsv } from "./csv.ts";
import { type Entry, readEntry } from "./entry.ts";
import { readJsonLines } from "./json-lines.ts";
import { Refusal } from "./refusal.ts";

export type Format = "csv" | "json-lines";

/** What a whole document says besides its entries. */
export type Summary = { readonly isComplete: boolean };

const ENTRIES_MAX = 1_000_000;

export function formatOf(contentType: string | null): Format {
  const type = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "text/csv") return "csv";
  if (["application/x-ndjson", "application/jsonl", "application/json-lines"].includes(type)) return "json-lines";
  throw new Refusal(400, `The content type must be text/csv or application/x-ndjson, not "${type}".`);
}

/** Reads the entries of a document, and returns what it says of itself. Throws for the first line that is wrong. */
export async function* readDocument(file: string, format: Format): AsyncGenerator<Entry, Summary> {
  const entries = format === "csv" ? readCsvDocument(textOf(file)) : readJsonDocument(textOf(file));
  let count = 0;
  for (;;) {
    const { done, value } = await entries.next();
    if (done) return value;
    count += 1;
    if (count > ENTRIES_MAX) throw new Refusal(400, `The document has more than ${ENTRIES_MAX} entries.`);
    yield value;
  }
}

async function* textOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true }); // skips a byte order mark
  try {
    for await (const chunk of createReadStream(file)) yield decoder.decode(chunk as Uint8Array, { stream: true });
    yield decoder.decode();
  } catch (cause) {
    if (cause instanceof TypeError) throw new Refusal(400, "The document is not UTF-8.");
    throw cause;
  }
}

/** The first row has the names. A CSV file is always the whole stock. */
async function* readCsvDocument(text: AsyncIterable<string>): AsyncGenerator<Entry, Summary> {
  let names: string[] | undefined;
  for await (const { line, fields } of readCsv(text)) {
    if (fields.length === 1 && fields[0] === "") continue;
    if (!names) {
      names = fields.map((name) => name.trim().toLowerCase());
      for (const name of ["id", "stock"])
        if (!names.includes(name)) throw new Refusal(400, `The first line names no column "${name}".`);
      continue;
    }
    if (fields.length !== names.length)
      throw new Refusal(400, `Line ${line} has ${fields.length} fields instead of ${names.length}.`);
    yield readEntry(Object.fromEntries(names.map((name, index) => [name, fields[index]])), line);
  }
  if (!names) throw new Refusal(400, "The document is empty.");
  return { isComplete: true };
}

/** The first line says what the document is, the last one how many entries it has: so half a document is noticed. */
async function* readJsonDocument(text: AsyncIterable<string>): AsyncGenerator<Entry, Summary> {
  let isComplete: boolean | undefined;
  let count = 0;
  let isEnded = false;
  for await (const { line, value } of readJsonLines(text)) {
    if (isEnded) throw new Refusal(400, `Line ${line} comes after the end.`);
    if (isComplete === undefined) {
      if (value["feed"] !== "complete" && value["feed"] !== "changes")
        throw new Refusal(400, 'The first line must be {"feed":"complete"} or {"feed":"changes"}.');
      isComplete = value["feed"] === "complete";
    } else if ("end" in value) {
      if (value["end"] !== count)
        throw new Refusal(400, `The last line counts ${String(value["end"])} entries, but there are ${count}.`);
      isEnded = true;
    } else {
      count += 1;
      yield readEntry(value, line);
    }
  }
  if (isComplete === undefined || !isEnded)
    throw new Refusal(400, 'The last line {"end":…} is missing: the document was cut off.');
  return { isComplete };
}
