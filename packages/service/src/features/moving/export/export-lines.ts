import { createHash, type Hash } from "node:crypto";
import type { Db } from "../../../platform/db/db.ts";
import type { ReadLines } from "../../../platform/db/lines.ts";
import { newestId } from "../../../platform/db/new-ids.ts";
import { readCatalogue } from "../../catalog/moving/read-catalogue.ts";
import { readLists } from "../../lists/moving/read-lists.ts";
import { readShoppers } from "../../shoppers/moving/read-shoppers.ts";
import { ownSettings } from "../../stores/settings/own-settings.ts";
import type { Store } from "../../stores/store.ts";
import { readSubscriptions } from "../../subscriptions/moving/read-subscriptions.ts";
import { whileUnavailable } from "../while-unavailable.ts";

/** Counts places, such as lists, and not lines: a list may have a thousand items. */
const PAGE = 500;
const PAGE_OF_ROWS = 2_000;
const FIRST_ID = "0";
const FIRST_HASH = "00000000-0000-0000-0000-000000000000";

type Part = { readonly read: ReadLines; readonly limit: number; readonly first: string };
const rows = (read: ReadLines): Part => ({ read, limit: PAGE_OF_ROWS, first: FIRST_ID });
const places = (read: ReadLines): Part => ({ read, limit: PAGE, first: FIRST_ID });

/** The files of an export, each with what it is read from. What others refer to comes first. */
const FILES: Readonly<Record<string, readonly Part[]>> = {
  "suppressions.jsonl": [
    rows(readSubscriptions.suppressions),
    { ...rows(readSubscriptions["hashed-suppressions"]), first: FIRST_HASH },
  ],
  "variants.jsonl": [rows(readCatalogue.variants), rows(readCatalogue.markets)],
  "prices.jsonl": [places(readCatalogue.prices), places(readCatalogue["market-prices"])],
  "stock.jsonl": [rows(readCatalogue.stock), rows(readCatalogue["market-stock"])],
  "shoppers.jsonl": [rows(readShoppers.shoppers)],
  "contacts.jsonl": [rows(readSubscriptions.contacts)],
  "lists.jsonl": [rows(readLists.lists), rows(readLists["united-lists"])],
  "items.jsonl": [places(readLists.items)],
  "subscriptions.jsonl": [rows(readSubscriptions.subscriptions)],
};

export const SETTINGS_FILE = "settings.json";
export const MANIFEST_FILE = "manifest.json";
export const FILE_NAMES: ReadonlySet<string> = new Set([SETTINGS_FILE, ...Object.keys(FILES)]);

/** The version of the format. A reader refuses a higher one. */
export const FORMAT = 1;

export type FileFacts = {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
};
export type Manifest = {
  readonly format: number;
  readonly store: { readonly pid: string; readonly name: string };
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly files: readonly FileFacts[];
};

/** A piece of a file: some whole lines. */
export type Piece = { readonly file: string; readonly text: string };

/** Everything that a store can take along, file by file, and then the manifest. Each page is read in a transaction of its own,
 *  so an export holds back nothing, however slowly it is read; what came after its beginning is not in it. */
export async function* exportPieces(db: Db, store: Store, now: () => Date): AsyncGenerator<Piece, Manifest> {
  const startedAt = now().toISOString();
  const until = await db.inStore(store.id, newestId);
  const files: FileFacts[] = [];
  const settings = `${JSON.stringify(ownSettings(store.settings))}\n`;
  yield { file: SETTINGS_FILE, text: settings };
  files.push(factsOf(SETTINGS_FILE, countInto(newSum(), settings)));
  for (const [file, parts] of Object.entries(FILES)) {
    const sum = newSum();
    for (const part of parts) {
      for await (const text of readPart(db, store, part, until)) {
        countInto(sum, text);
        yield { file, text };
      }
    }
    files.push(factsOf(file, sum));
  }
  return {
    format: FORMAT,
    store: { pid: store.pid, name: store.name },
    startedAt,
    finishedAt: now().toISOString(),
    files,
  };
}

async function* readPart(db: Db, store: Store, { read, limit, first }: Part, until: string): AsyncGenerator<string> {
  for (let after = first; ; ) {
    const from = after;
    const page = await whileUnavailable(() => db.inStore(store.id, (tx) => read(tx, { after: from, until, limit })));
    const last = page.at(-1);
    if (!last) return;
    after = last.at;
    let text = "";
    for (const { line } of page) if (line !== null) text += `${line}\n`;
    if (text !== "") yield text;
  }
}

type Sum = { readonly hash: Hash; rows: number; bytes: number };
const newSum = (): Sum => ({ hash: createHash("sha256"), rows: 0, bytes: 0 });

function countInto(sum: Sum, text: string): Sum {
  sum.hash.update(text);
  sum.bytes += Buffer.byteLength(text);
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) sum.rows += 1;
  return sum;
}

const factsOf = (name: string, { hash, rows: count, bytes }: Sum): FileFacts => ({
  name,
  rows: count,
  bytes,
  sha256: hash.digest("hex"),
});
