import type { Command } from "commander";

export const withJson = (command: Command) => command.option("--json", "print JSON");

/** Prints the text, or the value as JSON with --json. */
export function printResult(options: { json?: boolean }, value: unknown, text: string) {
  process.stdout.write(`${options.json ? JSON.stringify(value) : text}\n`);
}
