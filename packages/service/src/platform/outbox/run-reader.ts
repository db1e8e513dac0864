import type { Db } from "../db/db.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { OutboxEvent } from "./events.ts";
import type { Feed } from "./feed.ts";
import { parkEvent } from "./park.ts";
import type { Lease } from "./partitions.ts";
import { movePositions } from "./positions.ts";
import { type OutboxReader, type Position, partitionOf } from "./reader.ts";

/** Pages of a reader that are handled at the same time, so that a slow one does not delay all partitions. */
const PAGES_AT_ONCE = 2;
const TRIES = 4;
/** About half an hour. By then a database outage is usually over; an event that times out every time is parked. */
const TRIES_WHILE_UNAVAILABLE = 1_800;
const PAGE_TRIES_WHILE_UNAVAILABLE = 6;
const BACK_OFF_MS = 100;
const BACK_OFF_MAX_MS = 1_000;

/** Where a reader is in one partition. */
type Cursor = Lease & {
  position: Position;
  /** The position in the database. */
  saved: Position;
  isBusy: boolean;
  isLeaving: boolean;
  /** After a failure the partition is read alone, and after another one event by event, up to this batch. */
  isAlone: boolean;
  oneByOneUntil: bigint;
  tries: number;
  notBefore: number;
  /** When the oldest event was written that may not have been handled. */
  behindSince: number | undefined;
};
type Page = { readonly events: readonly OutboxEvent[]; readonly to: Position; readonly since: number };

class PositionLost extends Error {}

/** Hands the events of a worker's partitions to one reader. Partitions at the same position are read together. */
export function runReader(
  reader: OutboxReader,
  deps: { db: Db; feed: Feed; newest: () => bigint; log: Log; metrics: Metrics; backOffMs?: number },
) {
  const { db, feed, newest, log, metrics, backOffMs = BACK_OFF_MS } = deps;
  const cursors = new Map<number, Cursor>();
  const subjects = reader.subjects && new Set<string>(reader.subjects);
  const isOnce = "handleOnce" in reader;
  const running = new Set<Promise<void>>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const isBehind = ({ position }: Cursor) => position.batch < newest();

  function wake() {
    const now = performance.now();
    for (const cursor of cursors.values()) if (isBehind(cursor)) cursor.behindSince ??= Date.now();
    while (!stopped && running.size < PAGES_AT_ONCE) {
      const group = nextGroup(now);
      if (!group) break;
      for (const cursor of group) cursor.isBusy = true;
      const busy = new Set(group);
      const turn: Promise<void> = takeTurn(busy).finally(() => {
        for (const cursor of busy) cursor.isBusy = false;
        running.delete(turn);
        wake();
      });
      running.add(turn);
    }
    const waits = [...cursors.values()].filter(
      (cursor) => !cursor.isBusy && cursor.notBefore > now && isBehind(cursor),
    );
    clearTimeout(timer);
    if (waits.length > 0 && !stopped)
      timer = setTimeout(wake, Math.min(...waits.map((cursor) => cursor.notBefore)) - now + 1);
  }

  /** The partitions that are furthest behind, as far as they can be read now. */
  function nextGroup(now: number): Cursor[] | undefined {
    const ready = [...cursors.values()].filter(
      (one) => !one.isBusy && !one.isLeaving && one.notBefore <= now && isBehind(one),
    );
    const [first] = ready.toSorted((a, b) => Number(a.position.batch - b.position.batch));
    if (!first) return undefined;
    return first.isAlone ? [first] : ready.filter((one) => !one.isAlone && isAt(one.position, first.position));
  }

  /** Reads and handles the next page of these partitions. Those without events in it are free again before it is handled. */
  async function takeTurn(group: Set<Cursor>) {
    const [first] = group;
    if (!first) return;
    const page = await readPage(first, [...group]).catch((error: unknown) => {
      log.warn({ error, reader: reader.name }, "Could not read events: trying again");
      return undefined;
    });
    if (!page) return delay([...group], 1);
    const concerned = new Set(page.events.map(partitionOf));
    for (const cursor of group) {
      if (concerned.has(cursor.partition)) cursor.behindSince = page.since;
      else {
        advance(cursor, page.to);
        cursor.isBusy = false;
        group.delete(cursor);
      }
    }
    wake();
    const cursorsOfPage = [...group];
    if (cursorsOfPage.length === 0) return;
    try {
      await handle(cursorsOfPage, page);
      for (const cursor of cursorsOfPage) advance(cursor, page.to);
      metrics.relayed.inc({ reader: reader.name }, page.events.length);
    } catch (error) {
      await failed(cursorsOfPage, page, error);
    }
  }

  /** The next events of these partitions that concern the reader. Undefined when there are none to be had yet. */
  async function readPage({ position, oneByOneUntil }: Cursor, group: readonly Cursor[]): Promise<Page | undefined> {
    const partitions = new Set(group.map(({ partition }) => partition));
    const batches = await feed.pageAfter(position.batch);
    const [first] = batches;
    const last = batches.at(-1);
    if (!first || !last) return undefined;
    const since = first.createdAt.getTime();
    const events: OutboxEvent[] = [];
    for (const { batch, events: all } of batches) {
      const ofReader = all.filter(
        (event) =>
          partitions.has(partitionOf(event)) &&
          (!subjects || subjects.has(event.subject)) &&
          (batch !== first.batch || BigInt(event.id) > position.id),
      );
      const [next] = ofReader;
      if (next && batch <= oneByOneUntil)
        return { events: [next], to: { batch: batch - 1n, id: BigInt(next.id) }, since };
      events.push(...ofReader);
    }
    return { events, to: { batch: last.batch, id: 0n }, since };
  }

  async function handle(group: readonly Cursor[], { events, to }: Page) {
    if ("handle" in reader) return reader.handle(events);
    await db.asWorker(async (tx) => {
      await move(tx, group, to);
      await reader.handleOnce(tx, events);
    });
    for (const cursor of group) cursor.saved = to;
  }

  async function move(tx: Parameters<typeof movePositions>[0], group: readonly Cursor[], to: Position) {
    const moves = group.map(({ partition, saved }) => ({ partition, from: saved }));
    if (!(await movePositions(tx, reader.name, moves, to))) throw new PositionLost();
  }

  async function failed(group: readonly Cursor[], { events, to }: Page, error: unknown) {
    if (error instanceof PositionLost) {
      // Another worker has moved the reader on. The next lease brings the position.
      for (const { partition } of group) cursors.delete(partition);
      return;
    }
    const [cursor] = group;
    const [event] = events;
    if (!cursor || !event) return;
    // In a long outage, ever more rarely.
    if (Number.isInteger(Math.log2(cursor.tries + 1)))
      log.warn({ error, reader: reader.name, events: events.length }, "A reader of events failed: trying again");
    const isUnavailable = error instanceof AppError && error.kind === "unavailable";
    // In an outage all events fail. Only when it lasts may one of them be the cause.
    if (reader.neverParks || (isUnavailable && events.length > 1 && cursor.tries < PAGE_TRIES_WHILE_UNAVAILABLE)) {
      for (const one of group) one.tries += 1;
      return delay(group, cursor.tries);
    }
    if (group.length > 1) {
      for (const one of group) one.isAlone = true;
      return;
    }
    if (events.length > 1) {
      cursor.oneByOneUntil = to.batch;
      cursor.isAlone = true;
      cursor.tries = 0;
      return delay(group, 1);
    }
    cursor.isAlone = true;
    cursor.tries += 1;
    const triesMax = isUnavailable ? TRIES_WHILE_UNAVAILABLE : TRIES;
    if (cursor.tries < triesMax || !(await park(cursor, event, to, error))) delay(group, cursor.tries);
  }

  async function park(cursor: Cursor, event: OutboxEvent, to: Position, error: unknown): Promise<boolean> {
    try {
      const isParked = await db.asWorker(async (tx) => {
        if (!(await parkEvent(tx, reader.name, event, cursor.tries, error))) return false;
        await move(tx, [cursor], to);
        return true;
      });
      if (!isParked) {
        log.error({ reader: reader.name }, "Too many events of this reader are parked: it waits");
        return false;
      }
    } catch (problem) {
      if (problem instanceof PositionLost) cursors.delete(cursor.partition);
      log.warn({ error: problem, reader: reader.name }, "Could not park an event: trying again");
      return false;
    }
    log.error({ error, reader: reader.name, event }, "Parked an event: its reader failed on it every time");
    cursor.saved = to;
    advance(cursor, to);
    return true;
  }

  function delay(group: readonly Cursor[], tries: number) {
    const wait = Math.min(backOffMs * 2 ** (tries - 1), BACK_OFF_MAX_MS);
    for (const cursor of group) cursor.notBefore = performance.now() + wait;
  }

  function advance(cursor: Cursor, to: Position) {
    cursor.position = to;
    cursor.tries = 0;
    if (to.batch >= cursor.oneByOneUntil) cursor.isAlone = false;
    if (!isBehind(cursor)) cursor.behindSince = undefined;
  }

  return {
    name: reader.name,
    wake,
    /** Begins to read a partition, at the position in the database. */
    take(lease: Lease, position: Position) {
      cursors.set(lease.partition, {
        ...lease,
        position,
        saved: position,
        isBusy: false,
        isLeaving: false,
        isAlone: false,
        oneByOneUntil: 0n,
        tries: 0,
        notBefore: 0,
        behindSince: undefined,
      });
    },
    /** Forgets a partition at once, because another worker has it. */
    lose: (partition: number) => void cursors.delete(partition),
    has: ({ partition, term }: Lease) => cursors.get(partition)?.term === term,
    /** Starts no more work in these partitions, and waits for the work that is going on. */
    async finish(partitions: readonly number[]) {
      const leaving = partitions.flatMap((partition) => cursors.get(partition) ?? []);
      for (const cursor of leaving) cursor.isLeaving = true;
      while (leaving.some(({ isBusy }) => isBusy)) await Promise.race(running);
    },
    /** Positions that are not in the database yet. The caller saves them and calls `done`. */
    unsaved() {
      const moved = [...cursors.values()].filter((one) => !isAt(one.position, one.saved) && !(isOnce && one.isBusy));
      // A page that is handled exactly once must not begin at a position that is just being saved.
      if (isOnce) for (const cursor of moved) cursor.isBusy = true;
      const positions = moved.map(({ partition, term, position }) => ({
        reader: reader.name,
        partition,
        term,
        ...position,
      }));
      const done = (saved: readonly { readonly reader: string; readonly partition: number }[]) => {
        const written = new Set(saved.flatMap((one) => (one.reader === reader.name ? one.partition : [])));
        for (const [index, cursor] of moved.entries()) {
          if (isOnce) cursor.isBusy = false;
          const position = positions[index];
          if (position && written.has(cursor.partition)) cursor.saved = { batch: position.batch, id: position.id };
        }
        wake();
      };
      return { positions, done };
    },
    /** How long the oldest unhandled event has waited. */
    lagSeconds() {
      const since = [...cursors.values()].flatMap(({ behindSince }) => behindSince ?? []);
      return since.length === 0 ? 0 : (Date.now() - Math.min(...since)) / 1000;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      while (running.size > 0) await Promise.all(running);
    },
  };
}

const isAt = (one: Position, other: Position) => one.batch === other.batch && one.id === other.id;
