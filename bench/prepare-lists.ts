import { withCpu } from "./cpu.ts";
import type { BenchContext } from "./path.ts";
import { writeScript } from "./pgbench.ts";
import { seedLists } from "./seed-lists.ts";
import { createStore, migrate, readStore, startService } from "./service.ts";
import { type HttpSample, runWrk } from "./wrk.ts";

/** Creates a store with lists and starts a service for it. Both sides use the same lists. */
export async function prepareLists(
  context: BenchContext,
  options: { database: string; shoppers: number; role?: "api" | "all"; checkout?: string },
) {
  const { postgres, folder, processes } = context;
  const { database, shoppers, role = "api", checkout } = options;
  const databaseUrl = await postgres.createDatabase(database);
  await migrate(databaseUrl, checkout);
  const { id: storeId, pid } = await createStore(databaseUrl, "Lists");
  const seeded = await seedLists(databaseUrl, await readStore(databaseUrl, pid), { shoppers, folder, name: database });
  const api = await startService({ databaseUrl, role, folder, checkout, processes });
  const pids = { service: api.pid, postgres: postgres.pid };
  return {
    databaseUrl,
    storeId,
    pid,
    ...seeded,
    write: (name: string, text: string) => writeScript(folder, `${database}-${name}`, text),
    call: (script: string, clients: number, seconds: number): Promise<HttpSample> =>
      withCpu(pids, () => runWrk({ api, script, clients, seconds })),
    stop: () => api.stop(),
  };
}
export type PreparedLists = Awaited<ReturnType<typeof prepareLists>>;
