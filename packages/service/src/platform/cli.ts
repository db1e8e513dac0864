import type { Command } from "commander";

export const withJson = (command: Command) => command.option("--json", "answer as JSON");

/** Prints the text for a person, or the value as JSON with --json. */
export function say(options: { json?: boolean }, value: unknown, text: string) {
  process.stdout.write(`${options.json ? JSON.stringify(value) : text}\n`);
}
