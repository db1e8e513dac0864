import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { getFreePort } from "../../../engines/get-free-port.ts";
import { testConfig } from "../test/fixtures/service.ts";
import { whenDone } from "../test/fixtures/when-done.ts";
import { run } from "./run.ts";

async function aTakenPort() {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  whenDone(() => new Promise((resolve) => server.close(() => resolve())));
  return String((server.address() as AddressInfo).port);
}

test.each(["KEEPSAKE_PORT", "KEEPSAKE_OPS_PORT"])("a port that is in use is reported with %s", async (setting) => {
  const port = await aTakenPort();
  await expect(run(testConfig({ [setting]: port }), "api")).rejects.toThrow(
    `Port ${port} is already in use. Stop the other process, or set ${setting} to a free port.`,
  );
});

const statusOf = async (port: string, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;

test("with KEEPSAKE_REUSE_PORT=on a second process listens on the same port, and serves it alone when the first ends", async () => {
  const env = { KEEPSAKE_PORT: String(await getFreePort()), KEEPSAKE_REUSE_PORT: "on" };
  const endFirst = await run(testConfig(env), "api");
  whenDone(await run(testConfig(env), "api"));
  await endFirst();
  expect(await statusOf(env.KEEPSAKE_PORT, "/livez")).toBe(200);
});

test("a process that was not told to share its port is refused, although the process that has the port would share it", async () => {
  const KEEPSAKE_PORT = String(await getFreePort());
  whenDone(await run(testConfig({ KEEPSAKE_PORT, KEEPSAKE_REUSE_PORT: "on" }), "api"));
  await expect(run(testConfig({ KEEPSAKE_PORT }), "api")).rejects.toThrow(`Port ${KEEPSAKE_PORT} is already in use`);
});

test("the same start twice is refused also with KEEPSAKE_REUSE_PORT=on, because the operators' port is not shared", async () => {
  const env = {
    KEEPSAKE_PORT: String(await getFreePort()),
    KEEPSAKE_OPS_PORT: String(await getFreePort()),
    KEEPSAKE_REUSE_PORT: "on",
  };
  whenDone(await run(testConfig(env), "api"));
  expect(await statusOf(env.KEEPSAKE_OPS_PORT, "/readyz")).toBe(200);
  await expect(run(testConfig(env), "api")).rejects.toThrow("KEEPSAKE_OPS_PORT");
  expect(await statusOf(env.KEEPSAKE_PORT, "/readyz")).toBe(200);
});

const PUBLIC = { KEEPSAKE_PUBLIC_URL: "https://alerts.example.com", KEEPSAKE_TRUST_PROXY: "none" };
const start = async (role: "api" | "worker", env: Record<string, string>) => whenDone(await run(testConfig(env), role));

test.each(["production", "staging", ""])(
  "with NODE_ENV=%s, a public URL and the proxies in front must be set, and the error says how",
  async (NODE_ENV) => {
    const { KEEPSAKE_PUBLIC_URL, KEEPSAKE_TRUST_PROXY } = PUBLIC;
    await expect(start("api", { NODE_ENV })).rejects.toThrow("KEEPSAKE_PUBLIC_URL is not set");
    await expect(start("api", { NODE_ENV })).rejects.toThrow("NODE_ENV=development");
    await expect(start("worker", { NODE_ENV })).rejects.toThrow("KEEPSAKE_PUBLIC_URL is not set");
    await expect(start("api", { NODE_ENV, KEEPSAKE_PUBLIC_URL })).rejects.toThrow("KEEPSAKE_TRUST_PROXY is not set");
    await expect(start("api", { NODE_ENV, KEEPSAKE_TRUST_PROXY })).rejects.toThrow("KEEPSAKE_PUBLIC_URL is not set");
    await expect(start("worker", { NODE_ENV, KEEPSAKE_PUBLIC_URL })).resolves.toBeUndefined();
    await expect(start("api", { NODE_ENV, ...PUBLIC })).resolves.toBeUndefined();
  },
);

test("in development they have defaults: this machine, and no proxy", async () => {
  await expect(start("api", { NODE_ENV: "development" })).resolves.toBeUndefined();
});
