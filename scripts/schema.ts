import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { startEngines } from "../engines/start.ts";
import { migrate } from "../packages/service/src/platform/db/migrate.ts";
import { createLog } from "../packages/service/src/platform/log.ts";

// Writes migrations/schema.sql: what the migrations add up to. With --check only tells whether it is current.
const FILE = new URL("../packages/service/migrations/schema.sql", import.meta.url);

const engines = await startEngines({ postgres: true });
try {
  const url = await engines.postgres.createDatabase("keepsake_schema");
  await migrate(url, createLog("warn"));
  const { stdout } = await promisify(execFile)("pg_dump", ["--schema-only", "--no-owner", url], {
    maxBuffer: 10_000_000,
  });
  // The versions of the tools and the random tokens of newer ones say nothing about the schema.
  const current = `${stdout
    .replaceAll(/^(--.*|\\(un)?restrict .*|SET .*|SELECT pg_catalog\.set_config.*)\n/gm, "")
    .replaceAll(/\n{2,}/g, "\n\n")
    .trim()}\n`;
  if (process.argv.includes("--check")) {
    if ((await readFile(FILE, "utf8").catch(() => "")) !== current) {
      process.stderr.write("schema.sql is not what the migrations make. Run `npm run schema` and commit it.\n");
      process.exitCode = 1;
    }
  } else await writeFile(FILE, current);
} finally {
  await engines.stop();
}
