import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { getFreePort } from "../engines/get-free-port.ts";
import { waitFor } from "../engines/wait-for.ts";
import { aDatabase } from "../packages/service/test/fixtures/database.ts";
import { anHttpSink } from "../packages/service/test/fixtures/http-sink.ts";
import { aMailServer } from "../packages/service/test/fixtures/mail-server.ts";
import { whenDone } from "../packages/service/test/fixtures/when-done.ts";

// The worked examples of CONTRIBUTING.md: each change is applied to a scratch copy of the repository, touches only the
// files that the page lists, compiles, and works in a running service.
const ROOT = fileURLToPath(new URL("../", import.meta.url));
const TIMEOUT_MS = 300_000;
const READY_MS = 60_000;
const run = promisify(execFile);

test(
  "the example of a list field touches the listed files, compiles, and a list is created and changed with the field",
  async () => {
    const copy = await applyExample("add-a-list-field", 6);
    const { base, pid, key } = await aRunningCopy(copy);
    const shopper = await identify(base, pid, key);
    const made = await call(`${base}/api/v3/lists/create?pid=${pid}`, {
      ...shopper,
      lname: "Garden",
      lcolor: "#25524d",
    });
    expect(made).toMatchObject({ lname: "Garden", lcolor: "#25524d" });
    const changed = { ...shopper, lid: String(made["lid"]), lcolor: "#ffffff" };
    expect(await call(`${base}/api/v3/lists/update?pid=${pid}`, changed)).toMatchObject({ lcolor: "#ffffff" });
  },
  TIMEOUT_MS,
);

test(
  "the example of a topic touches the listed files, compiles, and the alert is sent with its own text",
  async () => {
    const copy = await applyExample("add-a-topic", 3);
    const mailServer = await aMailServer();
    const { base, pid, key } = await aRunningCopy(copy, { KEEPSAKE_SMTP_URL: mailServer.url });
    const product = { epi: 1, empi: 1, du: "https://shop.example/jacket" };
    await call(`${base}/storeadmin/bispa/subscriptions/create`, signUp(product, "preorder"), { pid, key });
    await call(`${base}/storeadmin/v3/alerts/send`, { epi: "1", topic: "preorder" }, { pid, key });
    expect(await waitFor(async () => (await mailServer.received()).length === 1, READY_MS)).toBe(true);
    const [received] = await mailServer.received();
    expect(received?.mail.subject).toBe("Pre-order now: an item at Example");
  },
  TIMEOUT_MS,
);

test(
  "the example of a mail provider touches the listed files, compiles, and mail goes out by that provider",
  async () => {
    const copy = await applyExample("add-a-mail-provider", 3);
    const provider = await anHttpSink();
    const env = { KEEPSAKE_POSTMARK_TOKEN: "example-token", KEEPSAKE_POSTMARK_URL: provider.url };
    const { base, pid, key } = await aRunningCopy(copy, env);
    const product = { epi: 1, empi: 1, du: "https://shop.example/jacket" };
    await call(`${base}/storeadmin/bispa/subscriptions/create`, signUp(product, "comingsoon"), { pid, key });
    await call(`${base}/storeadmin/v3/alerts/send`, { epi: "1", topic: "comingsoon" }, { pid, key });
    expect(await waitFor(() => provider.posts.length === 1, READY_MS)).toBe(true);
    const [post] = provider.posts;
    expect(post?.headers["x-postmark-server-token"]).toBe("example-token");
    expect(JSON.parse(post?.body ?? "{}")).toMatchObject({
      To: "ann@example.com",
      Subject: "Just arrived: an item at Example",
    });
  },
  TIMEOUT_MS,
);

const signUp = (product: object, topic: string) => ({
  medium: "email",
  mediumvalue: "ann@example.com",
  products: JSON.stringify([product]),
  topics: topic,
});

/** A scratch copy of the working tree with the example's diff applied, after checking its files and compiling it. */
async function applyExample(name: string, filesMax: number): Promise<string> {
  const diff = readFileSync(`${ROOT}docs/examples/${name}.diff`, "utf8");
  const changed = [...diff.matchAll(/^\+\+\+ b\/(\S+)$/gm)].map(([, file = ""]) => file).toSorted();
  expect(changed).toEqual(listedFiles(name).toSorted());
  expect(changed.length).toBeLessThanOrEqual(filesMax);

  const copy = mkdtempSync(join(tmpdir(), "keepsake-example-"));
  whenDone(async () => rmSync(copy, { recursive: true, force: true }));
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0").filter(Boolean);
  for (const file of tracked)
    if (!file.startsWith("docs/pictures/")) cpSync(join(ROOT, file), join(copy, file), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  execFileSync("git", ["apply", "-"], {
    cwd: copy,
    input: diff,
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(copy) },
  });
  await run("npx", ["tsc", "-p", "."], { cwd: copy });
  return copy;
}

/** The files that CONTRIBUTING.md lists below the link to the example. */
function listedFiles(name: string): string[] {
  const text = readFileSync(`${ROOT}CONTRIBUTING.md`, "utf8");
  const section = text.slice(text.indexOf(`docs/examples/${name}.diff`)).split(/^#/m)[0] ?? "";
  return [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file);
}

async function aRunningCopy(copy: string, extra: Record<string, string> = {}) {
  const [port, opsPort] = [await getFreePort(), await getFreePort()];
  const env = {
    PATH: process.env["PATH"] ?? "",
    // The commands and the service below share what Node has compiled of the copy.
    NODE_COMPILE_CACHE: join(copy, ".compiled"),
    DATABASE_URL: await aDatabase(),
    KEEPSAKE_SECRET: "a-secret-for-examples-only-0123456789",
    KEEPSAKE_PORT: String(port),
    KEEPSAKE_OPS_PORT: String(opsPort),
    KEEPSAKE_POLL_MS: "50",
    KEEPSAKE_DRAIN_MS: "0",
    KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: "on",
    NODE_ENV: "test",
    KEEPSAKE_LOG_LEVEL: "warn",
    ...extra,
  };
  const main = join(copy, "packages/service/src/main.ts");
  const keepsake = async <T>(...args: string[]) => {
    const { stdout } = await run(process.execPath, [main, ...args, "--json"], { env });
    return JSON.parse(stdout) as T;
  };
  await keepsake("migrate");
  const { pid } = await keepsake<{ pid: string }>("store", "create", "--name", "Example");
  const scopes = "identity,subscriptions,catalog,alerts";
  const { key } = await keepsake<{ key: string }>("key", "create", "--pid", pid, "--name", "a", "--scopes", scopes);
  const child = spawn(process.execPath, [main, "all"], { env, stdio: ["ignore", "ignore", "inherit"] });
  whenDone(() => stop(child));
  const base = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await waitFor(isReady, READY_MS)).toBe(true);
  return { base, pid, key };
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function identify(base: string, pid: string, key: string) {
  const form = { uuid: "3f1c9a52-7d0e-4b8e-9a6b-2c5d8e7f1a90", useragenttype: "example" };
  const { regid, sessionid } = await call(`${base}/storeadmin/v3/user/generate-regid`, form, { pid, key });
  return { regid: String(regid), sessionid: String(sessionid) };
}

async function call(url: string, form: Record<string, string>, as?: { pid: string; key: string }) {
  const headers = as ? { authorization: `Basic ${Buffer.from(`${as.pid}:${as.key}`).toString("base64")}` } : {};
  const response = await fetch(url, { method: "POST", headers, body: new URLSearchParams(form) });
  const body = (await response.json()) as Record<string, unknown>;
  expect([response.status, body]).toEqual([200, expect.anything()]);
  return body;
}
