import { expect, test } from "vitest";
import { aLogin } from "../../../test/fixtures/login.ts";
import { aService, testConfig } from "../../../test/fixtures/service.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { run } from "../../run.ts";
import type { StoreId } from "../ids.ts";
import { createDb } from "./db.ts";

const SETTINGS = [
  "statement_timeout=2000",
  "lock_timeout=1000",
  "idle_in_transaction_session_timeout=10000",
  "plan_cache_mode=force_generic_plan",
  "enable_seqscan=off",
  "enable_memoize=off",
  "jit=off",
];
/** A process asks the database at most twice a second whether it is ready. */
const READY_MS = 10_000;
const OVERRIDE = "KEEPSAKE_ALLOW_PRIVILEGED_LOGIN=on";

function aDb(url: string, options: Partial<Parameters<typeof createDb>[1]> = {}) {
  const db = createDb(url, { onError: () => undefined, wake: () => {}, ...options });
  whenDone(() => db.end());
  return db;
}

/** Starts the service in this process, as its command does. It ends with the test. */
async function start(env: Record<string, string>, role: "api" | "worker" = "api") {
  const close = await run(testConfig(env), role);
  whenDone(close);
}

const PRIVILEGED: [string, string, string, string][] = [
  ["a superuser", "superuser", "", "is a superuser"],
  ["a login with BYPASSRLS", "bypassrls", "", "has BYPASSRLS"],
  ["a login with CREATEROLE", "createrole", "", "has CREATEROLE"],
  ["a login with REPLICATION", "replication", "", "has REPLICATION"],
  ["the owner of a table", "noinherit", "alter table lists owner to $login", "owns the tables"],
  [
    "a login that may run programs on the server",
    "noinherit",
    "grant pg_execute_server_program to $login",
    "pg_execute_server_program",
  ],
];

test.each(PRIVILEGED)(
  "api and worker refuse to start as %s, and name the override",
  async (_, attributes, after, reason) => {
    const { name, url, sql } = await aLogin(attributes);
    if (after) await sql(after);
    for (const role of ["api", "worker"] as const) {
      const refused = start({ DATABASE_URL: url }, role);
      await expect(refused).rejects.toThrow(name);
      await expect(refused).rejects.toThrow(reason);
      await expect(refused).rejects.toThrow(OVERRIDE);
    }
  },
);

test("a login that is a member of the owner is refused, with the name of the owner", async () => {
  const [owner, { url, sql }] = [await aLogin(), await aLogin()];
  await sql(`alter table lists owner to ${owner.name}; grant ${owner.name} to $login`);
  await expect(start({ DATABASE_URL: url })).rejects.toThrow(`can become ${owner.name}, which owns the tables`);
  await sql(`alter table lists owner to current_user`);
});

test("a login that can only become the service's roles is accepted", async () => {
  const { url } = await aLogin();
  await expect(start({ DATABASE_URL: url }, "api")).resolves.toBeUndefined();
  await expect(start({ DATABASE_URL: url }, "worker")).resolves.toBeUndefined();
});

test("with the override, a superuser is accepted, and its connections still work as the service's roles", async () => {
  const { url } = await aLogin("superuser");
  await start({ DATABASE_URL: url, KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: "on" });
  const [row] = await aDb(url, { allowPrivilegedLogin: true }).inStore(
    1 as StoreId,
    (tx) => tx<{ user: string }>`select current_user as user`,
  );
  expect(row?.user).toBe("keepsake_store");
});

test("a login that may not become a role it needs is refused at the start", async () => {
  const { url, sql } = await aLogin();
  await sql("revoke keepsake_worker from $login");
  await start({ DATABASE_URL: url }, "api");
  await expect(start({ DATABASE_URL: url }, "worker")).rejects.toThrow(
    'permission denied to set role "keepsake_worker"',
  );
});

test.each(["superuser", "inherit", "noinherit"])(
  "a connection that lost its role on the way is refused for a login with %s, also with the override",
  async (attributes) => {
    const { name, url } = await aLogin(attributes);
    const env = { DATABASE_URL: url, KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: "on" };
    // No startup option is sent to such a URL, as if a pooler had dropped it.
    await expect(start({ ...env, KEEPSAKE_STORE_DATABASE_URL: url })).rejects.toThrow(
      `runs our statements as ${name} instead of keepsake_store`,
    );
    await expect(start({ ...env, KEEPSAKE_HOT_DATABASE_URL: url })).rejects.toThrow("KEEPSAKE_HOT_DATABASE_URL");
  },
);

test("a role's own URL is used without startup options, when its login already works as that role", async () => {
  const { url, sql } = await aLogin();
  await sql("alter role $login set role = 'keepsake_store'");
  const db = aDb(url, { roleUrls: { keepsake_store: url } });
  const [row] = await db.inStore(
    1 as StoreId,
    (tx) => tx<{ user: string; seqscan: string }>`
    select current_user as user, current_setting('enable_seqscan') as seqscan`,
  );
  expect(row).toEqual({ user: "keepsake_store", seqscan: "on" });
});

test("at the start, settings that such a URL lacks are named, until its login has them", async () => {
  const { url, sql } = await aLogin();
  await sql("alter role $login set role = 'keepsake_hot'");
  const hot = () => aDb(url, { roleUrls: { keepsake_hot: url } }).checkLogins(["keepsake_hot"]);
  expect(await hot()).toEqual([
    expect.stringMatching(
      /^KEEPSAKE_HOT_DATABASE_URL .* statement_timeout=2000 lock_timeout=1000 .* enable_seqscan=off/,
    ),
  ]);
  for (const setting of SETTINGS) await sql(`alter role $login set ${setting}`);
  expect(await hot()).toEqual([]);
  expect(await aDb(url).checkLogins(["keepsake_store", "keepsake_hot", "keepsake_worker"])).toEqual([]);
});

test("a transaction of a store is refused when it gets a connection that works as somebody else", async () => {
  const { name, url, sql } = await aLogin("superuser");
  await sql("alter role $login set role = 'keepsake_store'");
  const db = aDb(url, { roleUrls: { keepsake_store: url }, allowPrivilegedLogin: true });
  const begin = () => db.inStore(1 as StoreId, (tx) => tx`select from shoppers`);
  expect(await begin()).toEqual([]);
  // The next transaction gets the same connection, whose role is gone, as after a reset by a pooler.
  await db.inStore(1 as StoreId, (tx) => tx`set role none`);
  await expect(begin()).rejects.toMatchObject({
    kind: "unavailable",
    cause: { message: expect.stringContaining(name) },
  });
});

test("a process whose login becomes privileged later is not ready until that is undone", async () => {
  const { url, sql } = await aLogin();
  const service = aService({ env: { DATABASE_URL: url } });
  const readyz = async () => (await service.http.inject("/readyz")).statusCode;
  const untilReadyz = async (status: number) => await expect.poll(readyz, { timeout: READY_MS }).toBe(status);
  await untilReadyz(200);
  await sql("alter role $login bypassrls");
  await untilReadyz(503);
  await sql("alter role $login nobypassrls");
  await untilReadyz(200);
});

test("a process that starts without a database checks the login as soon as there is one", async () => {
  const { url, sql } = await aLogin("superuser");
  await sql("alter role $login nologin");
  const service = aService({ env: { DATABASE_URL: url } });
  const readyz = async () => (await service.http.inject("/readyz")).statusCode;
  expect(await readyz()).toBe(503);
  await sql("alter role $login login");
  expect(await readyz()).toBe(503);
  await sql("alter role $login nosuperuser");
  await expect.poll(readyz, { timeout: READY_MS }).toBe(200);
});
