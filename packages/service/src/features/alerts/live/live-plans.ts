import type { Db } from "../../../platform/db/db.ts";
import { unavailable } from "../../../platform/errors.ts";
import { tooManyStreams } from "../../../platform/http/server-sent-events.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Log } from "../../../platform/log.ts";
import { createPlaces, type TakePlaces } from "../../../platform/places.ts";
import { type ReadDeps, readChanges, type Seen } from "./read-changes.ts";

/** Tells the open streams of a process which plans of their store change. */
export type LivePlans = {
  /** Takes a place for the stream, which is told of changes after `begin`. Refuses when too many streams are open: of the store,
   *  or in this process. */
  watch(storeId: StoreId, stream: Stream): Promise<{ begin(): void; stop(): void }>;
  /** Ends all streams. Their browsers reconnect, to another process. */
  close(): void;
};
type Stream = {
  /** Called once: every later change will be reported. */
  ready(): void;
  changed(plan: string): void;
  end(): void;
};

const STREAMS_PER_STORE_MAX = 50;
const STREAMS_MAX = 500;
/** From the end of one read to the next, so that a plan has at most one event in this time. */
const PAUSE_MS = 1_000;
const FAILED_MS = 5_000;
/** So that reads of many stores leave connections to all other calls. */
const READS_AT_ONCE = 2;

type Watch = {
  readonly storeId: StoreId;
  readonly streams: Set<Stream>;
  seen: Seen | undefined;
  timer: NodeJS.Timeout | undefined;
};

/** One reader for each store that somebody watches, however many do; none otherwise. `takePlaces` counts the streams of a
 *  store; in a group it counts those of all processes. */
export function createLivePlans({
  db,
  log,
  takePlaces = createPlaces(),
  ...readDeps
}: ReadDeps & { readonly db: Db; readonly log: Log; readonly takePlaces?: TakePlaces | undefined }): LivePlans {
  const watches = new Map<StoreId, Watch>();
  const takeOwnPlace = createPlaces();
  const due: Watch[] = [];
  let reads = 0;

  async function read(watch: Watch) {
    try {
      const { seen, changed } = await db.inStore(watch.storeId, (tx) => readChanges(readDeps, tx, watch.seen));
      const isFirst = watch.seen === undefined;
      watch.seen = seen;
      for (const stream of watch.streams) {
        if (isFirst) stream.ready();
        for (const plan of changed) stream.changed(plan);
      }
      return PAUSE_MS;
    } catch (error) {
      log.warn({ error, store: watch.storeId }, "Changed plans could not be read. The next read is in 5 seconds");
      return FAILED_MS;
    }
  }
  function readNext() {
    while (reads < READS_AT_ONCE) {
      const watch = due.shift();
      if (!watch) return;
      if (watch.streams.size === 0) continue;
      reads += 1;
      void read(watch).then((waitMs) => {
        reads -= 1;
        if (watch.streams.size > 0) watch.timer = setTimeout(() => readLater(watch), waitMs);
        readNext();
      });
    }
  }
  function readLater(watch: Watch) {
    due.push(watch);
    readNext();
  }
  function startWatch(storeId: StoreId) {
    const watch: Watch = { storeId, streams: new Set(), seen: undefined, timer: undefined };
    watches.set(storeId, watch);
    return watch;
  }

  return {
    async watch(storeId, stream) {
      const free = await takePlaces([{ name: `plans of store ${storeId}`, max: STREAMS_PER_STORE_MAX }]);
      if (!free) throw tooManyStreams();
      const freeOwn = takeOwnPlace([{ name: "all", max: STREAMS_MAX }]);
      if (!freeOwn) {
        free();
        throw unavailable("Another stream");
      }
      let watch: Watch | undefined;
      let isStopped = false;
      return {
        begin() {
          if (isStopped || watch) return;
          watch = watches.get(storeId) ?? startWatch(storeId);
          watch.streams.add(stream);
          if (watch.seen) stream.ready();
          else if (watch.streams.size === 1) readLater(watch);
        },
        stop() {
          if (isStopped) return;
          isStopped = true;
          free();
          freeOwn();
          watch?.streams.delete(stream);
          if (!watch || watch.streams.size > 0) return;
          clearTimeout(watch.timer);
          if (watches.get(storeId) === watch) watches.delete(storeId);
        },
      };
    },
    close() {
      for (const { streams } of watches.values()) for (const stream of streams) stream.end();
    },
  };
}
