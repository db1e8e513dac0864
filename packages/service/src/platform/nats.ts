import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Log } from "./log.ts";

/** The connection of this process to NATS, for wake-ups and for events. It connects and reconnects by itself. */
export type Nats = {
  /** Undefined while NATS does not answer. */
  connection(): NatsConnection | undefined;
  /** Calls back now, if connected, and each time the connection is there again. */
  onConnect(callback: (connection: NatsConnection) => void): void;
  onDisconnect(callback: () => void): void;
  close(): Promise<void>;
};

const CONNECT_MS = 2_000;
const RECONNECT_MS = 500;
const AFTER_FAILURE_MS = 1_000;
const CLOSE_MS = 2_000;

/** `url` is one URL, or those of all nodes of a cluster, separated by commas. */
export function createNats(url: string, log: Log): Nats {
  const onConnect: ((connection: NatsConnection) => void)[] = [];
  const onDisconnect: (() => void)[] = [];
  let current: NatsConnection | undefined;
  let working: NatsConnection | undefined;
  let closed = false;

  const begin = (connection: NatsConnection) => {
    working = connection;
    for (const callback of onConnect) callback(connection);
  };
  const end = () => {
    if (!working) return;
    working = undefined;
    for (const callback of onDisconnect) callback();
  };

  async function follow(connection: NatsConnection) {
    for await (const { type } of connection.status()) {
      if (type === "disconnect") end();
      if (type === "reconnect") begin(connection);
    }
  }
  async function keepConnected() {
    while (!closed) {
      try {
        const connection = await connect({
          servers: url.split(","),
          maxReconnectAttempts: -1,
          reconnectTimeWait: RECONNECT_MS,
          timeout: CONNECT_MS,
          ignoreClusterUpdates: true,
          noEcho: true, // wake-ups call the listeners of their own process directly
        });
        current = connection;
        log.info("NATS is connected");
        if (closed) await connection.close();
        else begin(connection);
        follow(connection).catch(() => undefined);
        const error = await connection.closed();
        end();
        if (!closed) log.warn({ error }, "NATS closed the connection: reconnecting");
      } catch (error) {
        if (!closed) log.warn({ error }, "NATS does not answer: processes poll until it is back");
        await new Promise((resolve) => setTimeout(resolve, AFTER_FAILURE_MS).unref());
      }
    }
  }
  const connected = keepConnected();

  return {
    connection: () => working,
    onConnect(callback) {
      onConnect.push(callback);
      if (working) callback(working);
    },
    onDisconnect: (callback) => void onDisconnect.push(callback),
    async close() {
      closed = true;
      await current?.close().catch(() => undefined);
      await Promise.race([connected, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
    },
  };
}
