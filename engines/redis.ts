import { mkdir } from "node:fs/promises";
import { ask } from "./ask.ts";
import { getProgram } from "./install.ts";
import { type Engine, type Program, runEngine } from "./run-engine.ts";

export interface Redis extends Engine {
  /** Does nothing, because Redis keeps no data here. The server must be stopped, as for the other engines. */
  wipe(): Promise<void>;
}

/** Starts Redis without persistence. `dir`, an absolute path, contains its log. */
export async function startRedis(options: { dir: string; pickPort?: () => Promise<number> }): Promise<Redis> {
  const { dir, pickPort } = options;
  const file = await getProgram("redis");
  await mkdir(dir, { recursive: true });

  const program: Program = {
    dir,
    file,
    args: (port) => ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    url: (port) => `redis://127.0.0.1:${port}`,
    isReady: async (port, pid) => Number((await ask(port, "INFO server\r\n", /process_id:(\d+)\r/))?.[1]) === pid,
    quitSignal: "SIGKILL",
  };
  const engine = await runEngine(program, pickPort);

  return Object.assign(engine, {
    wipe: async () => {
      if (engine.pid) throw new Error("Stop Redis before you wipe it");
    },
  });
}
