import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { ownProcess } from "../../engines/owned.ts";
import { findProcess, killTree } from "../../engines/processes.ts";
import { waitFor } from "../../engines/wait-for.ts";

const READY_MS = 90_000;
const STOP_MS = 15_000;
const SHOWN_CHARACTERS = 6_000;

export type Program = { readonly name: string; stop(): Promise<void> };

/** What each program printed last, to explain a failure. */
const printedBy = new Map<string, () => string>();
export const describePrograms = () =>
  [...printedBy].map(([name, printed]) => `\n=== ${name} printed\n${printed()}`).join("\n");
export type Start = {
  readonly name: string;
  readonly cwd: string;
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** Whether it answers. */
  readonly isReady: (printed: string) => boolean | Promise<boolean>;
};

/** Starts a program, which ends with this process at the latest. If it does not get ready, the error shows what it printed. */
export async function startProgram({ name, cwd, command: [file, ...args], env, isReady }: Start): Promise<Program> {
  let printed = "";
  const child = spawn(file, args, {
    cwd,
    env: { ...inherited(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const keep = (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-SHOWN_CHARACTERS);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  printedBy.set(name, () => printed);
  const id = child.pid === undefined ? undefined : findProcess(child.pid);
  if (!id) throw new Error(`${name} could not be started: ${file}`);
  const disown = ownProcess(id, "SIGTERM");
  child.once("exit", disown);
  const stop = async () => {
    if (hasEnded(child)) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const late = setTimeout(() => killTree(id), STOP_MS);
    await ended;
    clearTimeout(late);
  };
  const isUp = await waitFor(async () => hasEnded(child) || (await isReady(printed)), READY_MS);
  if (isUp && !hasEnded(child)) return { name, stop };
  await stop();
  throw new Error(`${name} did not start:\n${printed}`);
}

/** Runs a program to its end and returns what it printed. */
export async function runProgram({
  name,
  cwd,
  command: [file, ...args],
  env,
}: Omit<Start, "isReady">): Promise<string> {
  const child = spawn(file, args, { cwd, env: { ...inherited(), ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${(stderr + stdout).slice(-SHOWN_CHARACTERS)}`);
  return stdout;
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Only what programs need to run; settings of this machine must not reach them. */
const inherited = () =>
  Object.fromEntries(
    ["PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE", "NODE_EXTRA_CA_CERTS", "npm_config_registry"].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
