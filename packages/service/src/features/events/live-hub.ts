import type { HotDb } from "../../platform/db/db.ts";
import type { Log } from "../../platform/log.ts";
import type { WakeUps } from "../../platform/wake-ups.ts";
import { findListStates, type ShopperKey } from "./sql.ts";

/** Notifies the open streams of a process when the lists of their shopper change. */
export type LiveHub = {
  /** Resolves when every later change will reach the stream, with a function that ends the watch. Resolves with undefined
   *  when too many streams are open. */
  watch(shopper: ShopperKey, stream: Stream): Promise<(() => void) | undefined>;
  /** Ends all streams. Their browsers reconnect, to another process. */
  close(): void;
};
type Stream = { changed(): void; end(): void };

export const LIVE_WAKE_UP = "live";
const STREAMS_MAX = 5_000;
const STREAMS_PER_SHOPPER_MAX = 10;
/** Finds changes whose wake-up was lost, also while NATS is unavailable. */
const POLL_MS = 3_000;

export const keyOf = ({ storeId, shopperId }: ShopperKey) => `${storeId}:${shopperId}`;

export function createLiveHub({ hot, wakeUps, log }: { hot: HotDb; wakeUps: WakeUps; log: Log }): LiveHub {
  const watches = new Map<string, { shopper: ShopperKey; streams: Set<Stream>; state: string | undefined }>();
  let count = 0;

  const notify = (key: string) => {
    for (const stream of watches.get(key)?.streams ?? []) stream.changed();
  };
  wakeUps.listen(LIVE_WAKE_UP, (note) => {
    for (const key of note.split(",")) notify(key);
  });

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
  const poll = setInterval(() => {
    checkAll().catch((error: unknown) =>
      log.warn({ error }, "The lists of open streams could not be checked. The next check is in 3 seconds"),
    );
  }, POLL_MS);
  poll.unref();

  return {
    async watch(shopper, stream) {
      const key = keyOf(shopper);
      const watch = watches.get(key) ?? { shopper, streams: new Set(), state: undefined };
      if (count >= STREAMS_MAX || watch.streams.size >= STREAMS_PER_SHOPPER_MAX) return undefined;
      watch.streams.add(stream);
      watches.set(key, watch);
      count += 1;
      const stop = () => {
        if (!watch.streams.delete(stream)) return;
        count -= 1;
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
    close() {
      clearInterval(poll);
      for (const { streams } of watches.values()) for (const stream of streams) stream.end();
    },
  };
}
