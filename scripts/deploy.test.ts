import { execFile } from "node:child_process";
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { getNats } from "../engines/get-nats.ts";
import { POSTGRES_BIN } from "../engines/install.ts";
import { startEngines } from "../engines/start.ts";
import { readConfig } from "../packages/service/src/config.ts";
import { createLog } from "../packages/service/src/platform/log.ts";
import { prepareDatabase } from "../packages/service/src/prepare-database.ts";
import { run as runService } from "../packages/service/src/run.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SLOW = { timeout: 240_000 };

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-deploy-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A copy of deploy/. */
async function anInstallation() {
  const folder = await aFolder();
  await cp(join(ROOT, "deploy"), join(folder, "deploy"), { recursive: true });
  return { folder, secrets: join(folder, "secrets"), script: join(folder, "deploy/make-secrets.sh") };
}

/** The secrets of a copy of deploy/ in which make-secrets.sh has run. */
async function makeSecrets() {
  const { secrets, script } = await anInstallation();
  await run(script);
  return secrets;
}

async function readSecrets(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")])),
  );
}

test("make-secrets.sh leaves every secret readable for its owner only", async () => {
  const secrets = await makeSecrets();
  const modes = await Promise.all(
    [".", ...(await readdir(secrets))].map(async (name) => [name, (await stat(join(secrets, name))).mode & 0o777]),
  );
  expect(Object.fromEntries(modes)).toEqual({
    ".": 0o700,
    ...Object.fromEntries(
      [
        "api_database_url",
        "api_password",
        "keepsake_secret",
        "owner_database_url",
        "owner_password",
        "postgres_password",
        "worker_database_url",
        "worker_password",
      ].map((name) => [name, 0o600]),
    ),
  });
  const url = new URL(await readFile(join(secrets, "worker_database_url"), "utf8"));
  expect([url.username, url.password]).toEqual([
    "keepsake_worker_login",
    await readFile(join(secrets, "worker_password"), "utf8"),
  ]);
});

test("compose keeps the erasure log in a folder that make-secrets.sh creates, for the owner of the secrets alone", async () => {
  const { folder, script, secrets } = await anInstallation();
  await run(script);
  await writeFile(join(folder, "erasures/erasures.jsonl"), "a line\n");
  await run(script); // after an upgrade
  expect(await readFile(join(folder, "erasures/erasures.jsonl"), "utf8")).toBe("a line\n");
  const [log, own] = [await stat(join(folder, "erasures")), await stat(secrets)];
  expect([log.mode & 0o777, log.uid, log.gid]).toEqual([0o700, own.uid, own.gid]);

  const compose = await readFile(join(ROOT, "compose.yaml"), "utf8");
  const shared = /^x-keepsake: &keepsake\n(?: .*\n)*/m.exec(compose)?.[0] ?? "";
  expect(shared).toContain("source: ./erasures\n      target: /var/lib/keepsake\n");
  const [, path] = /KEEPSAKE_ERASURE_LOG: \$\{KEEPSAKE_ERASURE_LOG:-(.*)\}/.exec(compose) ?? [];
  // What compose gives to the containers while .env says nothing about a bucket.
  const empty = [...compose.matchAll(/^ {2}(KEEPSAKE_ERASURE_LOG_\w+): \$\{\1:-\}$/gm)].map(([, name]) => [name, ""]);
  const env = { DATABASE_URL: "postgres://x", KEEPSAKE_SECRET: "s".repeat(32), KEEPSAKE_ERASURE_LOG: path };
  expect(readConfig({ ...env, ...Object.fromEntries(empty) })).toMatchObject({
    erasureLog: { path: "/var/lib/keepsake/erasures.jsonl" },
    warnings: [],
  });
  expect(empty).toHaveLength(3);
});

test("make-secrets.sh keeps the secrets of version 0.1.0, closes them and adds the missing ones", async () => {
  const { secrets, script } = await anInstallation();
  const former = {
    database_url: "postgres://keepsake:old@postgres:5432/keepsake",
    keepsake_secret: "s".repeat(40),
    postgres_password: "old",
  };
  await mkdir(secrets);
  for (const [name, text] of Object.entries(former)) await writeFile(join(secrets, name), text);
  await chmod(secrets, 0o755);
  const { stdout } = await run(script);
  expect(stdout).toContain("Kept: secrets/postgres_password secrets/keepsake_secret\n");
  expect(stdout).toContain("Wrote: secrets/owner_password secrets/owner_database_url secrets/api_password");
  const upgraded = await readSecrets(secrets);
  expect(upgraded).toMatchObject(former);
  expect(Object.keys(upgraded)).toHaveLength(9);
  for (const name of [".", ...Object.keys(upgraded)]) {
    expect((await stat(join(secrets, name))).mode & 0o077).toBe(0);
  }

  expect((await run(script)).stdout).toContain("Wrote nothing");
  expect(await readSecrets(secrets)).toEqual(upgraded);
});

test("make-secrets.sh restores a lost password from its URL, and a lost or empty URL from its password", async () => {
  const { secrets, script } = await anInstallation();
  await run(script);
  const before = await readSecrets(secrets);
  await rm(join(secrets, "owner_password"));
  await rm(join(secrets, "api_database_url"));
  await writeFile(join(secrets, "worker_database_url"), "");
  const { stderr } = await run(script);
  expect(await readSecrets(secrets)).toEqual(before);
  expect(stderr).toBe("");

  await rm(join(secrets, "keepsake_secret"));
  expect((await run(script)).stderr).toContain("If you already have a database, put back its own");
});

test("make-secrets.sh adds its user to .env on lines of their own, once", async () => {
  const { folder, script } = await anInstallation();
  const env = join(folder, ".env");
  await writeFile(env, "KEEPSAKE_PUBLIC_URL=https://alerts.example.com"); // no newline at the end
  const isRoot = process.getuid?.() === 0; // root adds nothing
  const as = isRoot ? { uid: 1000, gid: 1000 } : {};
  if (isRoot) for (const path of [folder, env]) await chown(path, 1000, 1000);
  await run(script, as);
  await run(script, as);
  const { uid, gid } = await stat(env);
  expect(await readFile(env, "utf8")).toBe(
    `KEEPSAKE_PUBLIC_URL=https://alerts.example.com\nKEEPSAKE_UID=${uid}\nKEEPSAKE_GID=${gid}\n`,
  );
});

/** What a service in compose.yaml lacks of its walls. Reads the text: each service is indented by two spaces. */
function findMissingWalls(compose: string): string[] {
  const shared = /^x-keepsake: &keepsake\n(?: .*\n)*/m.exec(compose)?.[0].replaceAll(/^/gm, "  ") ?? "";
  const services = /^services:\n(?:(?: .*)?\n)*/m.exec(compose)?.[0] ?? "";
  return [...services.matchAll(/^ {2}(\w+):\n(?: {3,}.*\n)*/gm)].flatMap(([block, name]) => {
    const text = block.replace("    <<: *keepsake\n", shared);
    return WALLS.filter((wall) => !text.includes(wall)).map((wall) => `${name} lacks ${wall.trim()}`);
  });
}
const WALLS = [
  "    read_only: true\n",
  "    cap_drop:\n      - ALL\n",
  "    security_opt:\n      - no-new-privileges:true\n",
] as const;

test("every container of compose.yaml has a read-only file system, drops its capabilities and cannot gain privileges", async () => {
  const compose = await readFile(join(ROOT, "compose.yaml"), "utf8");
  expect(findMissingWalls(compose)).toEqual([]);
  expect(compose.match(/^ {2}\w+:\n {4}(?:container_name|image):/gm)).toHaveLength(7);
  // Only PostgreSQL's image has something left to do as root.
  expect([...compose.matchAll(/cap_add:|privileged: true/g)]).toHaveLength(1);

  // A control: without one of its lines, the three services of Keepsake and every other one are named.
  const [readOnly, capabilities] = WALLS;
  expect(findMissingWalls(compose.replace("  read_only: true\n", ""))).toEqual(
    ["api", "keepsake", "worker"].map((name) => `${name} lacks read_only: true`),
  );
  expect(findMissingWalls(compose.replaceAll(readOnly, ""))).toHaveLength(4);
  expect(findMissingWalls(compose.replaceAll(capabilities, ""))).toHaveLength(4);
  expect(findMissingWalls(compose.replaceAll(/^ +- no-new-privileges:true\n/gm, ""))).toHaveLength(7);
});

test(
  "with the logins of create-logins.sh, the owner migrates, api and worker run, and they refuse the owner",
  SLOW,
  async () => {
    const { postgres, stop } = await startEngines({ postgres: true });
    onTestFinished(stop);
    const admin = await postgres.createDatabase("keepsake");
    const as = (login: string, database = "keepsake") =>
      admin.replace("//postgres@", `//${login}@`).replace(/[^/]+$/, database);
    const secrets = await makeSecrets();
    const createLogins = (database = "keepsake") =>
      run(join(ROOT, "deploy/create-logins.sh"), {
        env: {
          PATH: `${POSTGRES_BIN}:${process.env["PATH"]}`,
          PGHOST: "127.0.0.1",
          PGPORT: `${postgres.port}`,
          PGUSER: "postgres",
          PGDATABASE: database,
          PGPASSWORD_FILE: join(secrets, "postgres_password"),
          OWNER_PASSWORD_FILE: join(secrets, "owner_password"),
          API_PASSWORD_FILE: join(secrets, "api_password"),
          WORKER_PASSWORD_FILE: join(secrets, "worker_password"),
        },
      });
    const configOf = (url: string) =>
      readConfig({
        DATABASE_URL: url,
        KEEPSAKE_SECRET: "x".repeat(32),
        KEEPSAKE_LOG_LEVEL: "silent",
        KEEPSAKE_PORT: "0",
        KEEPSAKE_OPS_PORT: "0",
        NODE_ENV: "test",
      });
    const prepare = (url: string) => prepareDatabase(configOf(url), createLog("silent"));
    const start = async (login: string, role: "api" | "worker", database = "keepsake") => {
      const close = await runService(configOf(as(login, database)), role);
      await close();
    };

    await createLogins();
    await prepare(as("keepsake_owner"));
    await createLogins(); // again, as `docker compose up` does at every start
    await start("keepsake_api_login", "api");
    await start("keepsake_worker_login", "worker");
    await expect(start("keepsake_owner", "api")).rejects.toThrow("keepsake_owner has CREATEROLE");
    await expect(start("keepsake_api_login", "worker")).rejects.toThrow("permission denied");

    // A database that a superuser migrated before there were logins.
    const old = await postgres.createDatabase("old");
    await prepare(old);
    const psql = async (text: string) => (await run(join(POSTGRES_BIN, "psql"), ["-XAtc", text, old])).stdout.trim();
    expect(await psql(OTHERS)).not.toBe("0");
    await createLogins("old");
    expect(await psql(OTHERS)).toBe("0");
    await start("keepsake_worker_login", "worker", "old");
  },
);

/** Tables, sequences and functions of Keepsake that do not belong to its owner. */
const OTHERS = `
  select (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relowner <> 'keepsake_owner'::regrole)
    + (select count(*) from pg_proc where pronamespace = 'public'::regnamespace and proowner <> 'keepsake_owner'::regrole)`;

test("the settings of compose's NATS are valid, and sync before they acknowledge", async () => {
  const file = join(ROOT, "deploy/nats.conf");
  const { stderr } = await run(await getNats(), ["-t", "-c", file]);
  expect(stderr).toContain("is valid");
  expect(await readFile(file, "utf8")).toContain("sync_interval: always");
  expect(await readFile(join(ROOT, "compose.yaml"), "utf8")).toContain("./deploy/nats.conf:/etc/nats/keepsake.conf:ro");
});
