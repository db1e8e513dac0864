import { jetstream } from "@nats-io/jetstream";
import { unavailable } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Nats } from "../nats.ts";
import type { OutboxEvent } from "../outbox/events.ts";
import type { AtLeastOnce } from "../outbox/reader.ts";
import { ensureStream } from "./ensure-stream.ts";
import { STREAM, subjectOf, toBody } from "./envelope.ts";

/** How many publishes wait for their acknowledgement at once. Sixteen readers together stay below the 10,000 messages
 *  that a stream queues before it refuses more. */
const IN_FLIGHT = 256;
const ANSWER_MS = 5_000;

/** Publishes events to the stream, in their order. An event that is published again, after a crash or a failure, has the
 *  same message id, so JetStream drops it. */
export function createPublishEvents({ nats, log }: { nats: Nats; log: Log }): AtLeastOnce {
  let ensured: Promise<boolean> | undefined;
  let isWarned = false;
  nats.onConnect(() => {
    ensured = undefined; // it may be another server, or the same one without its data
  });

  async function publish(events: readonly OutboxEvent[]) {
    const connection = nats.connection();
    if (!connection) throw unavailable("NATS");
    ensured ??= ensureStream(connection).then((hasJetStream) => {
      if (!hasJetStream && !isWarned)
        log.warn("This NATS server has no JetStream: events are not published, and processes poll");
      isWarned = !hasJetStream;
      if (!hasJetStream) ensured = undefined; // an account may get it later, without a new connection
      return hasJetStream;
    });
    if (!(await ensured)) return;
    const client = jetstream(connection, { timeout: ANSWER_MS });
    for (let first = 0; first < events.length; first += IN_FLIGHT) {
      const outcomes = await Promise.allSettled(
        events.slice(first, first + IN_FLIGHT).map((event) =>
          client.publish(subjectOf(event), toBody(event), {
            msgID: event.id,
            expect: { streamName: STREAM },
          }),
        ),
      );
      const failed = outcomes.find((outcome) => outcome.status === "rejected");
      if (failed) throw failed.reason;
    }
  }

  return {
    name: "publish-events",
    // While NATS is away its events wait: skipping one would leave a gap in the stream.
    neverParks: true,
    async handle(events) {
      try {
        await publish(events);
      } catch (cause) {
        ensured = undefined; // the stream may be gone
        throw unavailable("NATS", cause);
      }
    },
  };
}
