import { type ConsumerMessages, type ConsumerNotification, DeliverPolicy, jetstream } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Log } from "../log.ts";
import type { Nats } from "../nats.ts";
import type { Subject } from "../outbox/events.ts";
import { ensureStream } from "./ensure-stream.ts";
import { filterOf, fromBody, STREAM, type StreamEvent } from "./envelope.ts";

type Following = {
  /** Whether events arrive now, or would arrive if there were any. */
  isFollowing(): boolean;
  close(): Promise<void>;
};

type Follower = {
  readonly subjects: readonly Subject[];
  onEvent(event: StreamEvent): void;
  /** Events before this moment may have been missed; later ones arrive. Called whenever following begins. */
  onGap(): void;
};

export type FollowEvents = (follower: Follower) => Following;

const ANSWER_MS = 5_000;
const RETRY_MS = 1_000;
/** When two of them are missing, the consumer is made again. */
const HEARTBEAT_MS = 1_000;
const MESSAGES_MAX = 1_000;
/** Any other notification means that events may be missing. */
const HARMLESS = new Set<ConsumerNotification["type"]>(["heartbeat", "next", "debug", "discard", "flow_control"]);

/** Follows the events of these subjects from now on, in every store. What happens while it does not follow is not read
 *  later: the follower looks for itself after `onGap`. */
export function followEvents(
  { nats, log }: { nats: Nats; log: Log },
  { subjects, onEvent, onGap }: Follower,
): Following {
  let messages: ConsumerMessages | undefined;
  let isFollowing = false;
  let isClosed = false;
  let isWarned = false;
  let endPause: () => void = () => undefined;

  const stop = () => {
    isFollowing = false;
    messages?.stop();
  };
  nats.onDisconnect(stop);
  nats.onConnect(() => endPause());

  const handle = (body: string) => {
    try {
      onEvent(fromBody(body));
    } catch (error) {
      log.warn({ error }, "An event of the stream could not be handled");
    }
  };

  async function followOnce(connection: NatsConnection) {
    if (!(await ensureStream(connection))) return;
    const consumer = await jetstream(connection, { timeout: ANSWER_MS }).consumers.get(STREAM, {
      deliver_policy: DeliverPolicy.New,
      filter_subjects: subjects.map(filterOf),
    });
    const current = await consumer.consume({
      max_messages: MESSAGES_MAX,
      idle_heartbeat: HEARTBEAT_MS,
      callback: (message) => handle(message.string()),
    });
    messages = current;
    try {
      const notifications = current.status();
      if (isClosed || nats.connection() !== connection) return;
      isFollowing = true;
      isWarned = false;
      onGap();
      for await (const { type } of notifications) if (!HARMLESS.has(type)) break;
    } finally {
      stop();
      // Otherwise the server keeps the consumer for five minutes.
      consumer.delete().catch(() => undefined);
    }
  }

  async function follow() {
    while (!isClosed) {
      const connection = nats.connection();
      try {
        if (connection) await followOnce(connection);
      } catch (error) {
        if (!isClosed && !isWarned)
          log.warn({ error }, "The stream of events cannot be followed: polling until it can");
        isWarned = true;
      }
      if (!isClosed) await pause();
    }
  }
  const pause = () =>
    new Promise<void>((resolve) => {
      endPause = resolve;
      setTimeout(resolve, RETRY_MS).unref();
    });
  const following = follow();

  return {
    isFollowing: () => isFollowing,
    async close() {
      isClosed = true;
      stop();
      endPause();
      await Promise.race([following, new Promise((resolve) => setTimeout(resolve, ANSWER_MS).unref())]);
    },
  };
}
