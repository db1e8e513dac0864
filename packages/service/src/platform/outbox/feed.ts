import type { Runner } from "../db/db.ts";
import { type Batch, readBatches } from "./read-batches.ts";

export type Feed = ReturnType<typeof createFeed>;

const EVENTS_KEPT = 20_000;
const EVENTS_PER_PAGE = 5_000;

/** Reads each batch once for all readers of a process. */
export function createFeed(runner: Runner) {
  let partitions: readonly number[] = [];
  /** Each batch under the number of the one before it. */
  let kept = new Map<bigint, Batch>();
  let eventsKept = 0;
  let reading = new Map<bigint, Promise<void>>();

  async function read(after: bigint) {
    const into = kept;
    const batches = await readBatches(runner, after, partitions);
    if (into !== kept) return; // these are for the partitions of before
    let before = after;
    for (const batch of batches) {
      if (!kept.has(before)) eventsKept += batch.events.length;
      kept.set(before, batch);
      before = batch.batch;
    }
    for (const [number, { events }] of kept) {
      if (eventsKept <= EVENTS_KEPT) break;
      kept.delete(number);
      eventsKept -= events.length;
    }
  }

  return {
    /** From now on, pages have the events of these partitions. */
    follow(next: readonly number[]) {
      partitions = next;
      kept = new Map();
      reading = new Map();
      eventsKept = 0;
    },
    /** The batches after this one, about 5,000 events. Empty when there are none, or the partitions changed meanwhile. */
    async pageAfter(after: bigint): Promise<Batch[]> {
      if (!kept.has(after)) {
        const shared = reading;
        const mine = shared.get(after) ?? read(after).finally(() => shared.delete(after));
        shared.set(after, mine);
        await mine;
      }
      const page: Batch[] = [];
      let events = 0;
      for (let next = kept.get(after); next && events < EVENTS_PER_PAGE; next = kept.get(next.batch)) {
        page.push(next);
        events += next.events.length;
      }
      return page;
    },
  };
}
