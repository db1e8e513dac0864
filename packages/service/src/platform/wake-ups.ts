import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Log } from "./log.ts";

/** Wakes other processes. A wake-up carries only ids and may be lost, so every listener also polls. */
export type WakeUps = {
  send(subject: string, note?: string): void;
  listen(subject: string, onWakeUp: (note: string) => void): void;
  close(): Promise<void>;
};

const PREFIX = "keepsake";

/** Without a URL no wake-up is sent, and processes only poll. */
export function createWakeUps(url: string | undefined, log: Log): WakeUps {
  const listeners: { subject: string; onWakeUp: (note: string) => void }[] = [];
  let connection: NatsConnection | undefined;
  let closed = false;

  async function keepConnected() {
    while (!closed) {
      try {
        connection = await connect({
          servers: url as string,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 500,
          timeout: 2_000,
          ignoreClusterUpdates: true,
        });
        log.info("NATS is connected");
        for (const { subject, onWakeUp } of listeners) subscribe(connection, subject, onWakeUp);
        const error = await connection.closed();
        if (!closed) log.warn({ error }, "NATS closed the connection: reconnecting");
      } catch (error) {
        if (!closed) log.warn({ error }, "NATS does not answer: processes poll until it is back");
        await new Promise((resolve) => setTimeout(resolve, 1_000).unref());
      }
    }
  }
  const connected = url ? keepConnected() : Promise.resolve();

  return {
    send(subject, note = "") {
      if (connection && !connection.isClosed()) connection.publish(`${PREFIX}.${subject}`, note);
    },
    listen(subject, onWakeUp) {
      listeners.push({ subject, onWakeUp });
      if (connection && !connection.isClosed()) subscribe(connection, subject, onWakeUp);
    },
    async close() {
      closed = true;
      await connection?.close().catch(() => undefined);
      await Promise.race([connected, new Promise((resolve) => setTimeout(resolve, 2_000).unref())]);
    },
  };
}

function subscribe(connection: NatsConnection, subject: string, onWakeUp: (note: string) => void) {
  connection.subscribe(`${PREFIX}.${subject}`, {
    callback: (error, message) => {
      if (!error) onWakeUp(message.string());
    },
  });
}
