import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { COMPILE_CACHE } from "../../../engines/compile-cache.ts";

const MAIN = new URL("main.ts", import.meta.url).pathname;
const run = promisify(execFile);

const keepsake = (...args: string[]) => keepsakeWith({}, ...args);

async function keepsakeWith(env: Record<string, string>, ...args: string[]) {
  const done = run(process.execPath, [MAIN, ...args], { env: { ...COMPILE_CACHE, ...env } });
  return done.catch(({ stderr, code }: { stderr: string; code: number }) => ({ stderr, code }));
}

test("an unknown command is named, and the commands are listed", async () => {
  const refused = await keepsake("foo");
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("unknown command 'foo'") });
  for (const name of [
    "all",
    "api",
    "worker",
    "migrate",
    "store",
    "key",
    "session",
    "sender",
    "secret",
    "config",
    "doctor",
  ])
    expect(refused.stderr).toMatch(new RegExp(`^ {2}${name}\\b`, "m"));
});

test("without a command, missing settings are named", async () => {
  const refused = await keepsake();
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("DATABASE_URL is not set") });
});

test("config print shows secrets only when it is asked to", async () => {
  const env = {
    DATABASE_URL: "postgres://user:hunter2@127.0.0.1/shop",
    KEEPSAKE_SECRET: "hunter2-0123456789-0123456789-0123456789",
    KEEPSAKE_SMS_HTTP_URL: "https://sms.example/hunter2/send?token=hunter2",
  };
  const printed = await keepsakeWith(env, "config", "print", "--json");
  expect(printed).toMatchObject({ stdout: expect.stringContaining("https://sms.example/") });
  expect(JSON.stringify(printed)).not.toContain("hunter2");
  const shown = await keepsakeWith(env, "config", "print", "--show-secrets");
  expect(shown).toMatchObject({ stdout: expect.stringContaining(env.KEEPSAKE_SECRET) });
  expect(shown).toMatchObject({ stdout: expect.stringContaining(env.KEEPSAKE_SMS_HTTP_URL) });
});
