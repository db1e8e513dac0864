import { InvalidArgumentError } from "commander";

const MAX = 2_592_000;

/** For how long something that was replaced goes on working. */
export function parseSeconds(text: string) {
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX)
    throw new InvalidArgumentError(`Give whole seconds, 1 to ${MAX} (30 days).`);
  return seconds;
}
