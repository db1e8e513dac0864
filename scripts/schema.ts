import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { startEngines } from "../engines/start.ts";
import { migrate } from "../packages/service/src/platform/db/migrate.ts";
import { createLog } from "../packages/service/src/platform/log.ts";

// node scripts/schema.ts [--check]
// Writes migrations/schema.sql, the schema after all migrations. With --check it only reports whether the file is up to date.
const FILE = new URL("../packages/service/migrations/schema.sql", import.meta.url);

const engines = await startEngines({ postgres: true });
try {
  const url = await engines.postgres.createDatabase("keepsake_schema");
  await migrate(url, createLog("warn"));
  const { stdout } = await promisify(execFile)("pg_dump", ["--schema-only", "--no-owner", url], {
    maxBuffer: 10_000_000,
  });
  // Removes lines that differ between versions of pg_dump, and its random tokens.
  const current = `${stdout
    .replaceAll(/^(--.*|\\(un)?restrict .*|SET .*|SELECT pg_catalog\.set_config.*)\n/gm, "")
    .replaceAll(/\n{2,}/g, "\n\n")
    .trim()}\n`;
  if (process.argv.includes("--check")) {
    if ((await readFile(FILE, "utf8").catch(() => "")) !== current) {
      process.stderr.write("schema.sql does not match the migrations. Run `npm run schema` and commit it.\n");
      process.exitCode = 1;
    }
  } else await writeFile(FILE, current);
} finally {
  await engines.stop();
}
