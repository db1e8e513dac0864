import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { POSTGRES_BIN } from "../engines/install.ts";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { openStream } from "../packages/service/test/fixtures/event-stream.ts";
import { aWaitingStore, smtpSettings } from "./alerts.ts";
import { FULL, openLab, report } from "./lab.ts";
import { aShopper, items, listCall } from "./lists.ts";
import { aRetryingClient, load, OVERLOADED_SHARE_MAX, tally } from "./load.ts";
import { downloadPgBouncer, startPgBouncer } from "./pgbouncer.ts";

const run = promisify(execFile);
const CREATE_LOGINS = new URL("../deploy/create-logins.sh", import.meta.url).pathname;
const CALLS = FULL ? 20_000 : 600;
/** More than call at once: calls of one shopper wait for the lock of their list, and only a few may. */
const SHOPPERS = 40;
const PEOPLE = FULL ? 2_000 : 200;
const DONE_MS = 120_000;
/** PgBouncer's connections to PostgreSQL: five for each role of each login. */
const SERVER_CONNECTIONS = 25;

/** One PostgreSQL with the logins of deploy/create-logins.sh, and the program of PgBouncer, for both tests. */
async function openPoolerLab() {
  const lab = await openLab({ postgres: true });
  const password = join(lab.folder, "password");
  await writeFile(password, "unused: PostgreSQL trusts every local user");
  const { port } = lab.engines.postgres;
  const creating = run(CREATE_LOGINS, {
    env: {
      PATH: `${POSTGRES_BIN}:${process.env["PATH"]}`,
      PGHOST: "127.0.0.1",
      PGPORT: `${port}`,
      PGUSER: "postgres",
      PGDATABASE: "keepsake_faults",
      OWNER_PASSWORD_FILE: password,
      API_PASSWORD_FILE: password,
      WORKER_PASSWORD_FILE: password,
    },
  });
  const [program, store] = await Promise.all([downloadPgBouncer(lab.folder), lab.aStore(), creating]);
  const server = `host=127.0.0.1 port=${port} dbname=keepsake_faults`;
  return { ...lab, store, server, startPooler: startPgBouncer.bind(undefined, lab.folder, program) };
}

let lab: Awaited<ReturnType<typeof openPoolerLab>>;
beforeAll(async () => {
  lab = await openPoolerLab();
});
afterAll(() => lab.close());

const count = async (url: string, env: Record<string, string> = {}) => {
  const counting = run(join(POSTGRES_BIN, "psql"), ["-XAtc", "select count(*) from shoppers", url], { env });
  return Number((await counting).stdout);
};

test("through PgBouncer in transaction mode the service serves its load, keeps stores apart, sends alerts and shows them live", async () => {
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const pooler = await lab.startPooler({
    // As in docs/operating.md.
    databases: [
      `keepsake_store = ${lab.server} connect_query='set role keepsake_store'`,
      `keepsake_hot = ${lab.server} connect_query='set role keepsake_hot; set statement_timeout = 2000'`,
      `keepsake_worker = ${lab.server} connect_query='set role keepsake_worker'`,
    ],
  });
  onTestFinished(pooler.kill);
  const urls = (login: string) => ({
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/nowhere", // no connection may bypass the pooler
    KEEPSAKE_STORE_DATABASE_URL: pooler.urlOf("keepsake_store", login),
    KEEPSAKE_HOT_DATABASE_URL: pooler.urlOf("keepsake_hot", login),
    KEEPSAKE_WORKER_DATABASE_URL: pooler.urlOf("keepsake_worker", login),
  });
  const [api, worker] = await Promise.all([
    lab.start("api", urls("keepsake_api_login")),
    lab.start("worker", { ...urls("keepsake_worker_login"), ...smtpSettings(sink), KEEPSAKE_POLL_MS: "100" }),
  ]);

  const { store } = lab;
  const client = aRetryingClient(api.port, { stalls: lab.watchStalls() });
  onTestFinished(client.close);
  const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => aShopper(client, store)));
  const statuses: number[] = [];
  const seconds = await load({ loops: 32, calls: CALLS }, async (n) => {
    const shopper = shoppers[n % SHOPPERS] as (typeof shoppers)[number];
    const call =
      n % 3 === 0
        ? listCall(store, shopper, "fetch-lists")
        : listCall(store, shopper, "update-ctx", { lid: shopper.lid, [n % 3 === 1 ? "a" : "d"]: items(1 + (n % 50)) });
    statuses.push((await client.send(call)).status);
  });

  const waiting = await aWaitingStore(lab, api.port, PEOPLE);
  onTestFinished(waiting.client.close);
  const stream = await openStream(`http://127.0.0.1:${api.port}/storeadmin/v3/plans/live`, {
    authorization: waiting.authorization,
  });
  expect(await waitFor(() => stream.events("ready").length === 1, DONE_MS)).toBe(true);
  await waiting.restock();
  expect(await waitFor(() => sink.received.length >= PEOPLE, DONE_MS)).toBe(true);
  const seesTheEnd = () =>
    (stream.events("plan") as { state: string; notified: number }[]).some(
      ({ state, notified }) => state === "done" && notified === PEOPLE,
    );
  expect(await waitFor(seesTheEnd, DONE_MS)).toBe(true);

  const [[connections] = []] = await lab.select(
    "select count(*) from pg_stat_activity where usename in ('keepsake_api_login', 'keepsake_worker_login')",
  );
  const logs = `${await api.log()}${await worker.log()}`;
  report("pgbouncer", {
    calls: CALLS,
    perSecond: CALLS / seconds,
    statuses: tally(statuses),
    connections,
    overloaded: client.countOverloaded(),
  });
  expect(tally(statuses)).toEqual({ 200: CALLS });
  expect(client.countOverloaded()).toBeLessThanOrEqual(CALLS * OVERLOADED_SHARE_MAX);
  expect(new Set(sink.received.map(({ to }) => to)).size).toBe(PEOPLE);
  expect(Number(connections)).toBeLessThanOrEqual(SERVER_CONNECTIONS);
  expect(logs).not.toContain("connects without these settings");

  expect(await count(lab.database)).toBeGreaterThan(0);
  for (const login of ["keepsake_api_login", "keepsake_worker_login"])
    expect(await count(pooler.urlOf("keepsake_store", login))).toBe(0);
});

test("behind a pooler that drops or refuses the role, the service does not start, also with the override", async () => {
  const databases = [`keepsake = ${lab.server}`];
  const [dropping, refusing] = await Promise.all([
    lab.startPooler({ databases, settings: "ignore_startup_parameters = options" }),
    lab.startPooler({ databases }),
  ]);
  onTestFinished(dropping.kill);
  onTestFinished(refusing.kill);
  const start = (pooler: typeof dropping, login: string, allow: "on" | "off") =>
    lab.start("api", { DATABASE_URL: pooler.urlOf("keepsake", login), KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: allow });

  // Control: the role is lost, and the login sees every store without naming one.
  const stores = await run(
    join(POSTGRES_BIN, "psql"),
    ["-XAtc", "select count(*) from stores", dropping.urlOf("keepsake", "postgres")],
    { env: { PGOPTIONS: "-c role=keepsake_store" } },
  );
  expect(Number(stores.stdout)).toBeGreaterThan(0);

  await Promise.all([
    expect(start(dropping, "postgres", "on")).rejects.toThrow("as postgres instead of keepsake_hot"),
    expect(start(dropping, "keepsake_api_login", "off")).rejects.toThrow("KEEPSAKE_HOT_DATABASE_URL"),
    expect(start(refusing, "postgres", "on")).rejects.toThrow("KEEPSAKE_HOT_DATABASE_URL"),
  ]);
});

test("behind a pooler that keeps the role but logs in as a superuser, the service does not start without the override", async () => {
  const server = `${lab.server} user=postgres`; // the pooler logs in as postgres, whatever user the client names
  const roles = ["keepsake_store", "keepsake_hot", "keepsake_worker"];
  const pooler = await lab.startPooler({
    databases: roles.map((role) => `${role} = ${server} connect_query='set role ${role}'`),
  });
  onTestFinished(pooler.kill);
  const start = (allow: "on" | "off") =>
    lab.start("api", {
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/nowhere", // no connection may bypass the pooler
      KEEPSAKE_STORE_DATABASE_URL: pooler.urlOf("keepsake_store", "keepsake_api_login"),
      KEEPSAKE_HOT_DATABASE_URL: pooler.urlOf("keepsake_hot", "keepsake_api_login"),
      KEEPSAKE_WORKER_DATABASE_URL: pooler.urlOf("keepsake_worker", "keepsake_api_login"),
      KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: allow,
    });
  await expect(start("off")).rejects.toThrow("The database login postgres is a superuser");
  await start("on"); // control: nothing else is wrong
});
