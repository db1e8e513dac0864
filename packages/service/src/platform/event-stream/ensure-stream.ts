import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from "@nats-io/jetstream";
import { type NatsConnection, nanos } from "@nats-io/transport-node";
import { ALL_SUBJECTS, STREAM } from "./envelope.ts";

const ANSWER_MS = 5_000;
const DAY_MS = 86_400_000;
/** In a cluster the stream has three replicas. A single server can have only one. */
const REPLICAS = 3;
const NO_SUITABLE_PEERS = 10_005;

/** An operator may change these with NATS's own tools: they are set only when the stream is created. */
const AT_FIRST = {
  max_age: nanos(8 * DAY_MS), // the outbox, from which the stream is filled again, has no older events
  max_bytes: 1024 ** 3, // JetStream reserves this space when the stream is created
  // The relay tries again for as long as NATS does not answer. A retry within this time is stored once.
  duplicate_window: nanos(10 * 60_000),
};

/** Creates the stream of events, or adds what an older one lacks. Returns false when the server has no JetStream. */
export async function ensureStream(connection: NatsConnection): Promise<boolean> {
  const { streams } = await jetstreamManager(connection, { checkAPI: false, timeout: ANSWER_MS });
  const replicas = connection.info?.cluster ? REPLICAS : 1;
  const create = (num_replicas: number) =>
    streams.add({
      name: STREAM,
      subjects: [ALL_SUBJECTS],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      num_replicas,
      ...AT_FIRST,
    });
  try {
    const found = await streams.info(STREAM).catch(undefinedIfUnknown);
    // A cluster of two nodes, or one that is not complete yet, cannot have three replicas. The next connection tries again.
    if (!found) await create(replicas).catch((error: unknown) => (isTooFewPeers(error) ? create(1) : fail(error)));
    else if (found.config.num_replicas < replicas)
      await streams
        .update(STREAM, { num_replicas: replicas })
        .catch((error: unknown) => (isTooFewPeers(error) ? undefined : fail(error)));
    return true;
  } catch (error) {
    if (isWithoutJetStream(error, connection)) return false;
    throw error;
  }
}

const fail = (error: unknown) => {
  throw error;
};
const hasCode = (error: unknown, code: number) => error instanceof JetStreamApiError && error.code === code;
const undefinedIfUnknown = (error: unknown) =>
  hasCode(error, JetStreamApiCodes.StreamNotFound) ? undefined : fail(error);
const isTooFewPeers = (error: unknown) => hasCode(error, NO_SUITABLE_PEERS);

/** A cluster without a leader does not answer either. Then the server still says that it has JetStream. */
const isWithoutJetStream = (error: unknown, { info }: NatsConnection) =>
  error instanceof Error &&
  error.name === "JetStreamNotEnabled" &&
  (info?.jetstream !== true || error.cause instanceof JetStreamApiError);
