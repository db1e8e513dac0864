import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { COMPILE_CACHE } from "../../../engines/compile-cache.ts";
import { getFreePort } from "../../../engines/get-free-port.ts";
import { databaseUrl, withServiceLogin } from "../test/fixtures/database-url.ts";
import { TEST_SECRET } from "../test/fixtures/shared.ts";
import { whenDone } from "../test/fixtures/when-done.ts";

// faults/process-group.test.ts tests groups that run. These do not start.

const MAIN = new URL("main.ts", import.meta.url).pathname;

/** Starts a group that is expected to end by itself. */
async function startInVain(env: Record<string, string>, processes = "2") {
  const settings = {
    ...COMPILE_CACHE,
    NODE_ENV: "test",
    KEEPSAKE_SECRET: TEST_SECRET,
    KEEPSAKE_PORT: String(await getFreePort()),
    KEEPSAKE_OPS_PORT: String(await getFreePort()),
    DATABASE_URL: withServiceLogin(databaseUrl),
    ...env,
  };
  const args = [MAIN, "api", "--processes", processes];
  const ended = promisify(execFile)(process.execPath, args, { env: settings, timeout: 120_000 });
  return ended.catch(({ stderr, code }: { stderr: string; code: number }) => ({ stderr, code }));
}

async function aTakenPort(options: { reusePort: boolean }) {
  const server = createServer();
  const port = await getFreePort();
  await new Promise<void>((resolve) => void server.listen({ host: "127.0.0.1", port, ...options }, resolve));
  whenDone(() => new Promise((resolve) => server.close(() => resolve())));
  return String(port);
}

test.each([false, true])(
  "a group does not share its port with another program (that would share it: %s)",
  async (reusePort) => {
    const KEEPSAKE_PORT = await aTakenPort({ reusePort });
    expect(await startInVain({ KEEPSAKE_PORT })).toEqual({
      code: 1,
      stderr: expect.stringContaining(`Port ${KEEPSAKE_PORT} is already in use`),
    });
  },
);

test("when a process of a group cannot start, the others stop, and the error of the process is shown", async () => {
  const { stderr, code } = (await startInVain({ KEEPSAKE_SECRET: "x".repeat(40) })) as { stderr: string; code: number };
  expect(code).toBe(1);
  expect(stderr).toMatch(/keepsake: api-\d: KEEPSAKE_SECRET does not contain the secret/);
  expect(stderr).toMatch(/keepsake: The process api-\d could not start/);
});

test("a group needs a port that its processes can share, and a number of processes from 1 to 64", async () => {
  expect(await startInVain({ KEEPSAKE_PORT: "0" })).toMatchObject({
    stderr: expect.stringContaining("set KEEPSAKE_PORT to the port that the processes share"),
  });
  for (const count of ["0", "65", "two"])
    expect(await startInVain({}, count)).toMatchObject({ code: 1, stderr: expect.stringContaining("1 to 64") });
});
