import type { SystemTx } from "../../../platform/db/db.ts";
import { inPages } from "../../../platform/in-pages.ts";
import type { OutboxEvent } from "../../../platform/outbox/events.ts";
import { lockPositions } from "../../../platform/outbox/positions.ts";
import { partitionOf } from "../../../platform/outbox/reader.ts";
import { completeEvents } from "./complete-events.ts";
import { countEvents } from "./count-events.ts";
import { ROLL_UP } from "./counters.ts";
import { addDays, addLines, addSaves, updatePrices } from "./sql.ts";

/** Deleting large lists removes thousands of items in one page of events. */
const ROWS_AT_ONCE = 5_000;
const VARIANTS_AT_ONCE = 50_000;

/** Adds a page of events to the figures of their stores. */
export async function rollUp(tx: SystemTx, events: readonly OutboxEvent[]): Promise<void> {
  // A parked event that is tried again must not change the same rows at the same time.
  await lockPositions(tx, ROLL_UP, [...new Set(events.map(partitionOf))]);
  for (const some of slicesOf(await completeEvents(tx, events))) {
    const { days, lines, saves, priced } = countEvents(some);
    await inPages(days, ROWS_AT_ONCE, (page) => addDays(tx, page));
    await inPages(lines, ROWS_AT_ONCE, (page) => addLines(tx, page));
    await inPages(saves, ROWS_AT_ONCE, (page) => addSaves(tx, page));
    await inPages(priced, ROWS_AT_ONCE, (page) => updatePrices(tx, page));
  }
}

/** The events in parts with a bounded number of variants: an event of the catalogue or of a deleted list may have hundreds. */
function* slicesOf(events: readonly OutboxEvent[]): Iterable<readonly OutboxEvent[]> {
  let slice: OutboxEvent[] = [];
  let variants = 0;
  for (const event of events) {
    slice.push(event);
    variants += "variantIds" in event.payload ? event.payload.variantIds.length : 1;
    if (variants < VARIANTS_AT_ONCE) continue;
    yield slice;
    slice = [];
    variants = 0;
  }
  if (slice.length > 0) yield slice;
}
