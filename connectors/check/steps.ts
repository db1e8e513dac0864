import { setTimeout as pause } from "node:timers/promises";
import { waitFor } from "../../engines/wait-for.ts";

/** A shopper's calls and links have a rate limit: a check that asked without a pause would reach it when the machine is slow. */
const LOOK_AGAIN_MS = 250;

export type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>;

/** Does one step after the other and prints how long each took. Platforms run at the same time, so each line names its own. */
export function createStep(platform: string): Step {
  return async (what, work) => {
    const begin = performance.now();
    const print = (result: string) => {
      const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
      process.stdout.write(`${platform.padEnd(8)}${seconds.padStart(6)} s  ${result}\n`);
    };
    try {
      const result = await work();
      print(what);
      return result;
    } catch (error) {
      print(`FAILED: ${what}`);
      throw error;
    }
  };
}

/** Waits until `find` finds something. */
export async function until<T>(what: string, find: () => Promise<T | undefined>, deadlineMs = 30_000): Promise<T> {
  let found: T | undefined;
  const isFound = await waitFor(async () => {
    found = await find();
    if (found === undefined) await pause(LOOK_AGAIN_MS);
    return found !== undefined;
  }, deadlineMs);
  if (!isFound || found === undefined) throw new Error(`After ${deadlineMs / 1_000} s there is still not: ${what}`);
  return found;
}

export function expectEqual(what: string, actual: unknown, expected: unknown) {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
}
