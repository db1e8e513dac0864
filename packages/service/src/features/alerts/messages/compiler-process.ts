import { type ExecFileException, execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const HOME = fileURLToPath(new URL("../../../../../mjml/", import.meta.url));
const MODULES = fileURLToPath(new URL("../../../../../../node_modules/", import.meta.url));
export const COMPILER = `${HOME}src/compile.ts`;

const CPU_SECONDS = 10;
const OUTPUT_MAX = 2_000_000;
const SHELL = "/bin/sh";
const UNSHARE = "/usr/bin/unshare";

/** The kernel ends a process that has used so much processor time, however busy the machine is. */
export const CPU_LIMIT = existsSync(SHELL) ? [SHELL, "-c", `ulimit -t ${CPU_SECONDS}; exec "$0" "$@"`] : [];
/** A network of its own, in which there is nothing. Works without root where the kernel allows user namespaces. */
export const NAMESPACE = [UNSHARE, "--map-root-user", "--net"];
/** Node without files, programs and addons; and without the modules that could reach the network. */
export const NODE = [
  process.execPath,
  "--permission",
  `--allow-fs-read=${MODULES}`,
  `--allow-fs-read=${HOME}`,
  "--max-old-space-size=256",
];
export const NO_NETWORK = [`--import=${HOME}src/no-network.ts`];

/** What keeps the compiler from the network on this machine. The list of allowed modules works on every machine, the
 *  namespace only where the kernel allows it. */
export type NetworkWalls = "namespace and modules" | "modules";
let walls: Promise<NetworkWalls> | undefined;
export function findNetworkWalls(): Promise<NetworkWalls> {
  const [program = "", ...flags] = NAMESPACE;
  walls ??= promisify(execFile)(program, [...flags, UNSHARE, "--version"], { env: {}, timeout: 10_000 }).then(
    () => "namespace and modules",
    () => "modules",
  );
  return walls;
}

/** Runs one of the compiler's programs behind all walls, and returns what it prints. */
export async function runCompiler(program: string, input: string, timeoutMs: number): Promise<string> {
  const namespace = (await findNetworkWalls()) === "modules" ? [] : NAMESPACE;
  return run([...CPU_LIMIT, ...namespace, ...NODE, ...NO_NETWORK, program], input, timeoutMs);
}

export const run = ([program = "", ...args]: readonly string[], input: string, timeoutMs: number) =>
  new Promise<string>((resolve, reject) => {
    const child = execFile(
      program,
      args,
      { cwd: HOME, env: {}, timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: OUTPUT_MAX },
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    );
    child.stdin?.on("error", () => undefined); // the program may end before it has read everything
    child.stdin?.end(input);
  });

/** Whether the program was ended because it took too long or needed too much. */
export const wasEnded = (error: unknown) => typeof (error as ExecFileException).signal === "string";
