import { mkdir } from "node:fs/promises";
import { ask } from "./ask.ts";
import { getProgram } from "./install.ts";
import { type Engine, runEngine } from "./run-engine.ts";

export interface Redis extends Engine {
  /** Nothing to do: what Redis knew ended with its process. The server must be down, as for the others. */
  wipe(): Promise<void>;
}

/** Redis without persistence; `dir`, an absolute path, holds its log. */
export async function startRedis({ dir }: { dir: string }): Promise<Redis> {
  const file = await getProgram("redis");
  await mkdir(dir, { recursive: true });

  const engine = await runEngine({
    dir,
    file,
    args: (port) => ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    url: (port) => `redis://127.0.0.1:${port}`,
    isReady: async (port, pid) => Number((await ask(port, "INFO server\r\n", /process_id:(\d+)\r/))?.[1]) === pid,
    quitSignal: "SIGKILL",
  });

  return Object.assign(engine, {
    wipe: async () => {
      if (engine.pid) throw new Error("Stop Redis before it is wiped");
    },
  });
}
