import type { HotDb } from "../../platform/db/db.ts";
import type { Doorbell } from "../../platform/doorbell.ts";
import type { Log } from "../../platform/log.ts";
import { listStates, type Watched } from "./sql.ts";

/** Tells open streams that their shopper's lists changed. */
export type LiveHub = {
  /** Answers how to stop once every later change will be told; nothing where this process holds as many streams as it may. */
  watch(shopper: Watched, stream: Stream): Promise<(() => void) | undefined>;
  /** Ends all streams: their browsers connect again, to another process. */
  close(): void;
};
export type Stream = { changed(): void; end(): void };

export const LIVE_BELL = "live";
const STREAMS_MAX = 5_000;
const PER_SHOPPER_MAX = 10;
/** Without NATS, and for a ring that was lost. */
const POLL_MS = 3_000;

export const keyOf = ({ storeId, shopperId }: Watched) => `${storeId}:${shopperId}`;

export function createLiveHub({ hot, doorbell, log }: { hot: HotDb; doorbell: Doorbell; log: Log }): LiveHub {
  const streams = new Map<string, { shopper: Watched; listeners: Set<Stream>; state: string | undefined }>();
  let count = 0;

  const tell = (key: string) => {
    for (const stream of streams.get(key)?.listeners ?? []) stream.changed();
  };
  doorbell.listen(LIVE_BELL, (note) => {
    for (const key of note.split(",")) tell(key);
  });

  async function look() {
    const watched = [...streams.values()];
    if (watched.length === 0) return;
    const states = await listStates(
      hot,
      watched.map(({ shopper }) => shopper),
    );
    watched.forEach((stream, index) => {
      const before = stream.state;
      stream.state = states[index];
      if (before !== undefined && before !== stream.state) tell(keyOf(stream.shopper));
    });
  }
  const poll = setInterval(() => {
    look().catch((error: unknown) => log.warn({ error }, "Open streams could not be checked: next try in seconds"));
  }, POLL_MS);
  poll.unref();

  return {
    async watch(shopper, stream) {
      const key = keyOf(shopper);
      const watched = streams.get(key) ?? { shopper, listeners: new Set(), state: undefined };
      if (count >= STREAMS_MAX || watched.listeners.size >= PER_SHOPPER_MAX) return undefined;
      watched.listeners.add(stream);
      streams.set(key, watched);
      count += 1;
      const stop = () => {
        if (!watched.listeners.delete(stream)) return;
        count -= 1;
        if (watched.listeners.size === 0) streams.delete(key);
      };
      try {
        // What the poll compares with: taken by the first poll, it would hide what changed before.
        const [state] = watched.state === undefined ? await listStates(hot, [shopper]) : [];
        watched.state ??= state;
      } catch (error) {
        stop();
        throw error;
      }
      return stop;
    },
    close() {
      clearInterval(poll);
      for (const { listeners } of streams.values()) for (const stream of listeners) stream.end();
    },
  };
}
