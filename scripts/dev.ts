import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";
import { build as buildPages } from "vite";
import { startShop } from "../packages/demo-store/src/server.ts";
import { type Deps, openDeps } from "../packages/service/src/app.ts";
import { type Config, readConfig } from "../packages/service/src/config.ts";
import { createStore } from "../packages/service/src/features/stores/create-store.ts";
import { createKey } from "../packages/service/src/features/stores/keys/create-key.ts";
import { addFirstMember } from "../packages/service/src/features/stores/members/add-first-member.ts";
import { updateStore } from "../packages/service/src/features/stores/settings/update-store.ts";
import { makeLoginLink } from "../packages/service/src/features/stores/sign-in/make-login-link.ts";
import { identitySecret } from "../packages/service/src/features/stores/store.ts";
import { createLog } from "../packages/service/src/platform/log.ts";
import { toEmail } from "../packages/service/src/platform/text/email.ts";
import { prepareDatabase } from "../packages/service/src/prepare-database.ts";
import { run } from "../packages/service/src/run.ts";
import { fillDemoShop } from "./demo-history.ts";
import { startMailCatcher } from "./mail-catcher.ts";

// One command to try Keepsake. It starts a database, the service, a demo shop and a page that shows every mail, and it
// creates a first store with a key. All data is kept in .keepsake/.
const SDK = fileURLToPath(new URL("../packages/sdk/", import.meta.url));
const DASHBOARD = fileURLToPath(new URL("../packages/dashboard/", import.meta.url));
const OWNER = toEmail("owner@tarn.example");
const HOME = fileURLToPath(new URL("../.keepsake/", import.meta.url));
const DEV_POSTGRES = fileURLToPath(new URL("dev-postgres.ts", import.meta.url));
const DEMO_UUID = "3f1c9a52-7d0e-4b8e-9a6b-2c5d8e7f1a90";

type DevStore = { databaseUrl: string; pid: string; key: string };
/** `hasHistory` is false until the store is filled with sample shoppers. Stores of older versions have none. */
type KnownStore = DevStore & { hasHistory?: boolean };

await start().catch((error: unknown) => {
  process.stderr.write(`keepsake: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

async function start() {
  await mkdir(HOME, { recursive: true });
  const secret = process.env.KEEPSAKE_SECRET ?? (await remember("secret", () => randomBytes(32).toString("base64url")));
  const postgres = process.env.DATABASE_URL ? undefined : await startEmbeddedPostgres();
  const databaseUrl = postgres?.url ?? process.env.DATABASE_URL;
  const [smtpPort, webPort, shopPort] = [
    Number(await remember("smtp-port", freePort)),
    Number(await remember("mail-port", freePort)),
    Number(await remember("shop-port", freePort)),
  ];
  const catcher = process.env.KEEPSAKE_SMTP_URL ? undefined : await startMailCatcher({ smtpPort, webPort });
  const config = readConfig({
    NODE_ENV: "development",
    KEEPSAKE_LOG_LEVEL: "warn",
    ...(catcher ? { KEEPSAKE_SMTP_URL: catcher.smtpUrl } : {}),
    KEEPSAKE_DRAIN_MS: "0",
    // The database serves this one machine, and its login also migrates it.
    KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: "on",
    ...process.env,
    DATABASE_URL: databaseUrl,
    KEEPSAKE_SECRET: secret,
  });

  await prepareDatabase(config, createLog("warn"));
  await build({ cwd: SDK, dts: false, logLevel: "error" });
  await buildPages({ configFile: `${DASHBOARD}vite.config.ts`, logLevel: "error" });
  const known = await findOrCreateStore(config, `http://127.0.0.1:${shopPort}`);
  const { pid, key, secret: shopSecret, loginLink } = known;
  await run(config, "all", { onClosed: () => postgres?.stop() });

  const base = `http://${config.host}:${config.port}`;
  const shop = await startShop({
    keepsake: { url: base, pid, key, identitySecret: shopSecret },
    port: shopPort,
    // A real mail server must get no mails to people who do not exist.
    ...(catcher ? { mailUrl: catcher.webUrl, onProducts: () => writeHistory(config, known) } : {}),
  });
  process.stdout.write(`
  Keepsake is running.

  Shop       ${shop.url}  (demo shop)
  Dashboard  ${loginLink}
             (signs the owner in, once, within 15 minutes; npm run dev prints a new link at each start)
  Mail       ${catcher ? `${catcher.webUrl}  (shows every mail; nothing leaves this machine)` : "sent by the server in KEEPSAKE_SMTP_URL"}
  Store id   ${pid}
  API key    ${key}
  API        ${base}
  Reference  ${base}/reference
  Metrics    http://${config.opsHost}:${config.opsPort}/metrics

  Your first back-in-stock alert:

    1. Open the shop, follow the link to the sold-out Fell Jacket and press "Notify me when available".
    2. ${catcher ? "Open the mail page. The confirmation mail appears by itself." : "Open the confirmation mail."} Press "Confirm" in it, and again on the page that opens.
    3. Go back to the shop and press "Restock it" at the top.
    4. The alert arrives${catcher ? " on the mail page" : ""}.

  Your first API call, which creates a shopper:

    curl -s -u '${pid}:${key}' ${base}/storeadmin/v3/user/generate-regid -d uuid=${DEMO_UUID} -d useragenttype=curl

  Press Ctrl-C to stop. The data stays in .keepsake; delete that folder to start over.

`);
}

/** Returns the same text at every start: `make` runs once and the result is kept in a file. */
async function remember(name: string, make: () => string | Promise<string>) {
  const file = `${HOME}${name}`;
  if (!existsSync(file)) {
    await writeFile(file, await make(), { mode: 0o600 });
  }
  return (await readFile(file, "utf8")).trim();
}

/** Returns the same store and key at every start, as long as the database is the same, and the secret the shop signs tokens with. */
async function findOrCreateStore(
  config: Config,
  shopUrl: string,
): Promise<KnownStore & { secret: string; loginLink: string }> {
  const { databaseUrl } = config;
  const remembered = existsSync(`${HOME}store.json`)
    ? (JSON.parse(await readFile(`${HOME}store.json`, "utf8")) as KnownStore)
    : undefined;
  const deps = await openDeps({ ...config, natsUrl: undefined, redisUrl: undefined });
  try {
    const known = remembered?.databaseUrl === databaseUrl ? remembered : await createDevStore(deps, shopUrl);
    return {
      ...known,
      secret: identitySecret(await deps.stores.getByPid(known.pid)),
      loginLink: await makeLoginLink(deps, OWNER),
    };
  } finally {
    await deps.close();
  }
}

/** Fills a new store with a year of shoppers, alerts and orders, so that the dashboard has something to show. */
async function writeHistory(config: Config, { databaseUrl, pid, key, hasHistory }: KnownStore) {
  if (hasHistory !== false) return;
  const deps = await openDeps({ ...config, natsUrl: undefined, redisUrl: undefined });
  try {
    await fillDemoShop(deps, { pid, owner: OWNER });
  } finally {
    await deps.close();
  }
  await writeFile(`${HOME}store.json`, JSON.stringify({ databaseUrl, pid, key, hasHistory: true }), { mode: 0o600 });
}

async function createDevStore({ db, seal, hashSecret, config }: Deps, shopUrl: string): Promise<KnownStore> {
  const created = await db.asOperator(async (tx) => {
    const store = await createStore(tx, seal, { name: "Tarn", shards: config.shards });
    const setup = { finishedAt: new Date().toISOString() }; // the demo shop is connected
    await updateStore(tx, store.pid, { alerts: { color: "#25524d" }, shop: { url: shopUrl }, setup });
    const { key } = await createKey(tx, hashSecret, { storeId: store.id, name: "dev", scopes: ["admin"] });
    await addFirstMember(tx, { storeId: store.id, email: OWNER, role: "owner" });
    return { databaseUrl: config.databaseUrl, pid: store.pid, key, hasHistory: false };
  });
  await writeFile(`${HOME}store.json`, JSON.stringify(created), { mode: 0o600 });
  return created;
}

/** Starts PostgreSQL from npm, for machines without one. Its data is in .keepsake/postgres, and it stops with this process. */
async function startEmbeddedPostgres() {
  if (process.getuid?.() === 0) await requireFolderOpenToAll(HOME);
  const port = Number(await remember("postgres-port", freePort));
  if (!(await isFree(port))) {
    throw new Error(
      `Port ${port} is in use. Stop the other Keepsake, or delete .keepsake/postgres-port and start again.`,
    );
  }
  const password = await remember("postgres-password", () => randomBytes(16).toString("base64url"));
  const child = spawn(process.execPath, [DEV_POSTGRES, `${HOME}postgres`, String(port)], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, KEEPSAKE_DEV_PASSWORD: password },
    detached: true,
  });
  const ended = once(child, "exit");
  const [ready] = await Promise.race([once(child.stdout, "data"), ended.then(() => [])]);
  if (!ready) throw new Error("PostgreSQL did not start. Delete .keepsake to start over, or set DATABASE_URL.");
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/** PostgreSQL refuses to run as root, so it is started as the user `postgres`, who must be able to enter this folder. */
async function requireFolderOpenToAll(folder: string) {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    if (((await stat(path)).mode & 0o001) === 0) {
      throw new Error(
        `PostgreSQL cannot run as root, and other users cannot enter ${path}. Run this as a normal user, or set DATABASE_URL.`,
      );
    }
  }
}

function freePort() {
  return new Promise<string>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(String(port)));
    });
  });
}

function isFree(port: number) {
  return new Promise<boolean>((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
