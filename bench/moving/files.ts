import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const VARIANTS = 20_000;
const ITEMS_OF_LIST = 10;
const SIGN_UPS_OF_PERSON = 2;
const PAGE = 1_000;

const uuidOf = (n: number) => `${n.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`;
const variantOf = (n: number) => 40_000_000_000 + n;
const two = (n: number) => String(n).padStart(2, "0");
const isoOf = (n: number) => new Date(Date.UTC(2025, 0, 1) + n * 20_000).toISOString();

/** As a spreadsheet writes it, which the mapping translates. */
const shownTime = (n: number) => {
  const at = new Date(Date.UTC(2025, 0, 1) + n * 20_000);
  return `${two(at.getUTCDate())}.${two(at.getUTCMonth() + 1)}.${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
};

async function write(path: string, count: number, line: (n: number) => string, head = "") {
  function* pages() {
    yield head;
    for (let first = 0; first < count; first += PAGE) {
      let text = "";
      for (let n = first; n < Math.min(first + PAGE, count); n += 1) text += `${line(n)}\n`;
      yield text;
    }
  }
  await pipeline(Readable.from(pages()), createWriteStream(path));
  return path;
}

const MAPPING = {
  fields: {
    email: "Email",
    variant: "Variant ID",
    signedUpAt: { column: "Signed up", format: "DD.MM.YYYY HH:mm:ss", zone: "Europe/Berlin" },
    consentText: "Consent",
    state: { column: "Status", values: { Pending: "waiting" } },
  },
};

/** What another service might give: subscriptions as CSV, lists and items as JSON lines. */
export async function writeFiles(folder: string, rows: number) {
  const mapping = join(folder, "mapping.json");
  await writeFile(mapping, JSON.stringify(MAPPING));
  const email = (n: number) => `person-${n}@example.com`;
  const subscriptions = await write(
    join(folder, "subscriptions.csv"),
    rows,
    (n) =>
      `${email(Math.floor(n / SIGN_UPS_OF_PERSON))},${variantOf((n * 7) % VARIANTS)},${shownTime(n)},"Yes, mail me once",Pending`,
    "Email,Variant ID,Signed up,Consent,Status\n",
  );
  const lists = await write(join(folder, "lists.jsonl"), rows / ITEMS_OF_LIST, (n) =>
    JSON.stringify({ list: uuidOf(n), email: email(n), name: "My Wishlist", createdAt: isoOf(n) }),
  );
  const items = await write(join(folder, "items.jsonl"), rows, (n) => {
    const note = n % 10 === 0 ? { note: "in blue, please" } : {};
    const item = { list: uuidOf(Math.floor(n / ITEMS_OF_LIST)), variant: variantOf((n * 13) % VARIANTS), ...note };
    return JSON.stringify({ ...item, addedAt: isoOf(n), quantity: 1 });
  });
  return { subscriptions, lists, items, mapping };
}
