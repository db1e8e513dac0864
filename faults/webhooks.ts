import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { createEndpoint } from "../packages/service/src/features/events/webhooks/endpoints/create-endpoint.ts";
import { createStore } from "../packages/service/src/features/stores/create-store.ts";
import { createStoreCache } from "../packages/service/src/features/stores/store-cache.ts";
import { createDb } from "../packages/service/src/platform/db/db.ts";
import type { StoreId } from "../packages/service/src/platform/ids.ts";
import type { openLab } from "./lab.ts";
import type { ReceiverReport } from "./webhook-receivers.ts";

const RECEIVERS = new URL("webhook-receivers.ts", import.meta.url);
const EVENT = JSON.stringify({
  listId: "7",
  publicListId: "0f9d0b9e-6d0c-4c53-9f6e-0f2ad1c5a8e4",
  shopperId: "8",
});

/** Receivers in a process of their own. */
export async function startReceivers() {
  const child = fork(RECEIVERS, { execArgv: [], serialization: "advanced" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const ask = async (what: "report" | "reset"): Promise<ReceiverReport> => {
    const answer = once(child, "message");
    child.send({ ask: what });
    const [{ report }] = (await answer) as [{ report: ReceiverReport }];
    return report;
  };
  return {
    port,
    report: () => ask("report"),
    reset: () => ask("reset"),
    setDown: (isDown: boolean) => void child.send({ isDown }),
  };
}
export type Receivers = Awaited<ReturnType<typeof startReceivers>>;

/** Each endpoint has a host of its own, so that each has connections of its own. `targetOf`: the port and the path. */
export async function addEndpoints(
  { database, keyring }: Awaited<ReturnType<typeof openLab>>,
  { stores, perStore, targetOf }: { stores: number; perStore: number; targetOf: (nth: number) => string },
): Promise<StoreId[]> {
  const db = createDb(database, { onError: () => undefined, wake: () => undefined, allowPrivilegedLogin: true });
  const { seal } = await keyring();
  const cache = createStoreCache({ hot: db.hot, seal, hashSecret: () => Buffer.alloc(32), clock: Date.now });
  const ids: StoreId[] = [];
  try {
    for (let nth = 0; nth < stores; nth += 1) {
      const name = { name: `Store ${nth}`, shards: { first: 0, last: 15 } };
      const { id } = await db.asOperator((tx) => createStore(tx, seal, name));
      const store = await cache.getById(id);
      await db.inStore(id, async (tx) => {
        for (let place = 0; place < perStore; place += 1) {
          const of = nth * perStore + place;
          const url = `http://endpoint-${of}.localhost:${targetOf(of)}`;
          await createEndpoint(tx, store, (one) => one, { url, description: "", subjects: ["list.updated"] });
        }
      });
      ids.push(id);
    }
  } finally {
    await db.end();
  }
  return ids;
}

/** Writes events of these stores, in turn, at this rate. Returns how many there are, and how long it took. */
export async function writeEvents(
  database: string,
  stores: readonly StoreId[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<{ events: number; seconds: number }> {
  const client = new Client({ connectionString: database });
  await client.connect();
  const total = Math.round(perSecond * seconds);
  const begun = performance.now();
  for (let written = 0; written < total; ) {
    const due = Math.min(total, Math.ceil(((performance.now() - begun) / 1_000) * perSecond));
    const ids = Array.from({ length: due - written }, (_, index) => stores[(written + index) % stores.length]);
    if (ids.length > 0)
      await client.query(
        "insert into outbox (store_id, subject, payload) select id, 'list.updated', $2::jsonb from unnest($1::int[]) as id",
        [ids, EVENT],
      );
    written = due;
    await pause(20);
  }
  const took = (performance.now() - begun) / 1_000;
  await client.end();
  return { events: total, seconds: took };
}

/** Megabytes of memory that a process has. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

/** Samples the memory of a process until stopped. */
export function watchMemory(pid: number, everyMs = 250) {
  const samples: number[] = [];
  const timer = setInterval(
    () =>
      void memoryOf(pid).then(
        (megabytes) => samples.push(megabytes),
        () => undefined,
      ),
    everyMs,
  );
  return {
    samples,
    stop: () => clearInterval(timer),
  };
}

export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Waits until receivers that work have got so many deliveries, each once at least. */
export const whenReceived = (receivers: Receivers, count: number, ms: number) =>
  waitFor(async () => Object.keys((await receivers.report()).counts).length >= count, ms);
