#!/usr/bin/env node
import { Command } from "commander";
import { createDeps, type Deps } from "./app.ts";
import { readConfig } from "./config.ts";
import { senderCommands } from "./features/alerts/commands.ts";
import { sessionCommands } from "./features/shoppers/sessions/commands.ts";
import { storeCommands } from "./features/stores/commands.ts";
import { keyCommands } from "./features/stores/keys/commands.ts";
import { printResult, withJson } from "./platform/cli.ts";
import { migrate } from "./platform/db/migrate.ts";
import { AppError } from "./platform/errors.ts";
import { createLog } from "./platform/log.ts";
import { type Role, run } from "./run.ts";

const program = new Command("keepsake")
  .description("Wishlists, save-for-later and back-in-stock alerts for any online store")
  .showHelpAfterError();

for (const [role, what] of [
  ["all", "API and worker in one process"],
  ["api", "the HTTP API"],
  ["worker", "the worker: alerts, mails and other background work"],
] as const satisfies [Role, string][]) {
  program
    .command(role, { isDefault: role === "all" })
    .description(`Run ${what}`)
    .action(() => run(readConfig(), role));
}

withJson(program.command("migrate"))
  .description("Apply the database migrations that are missing")
  .action(async (options) => {
    const { databaseUrl, logLevel } = readConfig();
    const applied = await migrate(databaseUrl, createLog(logLevel));
    printResult(
      options,
      { applied },
      applied.length ? `Applied:\n${applied.map((name) => `  ${name}`).join("\n")}` : "The database is up to date.",
    );
  });

/** Opens the database for one command and closes it afterwards. */
async function withDeps<T>(work: (deps: Deps) => Promise<T>) {
  const config = readConfig();
  // Commands need neither NATS nor Redis: the running processes find their changes by polling.
  const deps = createDeps({ ...config, natsUrl: undefined, redisUrl: undefined }, { log: createLog("warn") });
  try {
    return await work(deps);
  } finally {
    await deps.close();
  }
}
storeCommands(program, withDeps);
keyCommands(program, withDeps);
sessionCommands(program, withDeps);
senderCommands(program, withDeps);

// `all` is the default command, so commander would report a misspelt command as an argument too many of `all`.
program.hook("preSubcommand", () => {
  const [name] = program.args;
  const isCommand = program.commands.some((command) => command.name() === name);
  if (name && !name.startsWith("-") && !isCommand) program.error(`error: unknown command '${name}'`);
});

withJson(program.command("config").description("Settings").command("print"))
  .description("Print the settings in effect")
  .option("--redacted", "without passwords and secrets")
  .action((options: { json?: boolean; redacted?: boolean }) => {
    const { print, warnings } = readConfig();
    const settings = print({ redacted: options.redacted ?? false });
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
