import { withCpu } from "./cpu.ts";
import type { Ground } from "./path.ts";
import { writeScript } from "./pgbench.ts";
import { seedLists } from "./seed-lists.ts";
import { createStore, migrate, readStore, startService } from "./service.ts";
import { type HttpSample, runWrk } from "./wrk.ts";

/** A store full of lists, and a service on it. Both sides work on the same lists. */
export async function prepareLists(
  ground: Ground,
  options: { database: string; shoppers: number; role?: "api" | "all" },
) {
  const { postgres, folder } = ground;
  const { database, shoppers, role = "api" } = options;
  const databaseUrl = await postgres.createDatabase(database);
  await migrate(databaseUrl);
  const { id: storeId, pid } = await createStore(databaseUrl, "Lists");
  const seeded = await seedLists(databaseUrl, await readStore(databaseUrl, pid), { shoppers, folder, name: database });
  const api = await startService({ databaseUrl, role, folder });
  const pids = { service: api.pid, postgres: postgres.pid };
  return {
    databaseUrl,
    storeId,
    pid,
    ...seeded,
    write: (name: string, text: string) => writeScript(folder, `${database}-${name}`, text),
    call: (script: string, clients: number, seconds: number): Promise<HttpSample> =>
      withCpu(pids, () => runWrk({ port: api.port, script, clients, seconds })),
    stop: () => api.stop(),
  };
}
export type ListGround = Awaited<ReturnType<typeof prepareLists>>;
