import type { Keepsake, StockLevel, Variant } from "../../client/src/keepsake.ts";
import { type Format, readDocument, type Summary } from "./read-document.ts";
import { Refusal } from "./refusal.ts";
import type { State } from "./state.ts";

const BATCH = 500;
/** A document that suddenly lacks more than half of so many variants is an accident rather than a sale. */
const SHRINK_MIN = 20;

export type Applied = {
  readonly checked: number;
  readonly corrected: number;
  /** What Keepsake refused, and why. */
  readonly leftOut: readonly string[];
  readonly isComplete: boolean;
  readonly known: State["known"];
};

/** Tells Keepsake what a document says. All of it is read once before anything is sent, so that a document with a mistake
 *  changes nothing. */
export async function applyDocument(
  keepsake: Pick<Keepsake, "upsertVariants" | "setStock">,
  document: { readonly file: string; readonly format: Format; readonly signedAt: Date },
  {
    known,
    mayShrink,
    isNewest,
  }: { readonly known: State["known"]; readonly mayShrink: boolean; readonly isNewest: boolean },
): Promise<Applied> {
  const { file, format } = document;
  const { places, summary } = await check(file, format);
  // A newer document may have named what this one lacks.
  const namesAll = summary.isComplete && isNewest;
  const gone = namesAll ? [...known].filter(([id]) => !places.has(id)) : [];
  if (!mayShrink && known.size >= SHRINK_MIN && gone.length > known.size / 2)
    throw new Refusal(
      400,
      `The document lacks ${gone.length} of ${known.size} known variants, so their stock would be 0. If that is right, restart the program with FEED_MAY_SHRINK=yes, send the document, and restart it without.`,
    );

  const occurredAt = document.signedAt.toISOString();
  const level = (epi: string, location: string, quantity: number): StockLevel => ({
    epi,
    quantity,
    occurredAt,
    ...(location === "" ? {} : { location }),
  });
  let corrected = 0;
  const leftOut: string[] = [];
  const send = async (variants: readonly Variant[], levels: readonly StockLevel[]) => {
    leftOut.push(...(await keepsake.upsertVariants(variants)).leftOut);
    const set = await keepsake.setStock(levels);
    corrected += set.corrected;
    leftOut.push(...set.leftOut);
  };

  for await (const entries of batches(readDocument(file, format)))
    await send(
      // Keepsake orders stock by its time, but keeps the title and price that came last. So those of an older document count
      // only for a variant that no newer one has named.
      [...new Map(entries.map(({ id, variant }) => [id, variant]))]
        .filter(([id]) => isNewest || !known.has(id))
        .map(([, variant]) => variant),
      entries.map(({ id, location, quantity }) => level(id, location, quantity)),
    );
  // A variant that is gone, and a location that a variant no longer has, are sold out.
  const without = namesAll
    ? [...known].flatMap(([id, locations]) =>
        locations.filter((location) => !places.get(id)?.includes(location)).map((location) => level(id, location, 0)),
      )
    : [];
  await send([], without);
  return {
    checked: places.size,
    corrected,
    leftOut,
    isComplete: summary.isComplete,
    known: namesAll ? places : joined(known, places),
  };
}

async function check(file: string, format: Format) {
  const places = new Map<string, string[]>();
  const entries = readDocument(file, format);
  let summary: Summary | undefined;
  while (!summary) {
    const { done, value } = await entries.next();
    if (done) summary = value;
    else {
      const { id, location } = value;
      const locations = places.get(id);
      if (locations?.includes(location))
        throw new Refusal(400, `${id} is named twice${location === "" ? "" : ` for the location ${location}`}.`);
      if (locations) locations.push(location);
      else places.set(id, [location]);
    }
  }
  return { places, summary };
}

function joined(known: State["known"], places: State["known"]): State["known"] {
  const all = new Map(known);
  for (const [id, locations] of places) all.set(id, [...new Set([...(all.get(id) ?? []), ...locations])]);
  return all;
}

async function* batches<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
