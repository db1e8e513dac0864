import type { Db } from "../db/db.ts";
import type { Log } from "../log.ts";
import { claimParked, type Parked, parkedFailedAgain, unpark } from "./park.ts";
import type { OutboxReader } from "./reader.ts";

/** Hands parked events to their readers again, when it is time. */
export async function retryParked({ db, readers, log }: { db: Db; readers: readonly OutboxReader[]; log: Log }) {
  const names = readers.map(({ name }) => name);
  for (const parked of await claimParked(db.worker, names)) {
    const reader = readers.find(({ name }) => name === parked.reader);
    if (!reader) continue;
    try {
      await handleParked(db, reader, parked);
    } catch (error) {
      log.warn({ error, reader: parked.reader, event: parked.event }, "A parked event failed again");
      await parkedFailedAgain(db.worker, parked, error);
    }
  }
}

async function handleParked(db: Db, reader: OutboxReader, { event }: Parked) {
  if ("handleOnce" in reader) {
    await db.asWorker(async (tx) => {
      if (await unpark(tx, reader.name, event.id)) await reader.handleOnce(tx, [event]);
    });
  } else {
    await reader.handle([event]);
    await unpark(db.worker, reader.name, event.id);
  }
}
