import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ask } from "./ask.ts";
import { getProgram } from "./install.ts";
import { type Engine, runEngine } from "./run-engine.ts";

export interface Nats extends Engine {
  /** Deletes every stream. The server must be stopped. */
  wipe(): Promise<void>;
}

/** Starts NATS with JetStream in files below `dir`, an absolute path. */
export async function startNats({ dir }: { dir: string }): Promise<Nats> {
  const file = await getProgram("nats");
  const store = join(dir, "data");
  const conf = join(dir, "nats.conf");
  const name = `keepsake-${randomUUID()}`;
  await mkdir(dir, { recursive: true });
  await writeFile(
    conf,
    `server_name: "${name}"
jetstream { store_dir: ${JSON.stringify(store)}, max_memory_store: 256MB, max_file_store: 4GB }
`,
  );

  const engine = await runEngine({
    dir,
    file,
    args: (port) => ["-c", conf, "-a", "127.0.0.1", "-p", `${port}`],
    url: (port) => `nats://127.0.0.1:${port}`,
    isReady: async (port) => (await ask(port, "", /"server_name":"(.*?)"/))?.[1] === name,
    quitSignal: "SIGKILL",
  });

  return Object.assign(engine, {
    wipe: async () => {
      if (engine.pid) throw new Error("Stop NATS before you wipe its streams");
      await rm(store, { recursive: true, force: true });
    },
  });
}
