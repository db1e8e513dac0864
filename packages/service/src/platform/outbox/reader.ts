import type { SystemTx } from "../db/db.ts";
import type { OutboxEvent } from "./events.ts";

/** Receives every event once, in order. What `handle` writes through `tx` is committed together with the reader's position,
 *  so it happens exactly once; other effects may be repeated after a crash. An event on which `handle` fails every time
 *  is skipped. */
export type OutboxReader = {
  readonly name: string;
  handle(tx: SystemTx, events: readonly OutboxEvent[]): Promise<void>;
};
