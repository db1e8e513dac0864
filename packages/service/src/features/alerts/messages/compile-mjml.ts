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
const AT_ONCE = 2;
let underWay = 0;

/** MJML into HTML, with its Liquid kept. The compiler runs in a process of its own: it may read its own packages, and gets
 *  no environment, no other file and ten seconds. */
export async function compileMjml(source: string, { timeoutMs = TIMEOUT_MS } = {}): Promise<string> {
  if (!existsSync(PROGRAM)) throw unavailable("The compiler of templates is not installed here.");
  if (underWay >= AT_ONCE) throw unavailable("Other templates are being compiled. Try again in a moment.");
  underWay += 1;
  try {
    const answer = JSON.parse(await run(source, timeoutMs)) as { html: string } | { problems: Problem[] };
    if ("problems" in answer) throw badTemplate(answer.problems);
    return answer.html;
  } finally {
    underWay -= 1;
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
        error ? reject(unavailable("The template took too long to compile.", error)) : resolve(stdout),
    );
    child.stdin?.on("error", () => undefined); // it ended before it read everything
    child.stdin?.end(source);
  });
