import type { HotDb } from "../../platform/db/db.ts";
import { unavailable } from "../../platform/errors.ts";
import type { StreamEvent } from "../../platform/event-stream/envelope.ts";
import type { FollowEvents } from "../../platform/event-stream/follow-events.ts";
import { networksOf } from "../../platform/http/networks-of.ts";
import { tooManyStreams } from "../../platform/http/server-sent-events.ts";
import type { ShopperId } from "../../platform/ids.ts";
import type { Log } from "../../platform/log.ts";
import type { Subject } from "../../platform/outbox/events.ts";
import { createPlaces, type TakePlaces } from "../../platform/places.ts";
import { findListStates, type ShopperKey } from "./sql.ts";

/** Notifies the open streams of a process when the lists of their shopper change. */
export type LiveHub = {
  /** Resolves when every later change will reach the stream, with a function that ends the watch. Refuses when too many
   *  streams are open: of the shopper, of the store, from the caller's network, or in this process. */
  watch(
    shopper: ShopperKey,
    from: { readonly ip: string; readonly ofStoreMax: number },
    stream: Stream,
  ): Promise<() => void>;
  /** Ends all streams. Their browsers reconnect, to another process. */
  close(): Promise<void>;
};
type Stream = { changed(): void; end(): void };

const STREAMS_MAX = 5_000;
const STREAMS_PER_SHOPPER_MAX = 10;
const STREAMS_PER_ADDRESS_MAX = 200;
/** Finds changes while no events arrive: without NATS, or when it does not answer. */
const POLL_MS = 3_000;
/** While events arrive, this finds only what no worker has published, because none is running. */
const POLL_WHILE_FOLLOWING_MS = 30_000;

const SUBJECTS: readonly Subject[] = [
  "list.created",
  "list.updated",
  "list.deleted",
  "list.shared",
  "item.added",
  "item.updated",
  "item.removed",
  "shopper.merged",
  "shopper.unmerged",
];

/** The shoppers whose lists an event changed. */
function shoppersOf({ payload }: StreamEvent): readonly ShopperId[] {
  if ("listId" in payload) return [payload.shopperId];
  return "guestId" in payload ? [payload.guestId, payload.accountId] : [];
}

const keyOf = ({ storeId, shopperId }: ShopperKey) => `${storeId}:${shopperId}`;

type Watch = {
  readonly shopper: ShopperKey;
  readonly streams: Set<Stream>;
  state: string | undefined;
};

/** Without `follow`, changes are found by polling alone. `takePlaces` counts the streams of a shopper, a store and an
 *  address; in a group it counts those of all processes. */
export function createLiveHub({
  hot,
  follow,
  takePlaces = createPlaces(),
  log,
}: {
  hot: HotDb;
  follow: FollowEvents | undefined;
  takePlaces?: TakePlaces | undefined;
  log: Log;
}): LiveHub {
  const watches = new Map<string, Watch>();
  const takeOwnPlace = createPlaces();
  /** When the last check that succeeded began. */
  let checkedAt = Number.NEGATIVE_INFINITY;
  /** Events before this time may have been missed. */
  let gapAt = 0;

  const notify = (key: string) => {
    for (const stream of watches.get(key)?.streams ?? []) stream.changed();
  };

  /** Notifies the streams whose lists are not as they were at the last check. An event may have notified some of them
   *  already; they are notified again, because a later change may have had no event. */
  async function checkAll() {
    const checked = [...watches.values()];
    if (checked.length === 0) return;
    const states = await findListStates(
      hot,
      checked.map(({ shopper }) => shopper),
    );
    checked.forEach((watch, index) => {
      const before = watch.state;
      watch.state = states[index];
      if (before !== undefined && before !== watch.state) notify(keyOf(watch.shopper));
    });
  }
  const check = async () => {
    const begun = performance.now();
    const isComplete = following?.isFollowing() && checkedAt >= gapAt;
    if (isComplete && begun - checkedAt < POLL_WHILE_FOLLOWING_MS) return;
    try {
      await checkAll();
      checkedAt = begun;
    } catch (error) {
      log.warn({ error }, "The lists of open streams could not be checked. The next check is in 3 seconds");
    }
  };

  const following = follow?.({
    subjects: SUBJECTS,
    onEvent(event) {
      for (const shopperId of shoppersOf(event)) notify(keyOf({ storeId: event.storeId, shopperId }));
    },
    onGap() {
      gapAt = performance.now();
      void check();
    },
  });
  const poll = setInterval(() => void check(), POLL_MS).unref();

  return {
    async watch(shopper, { ip, ofStoreMax }, stream) {
      const key = keyOf(shopper);
      const free = await takePlaces([
        { name: `shopper ${key}`, max: STREAMS_PER_SHOPPER_MAX },
        { name: `store ${shopper.storeId}`, max: ofStoreMax },
        ...networksOf(ip).map(({ name, times }) => ({ name: `from ${name}`, max: times * STREAMS_PER_ADDRESS_MAX })),
      ]);
      if (!free) throw tooManyStreams();
      const freeOwn = takeOwnPlace([{ name: "all", max: STREAMS_MAX }]);
      if (!freeOwn) {
        free();
        throw unavailable("Another stream");
      }
      const watch = watches.get(key) ?? { shopper, streams: new Set(), state: undefined };
      watch.streams.add(stream);
      watches.set(key, watch);
      const stop = () => {
        if (!watch.streams.delete(stream)) return;
        free();
        freeOwn();
        if (watch.streams.size === 0) watches.delete(key);
      };
      try {
        // The poll compares with this state. If the first poll took it, changes before that poll would be missed.
        const [state] = watch.state === undefined ? await findListStates(hot, [shopper]) : [];
        watch.state ??= state;
      } catch (error) {
        stop();
        throw error;
      }
      return stop;
    },
    async close() {
      clearInterval(poll);
      for (const { streams } of watches.values()) for (const stream of streams) stream.end();
      await following?.close();
    },
  };
}
