#!/usr/bin/env node
import { Command } from "commander";
import { createDeps } from "./app.ts";
import { readConfig } from "./config.ts";
import { senderCommands } from "./features/alerts/commands.ts";
import { sessionCommands } from "./features/shoppers/sessions/commands.ts";
import { storeCommands } from "./features/stores/commands.ts";
import { keyCommands } from "./features/stores/keys/commands.ts";
import { say, withJson } from "./platform/cli.ts";
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
  ["worker", "the work behind it"],
] as const satisfies [Role, string][]) {
  program
    .command(role, { isDefault: role === "all" })
    .description(`Run ${what}`)
    .action(() => run(readConfig(), role));
}

withJson(program.command("migrate"))
  .description("Bring the database up to date")
  .action(async (options) => {
    const { databaseUrl, logLevel } = readConfig();
    const applied = await migrate(databaseUrl, createLog(logLevel));
    say(
      options,
      { applied },
      applied.length ? `Applied:\n${applied.map((name) => `  ${name}`).join("\n")}` : "The database is up to date.",
    );
  });

/** For commands that need the database: open it, work, close it. */
async function withParts<T>(work: (parts: ReturnType<typeof createDeps>) => Promise<T>) {
  const config = readConfig();
  // A command is one voice among many processes: it neither rings nor counts.
  const parts = createDeps({ ...config, natsUrl: undefined, redisUrl: undefined }, { log: createLog("warn") });
  try {
    return await work(parts);
  } finally {
    await parts.close();
  }
}
storeCommands(program, withParts);
keyCommands(program, withParts);
sessionCommands(program, withParts);
senderCommands(program, withParts);

withJson(program.command("config").description("Settings").command("print"))
  .description("Print the settings in effect")
  .option("--redacted", "without passwords and secrets")
  .action((options: { json?: boolean; redacted?: boolean }) => {
    const { print, warnings } = readConfig();
    const settings = print({ redacted: options.redacted ?? false });
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    say(options, { settings, warnings }, [...lines, ...warnings.map((warning) => `# ${warning}`)].join("\n"));
  });

program.parseAsync().catch((error: unknown) => {
  const isOurs = error instanceof AppError || error instanceof Error;
  const type = error instanceof AppError ? error.type : "failed";
  const text = isOurs ? error.message : String(error);
  process.stderr.write(
    process.argv.includes("--json") ? `${JSON.stringify({ error: true, type, msg: text })}\n` : `keepsake: ${text}\n`,
  );
  process.exitCode = 1;
});
