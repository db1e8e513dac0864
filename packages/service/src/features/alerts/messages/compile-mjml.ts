import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AppError } from "../../../platform/errors.ts";
import { badTemplate, type Problem } from "./errors.ts";

const HOME = fileURLToPath(new URL("../../../../../mjml/", import.meta.url));
const MODULES = fileURLToPath(new URL("../../../../../../node_modules/", import.meta.url));
const PROGRAM = `${HOME}src/compile.ts`;
const TIMEOUT_MS = 10_000;
const OUTPUT_MAX = 2_000_000;
const RUNNING_MAX = 2;
let running = 0;

/** Compiles MJML into HTML and leaves its Liquid as it is. The compiler runs in a process of its own: it can read only its
 *  own packages, gets no environment, and is killed after `timeoutMs`. */
export async function compileMjml(source: string, { timeoutMs = TIMEOUT_MS } = {}): Promise<string> {
  if (!existsSync(PROGRAM))
    throw unavailable("The template compiler is not installed. Ask the operator to install it.");
  if (running >= RUNNING_MAX) throw unavailable("Other templates are being compiled. Try again in a moment.");
  running += 1;
  try {
    const answer = JSON.parse(await run(source, timeoutMs)) as { html: string } | { problems: Problem[] };
    if ("problems" in answer) throw badTemplate(answer.problems);
    return answer.html;
  } finally {
    running -= 1;
  }
}

const unavailable = (text: string, cause?: unknown) =>
  new AppError("unavailable", "unavailable", text, { retryAfterSeconds: 2, cause });

const run = (source: string, timeoutMs: number) =>
  new Promise<string>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ["--permission", `--allow-fs-read=${MODULES}`, `--allow-fs-read=${HOME}`, "--max-old-space-size=256", PROGRAM],
      { cwd: HOME, env: {}, timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: OUTPUT_MAX },
      (error, stdout) =>
        error
          ? reject(unavailable("The template took too long to compile. Make it shorter or try again.", error))
          : resolve(stdout),
    );
    child.stdin?.on("error", () => undefined); // the compiler may end before it has read everything
    child.stdin?.end(source);
  });
