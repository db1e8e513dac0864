import type { NatsConnection } from "@nats-io/transport-node";
import type { Nats } from "./nats.ts";

/** Wakes this process and others. A wake-up says only that there may be work, and may be lost, so every listener also
 *  polls. */
export type WakeUps = {
  send(subject: string): void;
  listen(subject: string, onWakeUp: () => void): void;
  close(): Promise<void>;
};

/** The stream of events has the subjects `keepsake.events.>`: no wake-up may be called so. */
const PREFIX = "keepsake";
/** A busy process writes hundreds of events a second. Its workers need not hear of each. */
const APART_MS = 50;

/** The other processes of a group, which the parent wakes. */
type Siblings = { send(subject: string): void; listen(onWakeUp: (subject: string) => void): void };

/** Without NATS only this process and its siblings are woken; the others poll. */
export function createWakeUps(nats: Nats | undefined, siblings?: Siblings): WakeUps {
  const listeners = new Map<string, Set<() => void>>();
  /** The subjects that were sent within the last 50 ms, and whether another wake-up waits for the end of that time. */
  const recent = new Map<string, { timer: NodeJS.Timeout; isWaiting: boolean }>();
  let subscribed: NatsConnection | undefined;

  const wake = (subject: string) => {
    for (const onWakeUp of listeners.get(subject) ?? []) onWakeUp();
  };
  const fire = (subject: string) => {
    wake(subject);
    const connection = nats?.connection();
    if (connection) connection.publish(`${PREFIX}.${subject}`);
    else siblings?.send(subject);
  };
  const subscribe = (connection: NatsConnection, subject: string) =>
    connection.subscribe(`${PREFIX}.${subject}`, { callback: (error) => void (error ?? wake(subject)) });
  siblings?.listen(wake);
  nats?.onConnect((connection) => {
    if (connection === subscribed) return; // the client has renewed its subscriptions by itself
    subscribed = connection;
    for (const subject of listeners.keys()) subscribe(connection, subject);
  });

  function begin(subject: string) {
    fire(subject);
    const timer = setTimeout(() => {
      const { isWaiting } = recent.get(subject) ?? {};
      recent.delete(subject);
      if (isWaiting) begin(subject);
    }, APART_MS).unref();
    recent.set(subject, { timer, isWaiting: false });
  }

  return {
    send(subject) {
      const last = recent.get(subject);
      if (last) last.isWaiting = true;
      else begin(subject);
    },
    listen(subject, onWakeUp) {
      const known = listeners.get(subject);
      if (known) return void known.add(onWakeUp);
      listeners.set(subject, new Set([onWakeUp]));
      if (subscribed && !subscribed.isClosed()) subscribe(subscribed, subject);
    },
    async close() {
      for (const [subject, { timer, isWaiting }] of recent) {
        clearTimeout(timer);
        if (isWaiting) fire(subject);
      }
      recent.clear();
    },
  };
}
