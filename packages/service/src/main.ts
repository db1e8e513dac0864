#!/usr/bin/env node
import { Command, InvalidArgumentError } from "commander";
import type { Deps } from "./app.ts";
import { databaseCommands } from "./commands.ts";
import { readConfig } from "./config.ts";
import { doctorCommands } from "./doctor/commands.ts";
import { printResult, withJson } from "./platform/cli.ts";
import { AppError } from "./platform/errors.ts";
import { createLog } from "./platform/log.ts";
import { prepareDatabase } from "./prepare-database.ts";
import type { Role } from "./role.ts";

const program = new Command("keepsake")
  .description("Wishlists, save-for-later and back-in-stock alerts for any online store")
  .showHelpAfterError();

const PROCESSES_MAX = 64;
const PROCESSES_HELP = {
  all: "run this many API processes on one port and a process for the worker, instead of one process for both",
  api: "run this many API processes on one port",
};
function parseProcesses(text: string) {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > PROCESSES_MAX)
    throw new InvalidArgumentError(`Give a whole number, 1 to ${PROCESSES_MAX}.`);
  return count;
}

for (const [role, what] of [
  ["all", "API and worker"],
  ["api", "the HTTP API"],
  ["worker", "the worker: alerts, mails and other background work"],
] as const satisfies [Role, string][]) {
  const command = program.command(role, { isDefault: role === "all" }).description(`Run ${what}`);
  if (role !== "worker") command.option("--processes <count>", PROCESSES_HELP[role], parseProcesses);
  // The service is imported only where it runs: the parent of a group stays 40 MB smaller without it.
  command.action(async ({ processes }: { processes?: number }) => {
    const config = readConfig();
    if (processes === undefined || role === "worker") return void (await (await import("./run.ts")).run(config, role));
    await (await import("./run-group.ts")).runGroup(config, role, processes);
  });
}

withJson(program.command("migrate"))
  .description("Apply the database migrations that are missing")
  .action(async (options) => {
    const config = readConfig();
    const applied = await prepareDatabase(config, createLog(config.logLevel));
    printResult(
      options,
      { applied },
      applied.length ? `Applied:\n${applied.map((name) => `  ${name}`).join("\n")}` : "The database is up to date.",
    );
  });

/** Opens the database for one command and closes it afterwards. */
async function withDeps<T>(work: (deps: Deps) => Promise<T>) {
  const config = readConfig();
  // Commands need neither NATS nor Redis: the running processes find their changes by polling. They serve nobody else, so
  // the operator may run them with the login that owns the tables.
  const alone = { natsUrl: undefined, redisUrl: undefined, allowPrivilegedLogin: true };
  const { openDeps } = await import("./app.ts");
  const deps = await openDeps({ ...config, ...alone }, { log: createLog("warn") });
  try {
    return await work(deps);
  } finally {
    await deps.close();
  }
}

databaseCommands(program, withDeps);
doctorCommands(program);

// `all` is the default command, so commander would report a misspelt command as an argument too many of `all`.
program.hook("preSubcommand", () => {
  const [name] = program.args;
  const isCommand = program.commands.some((command) => command.name() === name);
  if (name && !name.startsWith("-") && !isCommand) program.error(`error: unknown command '${name}'`);
});

withJson(program.command("config").description("Settings").command("print"))
  .description("Print the settings in effect, without passwords and secrets")
  .option("--show-secrets", "with passwords and secrets")
  .action((options: { json?: boolean; showSecrets?: boolean }) => {
    const { print, warnings } = readConfig();
    const settings = print({ redacted: !options.showSecrets });
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    printResult(options, { settings, warnings }, [...lines, ...warnings.map((warning) => `# ${warning}`)].join("\n"));
  });

program.parseAsync().catch((error: unknown) => {
  const type = error instanceof AppError ? error.type : "failed";
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    process.argv.includes("--json") ? `${JSON.stringify({ error: true, type, msg: text })}\n` : `keepsake: ${text}\n`,
  );
  process.exitCode = 1;
});
