import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { walkTheShop } from "./walk-the-shop.ts";

// Follows the README's quickstart on a clean clone: runs its commands in order, walks through the demo shop in Chromium up to
// the purchase, and runs the curl line that `npm run dev` prints. Ends with the regid.
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const START_MS = 120_000;
const STOP_MS = 60_000;
const COMMAND_MS = 600_000;

const readme = await readFile(join(ROOT, "README.md"), "utf8");
const quickstart = /<!-- quickstart -->\s*```sh\n([\s\S]*?)```/.exec(readme)?.[1];
if (!quickstart) throw new Error("README.md has no block marked <!-- quickstart -->");
const commands = quickstart.split("\n").filter((line) => line.trim() !== "");

const folder = await mkdtemp(join(tmpdir(), "keepsake-quickstart-"));
await chmod(folder, 0o755); // As root, PostgreSQL runs as another user, who needs access to the folder.
const cwd = join(folder, "keepsake");
// Ports other than the defaults, so that the check also works next to a running Keepsake.
const env = { ...process.env, KEEPSAKE_PORT: "18732", KEEPSAKE_OPS_PORT: "18733" };
try {
  execFileSync("git", ["clone", "--quiet", ROOT, cwd], { stdio: "inherit" });
  for (const command of commands) {
    process.stdout.write(`$ ${command}\n`);
    if (command === "npm run dev") await runDev(cwd);
    else execFileSync("bash", ["-c", command], { cwd, env, stdio: "inherit", timeout: COMMAND_MS });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function runDev(directory: string) {
  const dev = spawn("npm", ["run", "dev"], {
    cwd: directory,
    env,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  try {
    const { curl, shop, mail } = await readPrinted(dev.stdout);
    await visitShop(shop);
    await walkTheShop({ shop, mail });
    process.stdout.write(`$ ${curl}\n`);
    const answer = execFileSync("bash", ["-c", curl], { encoding: "utf8", timeout: COMMAND_MS });
    const { regid } = JSON.parse(answer) as { regid?: string };
    if (!regid) throw new Error(`The printed curl line did not return a regid: ${answer}`);
    process.stdout.write(`${answer}\n`);
    await followListGuide(directory, curl);
    process.stdout.write(`regid: ${regid}\n`);
  } finally {
    await stop(dev);
  }
}

/** Stops `npm run dev` as Ctrl-C does, and fails when it does not end. */
async function stop(dev: ChildProcess) {
  if (!dev.pid || dev.exitCode !== null) return;
  const group = -dev.pid;
  const ended = once(dev, "exit", { signal: AbortSignal.timeout(STOP_MS) });
  process.kill(group, "SIGINT");
  await ended.catch(() => {
    process.kill(group, "SIGKILL");
    throw new Error(`npm run dev did not end within ${STOP_MS / 1000} seconds of Ctrl-C`);
  });
}

/** Runs the commands of docs/lists.md unchanged. At the end, another visitor reads the list that a guest created and shared. */
async function followListGuide(directory: string, curl: string) {
  const guide = await readFile(join(directory, "docs/lists.md"), "utf8");
  const lines = /<!-- runs -->\s*```sh\n([\s\S]*?)```/.exec(guide)?.[1];
  const [, pid = "", key = "", base = ""] = /-u '([^:]+):([^']+)' (http:\/\/[^/]+)/.exec(curl) ?? [];
  if (!lines) throw new Error("docs/lists.md has no block marked <!-- runs -->");
  const output = execFileSync("bash", ["-euo", "pipefail", "-c", lines], {
    encoding: "utf8",
    timeout: COMMAND_MS,
    env: { ...env, PID: pid, KEY: key, BASE: base },
  });
  process.stdout.write(`$ docs/lists.md\n${output}\n`);
  const shared = output.slice(output.lastIndexOf('{"list":'));
  if (!/"lname":"My Wishlist".*"cnt":2/.test(shared) || output.includes('"error":true'))
    throw new Error("The commands of docs/lists.md did not end with a shared list of two items");
}

/** Checks that the shop's page, a picture and the scripts of the service load. */
async function visitShop(shop: string) {
  process.stdout.write(`$ open ${shop}\n`);
  const page = await (await fetch(shop)).text();
  const picture = /<img src="([^"]+)"/.exec(page)?.[1] ?? "";
  const script = /<script async [^>]*src="([^"]+)"/.exec(page)?.[1] ?? "";
  for (const address of [new URL(picture, shop), new URL(script, shop), new URL("/keepsake-elements.js", script)]) {
    const { status } = await fetch(address);
    if (status !== 200) throw new Error(`${address.href}, which the demo shop uses, answered ${status}`);
  }
}

/** Reads the addresses and the curl line that `npm run dev` prints, and then goes on reading, as a terminal does. */
function readPrinted(output: NodeJS.ReadableStream) {
  return new Promise<{ curl: string; shop: string; mail: string }>((resolve, reject) => {
    let printed = "";
    const fail = (what: string) => reject(new Error(`npm run dev ${what}:\n${printed}`));
    const deadline = setTimeout(() => fail("did not print its curl line in time"), START_MS);
    output.on("data", (chunk) => {
      printed += String(chunk);
      const curl = /^ +(curl .*)\n/m.exec(printed)?.[1];
      const shop = /^ +Shop +(http\S+)/m.exec(printed)?.[1];
      const mail = /^ +Mail +(http\S+)/m.exec(printed)?.[1];
      if (!curl || !shop || !mail) return;
      clearTimeout(deadline);
      resolve({ curl, shop, mail });
    });
    output.once("end", () => fail("ended early"));
  });
}
