import type { Command } from "commander";

export const withJson = (command: Command) => command.option("--json", "answer as JSON");

/** Answers for a person, or for a program that asked for JSON. */
export function say(options: { json?: boolean }, value: unknown, text: string) {
  process.stdout.write(`${options.json ? JSON.stringify(value) : text}\n`);
}
