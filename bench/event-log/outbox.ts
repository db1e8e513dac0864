import type { OutboxEvent } from "../../packages/service/src/platform/outbox/events.ts";
import { declareReaders, findPositions } from "../../packages/service/src/platform/outbox/positions.ts";
import { readBatches } from "../../packages/service/src/platform/outbox/read-batches.ts";
import { PARTITIONS } from "../../packages/service/src/platform/outbox/reader.ts";
import { startRelay } from "../../packages/service/src/platform/outbox/relay.ts";
import { tick } from "../../packages/service/src/platform/outbox/tick.ts";
import { migrate, openDeps } from "../service.ts";
import { connect } from "./connect.ts";
import { type EventLog, type EventRow, PAYLOAD, READERS, TICK_MS } from "./event-log.ts";
import { runTicker } from "./run-ticker.ts";

const ALL_PARTITIONS = Array.from({ length: PARTITIONS }, (_, partition) => partition);
const NAMES = Array.from({ length: READERS }, (_, reader) => `reader-${reader}`);

const WRITE = `insert into outbox (store_id, subject, payload)
  select store, $1, ${PAYLOAD} from unnest($2::bigint[]) store`;
const SAVE = "update outbox_positions set batch = $2 where reader = $1";

/** The settings of the service's own connections. */
const settingsOf = (role: string) => ({
  role,
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  jit: "off",
});
const toRow = ({ id, subject, storeId, payload }: OutboxEvent) =>
  [id, subject, `${storeId}`, payload] as unknown as EventRow;

const common: Pick<EventLog, "prepare" | "openWriter"> = {
  async prepare(url) {
    await migrate(url);
    const { runner, close } = await connect(url, "reader", settingsOf("keepsake_worker"));
    await declareReaders(runner, NAMES);
    await close();
  },

  async openWriter(url) {
    const { run, close } = await connect(url, "writer", settingsOf("keepsake_hot"));
    return { call: async (subject, stores) => void (await run(WRITE, [subject, stores])), close };
  },
};

/** The service's outbox and its worker: one process reads each event once and hands it to all its readers. */
export function createOutbox(): EventLog {
  let queues: EventRow[][] = [];
  return {
    ...common,
    async startTicker(url) {
      queues = NAMES.map(() => []);
      const deps = await openDeps(url);
      const readers = NAMES.map((name, reader) => ({
        name,
        handle: async (events: readonly OutboxEvent[]) => void queues[reader]?.push(...events.map(toRow)),
      }));
      const relay = startRelay({ ...deps, readers, pollMs: TICK_MS });
      return {
        async close() {
          await relay.stop();
          await deps.close();
        },
      };
    },
    openReader: async (_, reader) => ({ call: async () => queues[reader]?.splice(0) ?? [], close: async () => {} }),
  };
}

/** The service's outbox with six readers in six processes: each reads every event for itself, as PgQ's consumers do. */
export const outboxApart: EventLog = {
  ...common,
  async startTicker(url) {
    const { db, close } = await openDeps(url);
    return runTicker(() => tick(db), close);
  },

  async openReader(url, number) {
    const { run, runner, close } = await connect(url, "reader", settingsOf("keepsake_worker"));
    const name = NAMES[number] ?? "";
    const [position] = await findPositions(runner, [name], [0]);
    let last = position?.batch ?? 0n;
    return {
      async call() {
        const batches = await readBatches(runner, last, ALL_PARTITIONS);
        const newest = batches.at(-1);
        if (!newest) return [];
        last = newest.batch;
        await run(SAVE, [name, String(last)]);
        return batches.flatMap(({ events }) => events.map(toRow));
      },
      close,
    };
  },
};
