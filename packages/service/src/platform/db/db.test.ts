import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { aDatabase, connectAsSuperuser, look } from "../../../test/fixtures/database.ts";
import { databaseUrl, withServiceLogin } from "../../../test/fixtures/database-url.ts";
import { aService, aStore } from "../../../test/fixtures/service.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { writeEvent } from "../../../test/fixtures/write-event.ts";
import { AppError } from "../errors.ts";
import type { StoreId } from "../ids.ts";
import { createDb, type SystemTx } from "./db.ts";

const service = aService();

const eventsOf = async (storeId: number) =>
  (await look<{ subject: string }>("select subject from outbox where store_id = $1 order by id", [storeId])).map(
    ({ subject }) => subject,
  );
async function aQuietStore() {
  const store = await aStore(service);
  await look("delete from outbox where store_id = $1", [store.id]);
  return store;
}
function aDb(url = databaseUrl, wake = () => {}) {
  const db = createDb(withServiceLogin(url), { onError: () => undefined, wake });
  whenDone(() => db.end());
  return db;
}

test("the writes of a transaction are committed when it returns", async () => {
  const store = await aQuietStore();
  const answer = await store.inStore(async (tx) => {
    await writeEvent(tx, "test.one");
    return 7;
  });
  expect(answer).toBe(7);
  expect(await eventsOf(store.id)).toEqual(["test.one"]);
});

test("an error that is thrown anywhere inside a transaction rolls it back", async () => {
  const store = await aQuietStore();
  const deep = async () => {
    throw new AppError("forbidden", "test-refusal", "no");
  };
  await expect(
    store.inStore(async (tx) => {
      await writeEvent(tx, "test.one");
      await Promise.all([writeEvent(tx, "test.two"), deep()]);
    }),
  ).rejects.toMatchObject({ type: "test-refusal" });
  expect(await eventsOf(store.id)).toEqual([]);
});

test("an error of Postgres rolls the transaction back", async () => {
  const store = await aQuietStore();
  await expect(
    store.inStore(async (tx) => {
      await writeEvent(tx, "test.one");
      await tx`select 1 / ${0}::int`;
    }),
  ).rejects.toThrow("division by zero");
  expect(await eventsOf(store.id)).toEqual([]);
});

test("a transaction that swallows an error of Postgres throws instead of reporting a commit", async () => {
  const store = await aQuietStore();
  await expect(
    store.inStore(async (tx) => {
      await writeEvent(tx, "test.one");
      await tx`select 1 / ${0}::int`.catch(() => undefined);
      return "all is well";
    }),
  ).rejects.toThrow("was swallowed");
  expect(await eventsOf(store.id)).toEqual([]);
});

test("a transaction inside another is independent: an error of the outer one does not roll it back", async () => {
  const store = await aQuietStore();
  await expect(
    store.inStore(async (tx) => {
      await writeEvent(tx, "test.outer");
      await store.inStore((inner) => writeEvent(inner, "test.inner"));
      throw new Error("outer");
    }),
  ).rejects.toThrow("outer");
  expect(await eventsOf(store.id)).toEqual(["test.inner"]);
});

test("the connection of a failed transaction can be used again", async () => {
  const store = await aQuietStore();
  for (let time = 0; time < 30; time += 1) {
    await expect(store.inStore((tx) => tx`select 1 / ${0}::int`)).rejects.toThrow("division by zero");
  }
  const [row] = await store.inStore((tx) => tx<{ store: number }>`select current_store() as store`);
  expect(row?.store).toBe(store.id);
});

test("a transaction in a store costs two round trips besides its statements: one to begin it there, one to commit", async () => {
  const store = await aStore(service);
  const proxy = await aProxy();
  const db = aDb(proxy.url);
  const countRoundTrips = async (work: () => Promise<unknown>) => {
    const before = proxy.roundTrips();
    await work();
    return proxy.roundTrips() - before;
  };
  const inStore = () => db.inStore(store.id, (tx) => tx`select 1`);
  const asWorker = () => db.asWorker((tx) => tx`select 1`, { timeoutMs: 10_000 });
  await Promise.all([inStore(), asWorker()]); // opens the connections

  expect(await countRoundTrips(inStore)).toBe(3);
  expect(await countRoundTrips(asWorker)).toBe(3);
});

test("a longer timeout of a worker's transaction is in force, and ends with it", async () => {
  const read = (tx: SystemTx) => tx<{ statement_timeout: string }>`show statement_timeout`;
  const db = aDb();
  expect(await db.asWorker(read, { timeoutMs: 20_000 })).toEqual([{ statement_timeout: "20s" }]);
  expect(await db.asWorker(read)).toEqual([{ statement_timeout: "5s" }]);
});

test("a transaction that fails while it begins is ended, and its connection can be used again", async () => {
  const db = aDb();
  const tooLong = () => db.asWorker(async () => "ran", { timeoutMs: 2 ** 40 });
  for (let time = 0; time < 10; time += 1) await expect(tooLong()).rejects.toThrow("statement_timeout");
  expect(await db.asWorker((tx) => tx<{ one: number }>`select 1 as one`)).toEqual([{ one: 1 }]);
});

test.each(["1'; select pg_sleep(20); --", "1", 1.5, Number.NaN, null])(
  "no transaction begins for the store id %j",
  async (id) => {
    let ran = false;
    const work = async () => {
      ran = true;
    };
    await expect(service.deps.db.inStore(id as unknown as StoreId, work)).rejects.toThrow("is not an integer");
    expect(ran).toBe(false);
  },
);

test("the workers are woken once after the commit, and not after a rollback", async () => {
  const store = await aQuietStore();
  let wakeUps = 0;
  const db = aDb(databaseUrl, () => {
    wakeUps += 1;
  });
  await db.inStore(store.id, async (tx) => {
    await writeEvent(tx, "test.one");
    await writeEvent(tx, "test.two");
    expect(wakeUps).toBe(0);
  });
  expect(wakeUps).toBe(1);
  await expect(
    db.inStore(store.id, async (tx) => {
      await writeEvent(tx, "test.three");
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(wakeUps).toBe(1);
});

test.each([
  ["22021", "bytes that are not UTF-8", "select convert_from('\\xff'::bytea, 'UTF8')"],
  ["22P05", "\\u0000 in jsonb", `select '"\\u0000"'::jsonb ->> 0`],
  ["22P02", "a text instead of a number", "select 'x'::int"],
  ["22003", "a number out of range", "select 2147483648::int"],
  ["22008", "a date out of range", "select '2020-02-30'::date"],
  ["54000", "a value too long for an index", "insert into long_values select repeat(md5(random()::text), 5000)"],
])("Postgres code %s, %s, is 400 invalid-value and never a 500", async (code, _, text) => {
  const url = await aDatabase();
  await look("create table long_values (value text primary key)", [], url);
  await look("alter table long_values alter value set storage plain", [], url);
  await look("do $$ begin create role keepsake_worker; exception when duplicate_object then null; end $$", [], url);
  await look("grant all on long_values to keepsake_worker", [], url);
  const raw = Object.assign([text], { raw: [text] });
  const refusal = await aDb(url)
    .asWorker((tx) => tx(raw))
    .catch((error: unknown) => error);

  expect(refusal).toMatchObject({ kind: "invalid", type: "invalid-value", cause: { code } });
});

test("the same codes come from a bad value in a parameter", async () => {
  const store = await aStore(service);
  for (const [value, code] of [
    ["nul\0", "22021"],
    ["x", "22P02"],
    ["99999999999999999999", "22003"],
  ] as const) {
    const refusal = store.inStore((tx) => tx`select ${value}::text::bigint`);
    await expect(refusal).rejects.toMatchObject({ kind: "invalid", type: "invalid-value", cause: { code } });
  }
});

test("an unexpected error is thrown unchanged", async () => {
  const store = await aStore(service);
  await expect(store.inStore((tx) => tx`select from no_such_table`)).rejects.toMatchObject({ code: "42P01" });
  await expect(
    store.inStore(async () => {
      throw new TypeError("bug");
    }),
  ).rejects.toThrow(TypeError);
});

test("a call that waits longer than a second for a lock is 503 with Retry-After", async () => {
  const store = await aStore(service);
  const account = await store.anAccount();
  const locker = await connectAsSuperuser();
  await locker.query("begin");
  await locker.query("select from shoppers where store_id = $1 for update", [store.id]);
  const askOnce = async () => {
    const start = performance.now();
    const answer = await store.revokeSessions({ regid: account.regid }, { retry: false });
    return { answer, ms: performance.now() - start };
  };
  let { answer, ms } = await askOnce();
  // After 5 seconds any statement is cancelled, so a busy machine gets a few tries to be quicker than that.
  for (let tries = 1; tries < 5 && ms > 4_000; tries += 1) ({ answer, ms } = await askOnce());
  await locker.query("rollback");
  await locker.end();

  expect(answer.status).toBe(503);
  expect(answer.body).toMatchObject({ error: true, type: "unavailable" });
  expect(answer.headers["retry-after"]).toBe("1");
  expect(ms).toBeGreaterThan(900);
  expect(ms).toBeLessThan(4_000);
  expect((await store.revokeSessions({ regid: account.regid })).status).toBe(200);
});

test("a statement is cancelled after 5 seconds, as unavailable", async () => {
  const store = await aStore(service);
  await expect(store.inStore((tx) => tx`select pg_sleep(${20})`)).rejects.toMatchObject({
    kind: "unavailable",
    cause: { code: "57014" },
  });
});

test("a database that refuses connections is unavailable, and calls fail within seconds", async () => {
  const unreachable = aDb("postgres://postgres@127.0.0.1:1/nothing");
  const start = performance.now();
  for (const attempt of [
    unreachable.inStore(1 as StoreId, async () => 1),
    unreachable.asWorker(async () => 1),
    unreachable.hot.run({ name: "one", text: "select 1" }, []),
  ]) {
    await expect(attempt).rejects.toMatchObject({ kind: "unavailable", retryAfterSeconds: 1 });
  }
  expect(performance.now() - start).toBeLessThan(5_000);
});

test("a transaction whose connection breaks fails as unavailable, and the next one gets another connection", async () => {
  const one = aDb();
  const broken = one.asWorker(async (tx) => {
    const [row] = await tx<{ pid: number }>`select pg_backend_pid() as pid`;
    await look("select pg_terminate_backend($1)", [row?.pid]);
    await tx`select 1`;
  });
  await expect(broken).rejects.toMatchObject({ kind: "unavailable" });
  await expect(one.asWorker(async (tx) => (await tx`select 1`).length)).resolves.toBe(1);
});

test("a database that hangs is unavailable, not an internal error", async () => {
  const proxy = await aProxy();
  const hung = aDb(proxy.url);
  await hung.hot.run({ name: "one", text: "select 1" }, []);
  await hung.asWorker((tx) => tx`select 1`);
  proxy.hang();

  const start = performance.now();
  const outcomes = await Promise.allSettled([
    hung.hot.run({ name: "one", text: "select 1" }, []),
    hung.asWorker((tx) => tx`select 1`),
  ]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
  }
  expect(performance.now() - start).toBeLessThan(9_000);
});

test("the pool opens at most its maximum of connections and counts the waiting calls", async () => {
  const one = aDb();
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const working = Array.from({ length: 12 }, () => one.asWorker(() => gate));
  expect(await waitFor(() => one.waiting() === 4, 60_000)).toBe(true);
  open();
  await Promise.all(working);
  expect(one.waiting()).toBe(0);
});

test("a call of the API gets 503 when no connection is free in time; a worker and an operator wait longer", async () => {
  const one = aDb();
  const { id } = await aStore(service);
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let running = 0;
  const hold = () => {
    running += 1;
    return gate;
  };
  const inStore = () => one.inStore(id, hold);
  const holding = [...Array.from({ length: 8 }, inStore), one.asOperator(hold)];
  holding.push(...Array.from({ length: 3 }, () => one.asWorker(hold)));
  expect(await waitFor(() => running === holding.length, 60_000)).toBe(true);

  const patient = Promise.all([one.asWorker(async () => "worker"), one.asOperator(async () => "operator")]);
  await expect(inStore()).rejects.toMatchObject({ kind: "unavailable" });
  open();
  expect(await patient).toEqual(["worker", "operator"]);
  await Promise.all(holding);
});

/** Forwards everything to the database until `hang` is called, and counts how often a client sends and gets an answer. */
async function aProxy() {
  const target = Number(new URL(databaseUrl).port);
  const sockets: Socket[] = [];
  let hanging = false;
  let answers = 0;
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    sockets.push(client, upstream);
    let isAsking = false;
    client.on("data", () => {
      isAsking = true;
    });
    upstream.on("data", () => {
      if (isAsking) answers += 1;
      isAsking = false;
    });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on("data", (data) => void (hanging || to.write(data)));
      from.on("close", () => void (hanging || to.destroy()));
      from.on("error", () => undefined);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  whenDone(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === "object" ? address?.port : 0);
  return {
    url: url.toString(),
    roundTrips: () => answers,
    hang: () => {
      hanging = true;
    },
  };
}
