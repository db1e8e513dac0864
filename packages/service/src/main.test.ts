import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const MAIN = new URL("main.ts", import.meta.url).pathname;
const run = promisify(execFile);

async function keepsake(...args: string[]) {
  const done = run(process.execPath, [MAIN, ...args], { env: {} });
  return done.catch(({ stderr, code }: { stderr: string; code: number }) => ({ stderr, code }));
}

test("an unknown command is named, and the commands are listed", async () => {
  const refused = await keepsake("foo");
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("unknown command 'foo'") });
  for (const name of ["all", "api", "worker", "migrate", "store", "key", "session", "sender", "config"])
    expect(refused.stderr).toMatch(new RegExp(`^ {2}${name}\\b`, "m"));
});

test("without a command, missing settings are named", async () => {
  const refused = await keepsake();
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("DATABASE_URL is not set") });
});
