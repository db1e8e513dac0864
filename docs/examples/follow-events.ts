import { AckPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";

const connection = await connect({ servers: (process.env["NATS_URL"] ?? "nats://127.0.0.1:4222").split(",") });
const manager = await jetstreamManager(connection);
// A durable consumer goes on where it stopped, also after days.
await manager.consumers.add("KEEPSAKE_EVENTS", { durable_name: "my-warehouse", ack_policy: AckPolicy.Explicit });
const consumer = await jetstream(connection).consumers.get("KEEPSAKE_EVENTS", "my-warehouse");

// Keep both in your database, and write them in the transaction of the effect.
const handled = new Set<string>();
const newest = new Map<number, bigint>();

for await (const message of await consumer.consume()) {
  const event = message.json<{ id: string; number: string; storeId: number; subject: string; payload: object }>();
  if (!handled.has(event.id)) {
    const last = newest.get(event.storeId);
    if (last !== undefined && BigInt(event.number) > last + 1n)
      console.log(`Events ${last + 1n} to ${BigInt(event.number) - 1n} of store ${event.storeId} are missing so far`);
    console.log(event.storeId, event.number, event.subject, JSON.stringify(event.payload));
    handled.add(event.id);
    if (last === undefined || BigInt(event.number) > last) newest.set(event.storeId, BigInt(event.number));
  }
  message.ack();
}
