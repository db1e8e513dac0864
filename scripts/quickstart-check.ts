import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Follows the README word for word on a clean clone: its commands one after the other, then the curl line that the
// running service prints and the demo shop that it names. Ends with the regid.
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const START_MS = 120_000;

const readme = await readFile(join(ROOT, "README.md"), "utf8");
const block = /<!-- quickstart -->\s*```sh\n([\s\S]*?)```/.exec(readme)?.[1];
if (!block) throw new Error("README.md has no block marked <!-- quickstart -->");
const commands = block.split("\n").filter((line) => line.trim() !== "");

const folder = await mkdtemp(join(tmpdir(), "keepsake-quickstart-"));
await chmod(folder, 0o755); // run as root, PostgreSQL works as another user, who must get there
const cwd = join(folder, "keepsake");
// The same ports as a reader's; another Keepsake on this machine would be in the way, so free ones are asked for.
const env = { ...process.env, KEEPSAKE_PORT: "18732", KEEPSAKE_OPS_PORT: "18733" };
try {
  execFileSync("git", ["clone", "--quiet", ROOT, cwd], { stdio: "inherit" });
  for (const command of commands) {
    process.stdout.write(`$ ${command}\n`);
    if (command === "npm run dev") await tryDev(cwd);
    else execFileSync("bash", ["-c", command], { cwd, env, stdio: "inherit" });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function tryDev(stores: string) {
  const dev = spawn("npm", ["run", "dev"], {
    cwd: stores,
    env,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const ended = once(dev, "exit");
  try {
    const { curl, shop } = await readPrinted(dev.stdout);
    await visitShop(shop);
    process.stdout.write(`$ ${curl}\n`);
    const answer = execFileSync("bash", ["-c", curl], { encoding: "utf8" });
    const { regid } = JSON.parse(answer) as { regid?: string };
    if (!regid) throw new Error(`The printed curl line answered ${answer}`);
    process.stdout.write(`${answer}\n`);
    await followListGuide(stores, curl);
    process.stdout.write(`regid: ${regid}\n`);
  } finally {
    if (dev.pid && dev.pid > 300) process.kill(-dev.pid, "SIGINT");
    await ended;
  }
}

/** The lines of docs/lists.md, as they stand: at their end a stranger reads the list that a guest made and shared. */
async function followListGuide(stores: string, curl: string) {
  const guide = await readFile(join(stores, "docs/lists.md"), "utf8");
  const lines = /<!-- runs -->\s*```sh\n([\s\S]*?)```/.exec(guide)?.[1];
  const [, pid = "", key = "", base = ""] = /-u '([^:]+):([^']+)' (http:\/\/[^/]+)/.exec(curl) ?? [];
  if (!lines) throw new Error("docs/lists.md has no block marked <!-- runs -->");
  const output = execFileSync("bash", ["-euo", "pipefail", "-c", lines], {
    encoding: "utf8",
    env: { ...env, PID: pid, KEY: key, BASE: base },
  });
  process.stdout.write(`$ docs/lists.md\n${output}\n`);
  const shared = output.slice(output.lastIndexOf('{"list":'));
  if (!/"lname":"My Wishlist".*"cnt":2/.test(shared) || output.includes('"error":true'))
    throw new Error("docs/lists.md does not lead to a shared list");
}

/** A shop that a visitor could use: its page, its pictures, and the script of the service that it names. */
async function visitShop(shop: string) {
  process.stdout.write(`$ open ${shop}\n`);
  const page = await (await fetch(shop)).text();
  const picture = /<img src="([^"]+)"/.exec(page)?.[1] ?? "";
  const script = /<script async [^>]*src="([^"]+)"/.exec(page)?.[1] ?? "";
  for (const address of [new URL(picture, shop), new URL(script, shop), new URL("/keepsake-elements.js", script)]) {
    const { status } = await fetch(address);
    if (status !== 200) throw new Error(`The demo shop's ${address.href} answered ${status}`);
  }
}

async function readPrinted(output: NodeJS.ReadableStream) {
  const deadline = setTimeout(
    () => output.emit("error", new Error("npm run dev printed no curl line in time")),
    START_MS,
  );
  let seen = "";
  for await (const chunk of output) {
    seen += String(chunk);
    const curl = /^ +(curl .*)\n/m.exec(seen)?.[1];
    const shop = /^ +Shop +(http\S+)/m.exec(seen)?.[1];
    if (!curl || !shop) continue;
    clearTimeout(deadline);
    return { curl, shop };
  }
  throw new Error(`npm run dev ended early:\n${seen}`);
}
