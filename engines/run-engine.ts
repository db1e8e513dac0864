import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getFreePort } from "./get-free-port.ts";
import { ownProcess } from "./owned.ts";
import {
  findProcess,
  getOwnProcess,
  isRunning,
  killTree,
  type ProcessId,
  sendSignal,
  skipLowPids,
} from "./processes.ts";
import { waitFor } from "./wait-for.ts";

export interface Engine {
  readonly url: string;
  readonly port: number;
  /** Undefined while the engine is stopped. */
  readonly pid: number | undefined;
  /** Starts the engine with the same port and data. Returns when it answers. */
  start(): Promise<void>;
  /** Stops the engine in an orderly way. Returns when the process is gone. */
  stop(): Promise<void>;
  /** Kills the process and its children with SIGKILL. Returns when all of them are gone. */
  kill(): Promise<void>;
}

export interface Program {
  readonly dir: string;
  readonly file: string;
  readonly args: (port: number) => string[];
  readonly url: (port: number) => string;
  /** Whether this process answers, and not another one that took the port. */
  readonly isReady: (port: number, pid: number) => Promise<boolean>;
  /** Ends the engine at once, without saving its data. */
  readonly quitSignal: NodeJS.Signals;
  readonly user?: { uid: number; gid: number } | undefined;
}

interface Running {
  readonly id: ProcessId;
  readonly child: ChildProcess;
}

class PortTaken extends Error {}

const PORT_ATTEMPTS = 10;
// PostgreSQL replays up to max_wal_size after kill -9.
const READY_MS = 120_000;
const STOP_MS = 30_000;
// Also on a machine under heavy load.
const GONE_MS = 60_000;
const LOG_CHARACTERS = 4_000;

/** Starts the program on a free port and keeps the port for its later starts. */
export async function runEngine(program: Program, pickPort = getFreePort): Promise<Engine> {
  await endLeftover(program.dir);
  skipLowPids();
  const { port, first } = await launchSomewhere(program, pickPort);
  let running = first;

  const endWith = async (send: () => ProcessId[], deadlineMs: number) => {
    const { child, id } = running;
    if (hasExited(child)) return;
    const targets = send();
    if (await waitFor(() => hasExited(child) && !targets.some(isRunning), deadlineMs)) return;
    throw new Error(`Process ${id.pid} of ${program.dir} did not end within ${deadlineMs} ms`);
  };
  const kill = () => endWith(() => killTree(running.id), GONE_MS);

  return {
    url: program.url(port),
    port,
    get pid() {
      return hasExited(running.child) ? undefined : running.id.pid;
    },
    async start() {
      if (hasExited(running.child)) running = await launch(program, port);
    },
    async stop() {
      const ask = () => {
        sendSignal(running.id, "SIGINT");
        return [running.id];
      };
      await endWith(ask, STOP_MS).catch(kill);
    },
    kill,
  };
}

async function launchSomewhere(program: Program, pickPort: () => Promise<number>) {
  for (let attempt = 1; ; attempt++) {
    const port = await pickPort();
    try {
      return { port, first: await launch(program, port) };
    } catch (error) {
      if (!(error instanceof PortTaken) || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function launch({ dir, file, args, isReady, quitSignal, user }: Program, port: number): Promise<Running> {
  const log = openSync(join(dir, "log"), "a");
  const logStart = fstatSync(log).size;
  const child = spawn(file, args(port), {
    cwd: dir,
    // Ctrl-C in a terminal reaches the whole process group; the owner decides when its engines end.
    detached: true,
    stdio: ["ignore", log, log],
    env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", TZ: "UTC" },
    ...user,
  });
  closeSync(log);
  const id = child.pid === undefined ? undefined : findProcess(child.pid);
  if (!id) throw new Error(`Could not run ${file}`, { cause: (await once(child, "error"))[0] });

  const disown = ownProcess(id, quitSignal);
  const written: PidFile = { engine: id, owner: getOwnProcess() };
  writeFileSync(pidFileOf(dir), JSON.stringify(written));
  child.once("exit", () => {
    disown();
    rmSync(pidFileOf(dir), { force: true });
  });
  child.unref();

  const answered = await waitFor(async () => hasExited(child) || (await isReady(port, id.pid)), READY_MS);
  if (answered && !hasExited(child)) return { id, child };

  killTree(id);
  const output = readFileSync(join(dir, "log")).subarray(logStart).toString().slice(-LOG_CHARACTERS);
  if (/address already in use/i.test(output)) throw new PortTaken(`Port ${port} is in use:\n${output}`);
  throw new Error(`${file} ${answered ? "ended" : `did not answer in ${READY_MS} ms`}:\n${output}`);
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

interface PidFile {
  readonly engine: ProcessId;
  readonly owner: ProcessId;
}

const pidFileOf = (dir: string) => join(dir, "pid.json");

/** Ends the engine that a crashed process left behind in this folder. */
export async function endLeftover(dir: string): Promise<void> {
  const text = await readFile(pidFileOf(dir), "utf8").catch(() => undefined);
  if (!text) return;
  const { engine, owner } = JSON.parse(text) as PidFile;
  if (!isRunning(engine)) return;
  if (isRunning(owner)) throw new Error(`${dir} is in use by process ${owner.pid}`);
  sendSignal(engine, "SIGINT");
  if (await waitFor(() => !isRunning(engine), GONE_MS)) return;
  const killed = killTree(engine);
  await waitFor(() => !killed.some(isRunning), GONE_MS);
}
