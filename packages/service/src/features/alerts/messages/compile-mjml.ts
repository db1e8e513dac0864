import { existsSync } from "node:fs";
import { AppError } from "../../../platform/errors.ts";
import { REFUSALS } from "../../../platform/http/refusals.ts";
import { COMPILER, runCompiler, wasEnded } from "./compiler-process.ts";
import { InvalidTemplate, type Problem } from "./errors.ts";

/** Long enough for a busy machine. The limit of processor time is shorter. */
const TIMEOUT_MS = 60_000;

/** Compiles MJML into HTML and leaves its Liquid as it is. The compiler runs in a process of its own: it can read only its
 *  own packages, gets no environment and no network, and is ended after ten seconds of processor time. */
export async function compileMjml(source: string, { timeoutMs = TIMEOUT_MS } = {}): Promise<string> {
  if (!existsSync(COMPILER)) throw unavailable(REFUSALS.say("compiler-missing", {}));
  const answer = JSON.parse(await compile(source, timeoutMs)) as { html: string } | { problems: Problem[] };
  if ("problems" in answer) throw new InvalidTemplate(answer.problems);
  return answer.html;
}

async function compile(source: string, timeoutMs: number) {
  try {
    return await runCompiler(COMPILER, source, timeoutMs);
  } catch (error) {
    throw unavailable(wasEnded(error) ? REFUSALS.say("compiler-slow", {}) : REFUSALS.say("compiler-failed", {}), error);
  }
}

const unavailable = (text: string, cause?: unknown) =>
  new AppError("unavailable", "unavailable", text, { retryAfterSeconds: 2, cause });
