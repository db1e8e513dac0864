import { execFile } from "node:child_process";
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { aBucket, SLOW_DOWN } from "../../../test/fixtures/bucket.ts";
import { keepsake } from "../../../test/fixtures/command-line.ts";
import { aDatabase, look } from "../../../test/fixtures/database.ts";
import { aMarkedPerson } from "../../../test/fixtures/marked-person.ts";
import { aMigratedDatabase } from "../../../test/fixtures/migrated-database.ts";
import { aService, aStore, asStore, type Service } from "../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "../../../test/fixtures/subscription-calls.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { readLog } from "./log/log-line.ts";
import { eraseStore } from "./stores/erase-store.ts";

const run = promisify(execFile);
const MAX = { maxBuffer: 256 * 1024 * 1024 };

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), "erasures-"));
  whenDone(() => rm(folder, { recursive: true }));
  return folder;
}

/** A service with a log of erasures, and a database of its own. */
async function aShop(logEnv?: Record<string, string>) {
  const folder = await aFolder();
  const log = join(folder, "erasures.jsonl");
  const url = await aMigratedDatabase();
  const env = {
    ...(logEnv ?? { KEEPSAKE_ERASURE_LOG: log }),
    KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1",
    KEEPSAKE_SMS_HTTP_URL: "http://127.0.0.1:1/",
  };
  const service = aService({ env: { ...env, DATABASE_URL: url } });
  const store = await aStore(service, { scopes: ["admin"] });
  const dump = async (of = url) => (await run("pg_dump", ["--data-only", of], MAX)).stdout;
  const backUp = async () => {
    const file = join(folder, "backup");
    await run("pg_dump", ["--format=custom", "--file", file, url], MAX);
    /** A service on a new database, with what the backup has. */
    return async () => {
      const restored = await aDatabase();
      await run("pg_restore", ["--no-owner", "--dbname", restored, file], MAX);
      const other = aService({ env: { ...env, DATABASE_URL: restored } });
      return { url: restored, service: other, store: asStore(other, store) };
    };
  };
  return { url, log, folder, service, store, dump, backUp };
}
const replay = async (service: Service, log: string) =>
  JSON.parse(await keepsake(service, "erasures", "replay", "--from", log, "--json")) as Record<string, unknown>;

test("after a restore of an older backup, a replay of the log erases again who was erased since", async () => {
  const { service, store, log, dump, backUp } = await aShop();
  const person = await aMarkedPerson(store);
  const friend = await aMarkedPerson(store);
  // A mail to somebody who is in no other table.
  good(
    await listsOf(store, friend).post("emailList", {
      lid: await listsOf(store, friend).create(),
      toemail: person.email,
      fromname: "Bo",
    }),
  );
  const restore = await backUp();
  await store.revokeSessions({ regid: person.regid }); // sessions of after the backup have a later epoch
  const later = await store.anAccount(person.email);
  await keepsake(service, "person", "erase", "--pid", store.pid, "--email", person.email, "--phone", person.phone);
  expect(await dump()).not.toContain(person.marker);

  const old = await restore();
  expect(await dump(old.url)).toContain(person.marker); // control: without a replay the person is back
  expect(await replay(old.service, log)).toMatchObject({ people: 1, known: 0, unknown: 0 });
  const text = await dump(old.url);
  expect(text).not.toContain(person.marker);
  expect(text).toContain(friend.marker);

  // Nothing of before works: not the sessions, not an import.
  const again = await old.store.anAccount(person.email);
  for (const session of [person, later, person.guest])
    await expect(old.store.identify(session)).rejects.toMatchObject({ type: "sw-badregid" });
  expect(await listsOf(old.store, again).fetchLists()).toEqual([]);
  good(await subscribeAs(old.store, person.email, [aProduct(9)]));
  const waiting =
    "select from waiting w join subscriptions s on s.id = w.subscription_id join contacts c on c.id = s.contact_id where c.value = $1";
  expect(await look(waiting, [person.email], old.url)).toEqual([]);
  expect(await replay(old.service, log)).toMatchObject({ people: 0, known: 1 });
  await keepsake(old.service, "person", "erase", "--pid", store.pid, "--email", person.email);
}, 120_000);

test("control: without the log the replay leaves everything as the backup had it", async () => {
  const { service, store, folder, dump, backUp } = await aShop();
  const person = await aMarkedPerson(store);
  const restore = await backUp();
  await keepsake(service, "person", "erase", "--pid", store.pid, "--email", person.email);
  const old = await restore();
  await expect(replay(old.service, join(folder, "lost.jsonl"))).rejects.toThrow("ENOENT");
  const empty = join(folder, "empty.jsonl");
  await writeFile(empty, "");
  expect(await replay(old.service, empty)).toMatchObject({ people: 0 });
  expect(await dump(old.url)).toContain(person.marker);
}, 120_000);

test("a replay ends sessions of an account that the backup has never seen", async () => {
  const { service, store, log, backUp } = await aShop();
  const restore = await backUp();
  const account = await store.anAccount();
  await keepsake(service, "person", "erase", "--pid", store.pid, "--email", account.useremail);
  const old = await restore();
  await old.store.anAccount(account.useremail);
  await expect(old.store.identify(account)).resolves.toBeDefined(); // control: the old session would come back
  await replay(old.service, log);
  await expect(old.store.identify(account)).rejects.toMatchObject({ type: "sw-badregid" });
}, 120_000);

test("a replay leaves alone who came back before the backup was made", async () => {
  const { service, store, log, backUp } = await aShop();
  const account = await store.anAccount();
  await keepsake(service, "person", "erase", "--pid", store.pid, "--email", account.useremail);
  const again = await store.anAccount(account.useremail);
  const lists = listsOf(store, again);
  await lists.add(await lists.create(), anItem(1));
  const restore = await backUp();
  const old = await restore();
  expect(await replay(old.service, log)).toMatchObject({ people: 0, known: 1 });
  expect(await listsOf(old.store, again).fetchLists()).toMatchObject([{ cnt: 1 }]);
}, 120_000);

test("a replay erases stores, too, and skips those that the database does not have", async () => {
  const { service, store, log, folder, backUp } = await aShop();
  await aMarkedPerson(store);
  const restore = await backUp();
  const { db, seal, privacy } = service.deps;
  const actor = { kind: "operator", id: "command-line", name: "test" } as const;
  await eraseStore({ db, seal, log: privacy.log }, store, { actor, settleMs: 0 });
  expect(JSON.parse(await readFile(log, "utf8"))).toMatchObject({
    kind: "store",
    store: { id: store.id, pid: store.pid },
  });

  const old = await restore();
  await mkdir(join(folder, "logs"));
  await writeFile(join(folder, "logs", "a.jsonl"), await readFile(log, "utf8"));
  const elsewhere = { kind: "store", at: new Date().toISOString(), store: { id: 424_242, pid: "elsewhere" } };
  await writeFile(join(folder, "logs", "b.jsonl"), `${JSON.stringify(elsewhere)}\n`);
  expect(await replay(old.service, join(folder, "logs"))).toMatchObject({ stores: 1, unknown: 1 });
  expect(await look("select from shoppers where store_id = $1", [store.id], old.url)).toEqual([]);
}, 120_000);

test("a replay reads the bucket that is set: every page of it, also while it is busy now and then", async () => {
  let count = 0;
  const bucket = await aBucket({ pageSize: 2, react: () => ((count += 1) % 4 === 1 ? SLOW_DOWN : undefined) });
  const { service, store, dump, backUp } = await aShop(bucket.env);
  const people = [await aMarkedPerson(store), await aMarkedPerson(store), await aMarkedPerson(store)];
  const kept = await aMarkedPerson(store);
  const restore = await backUp();
  await service.deps.privacy.log?.check();
  for (const { email, phone } of people)
    await keepsake(service, "person", "erase", "--pid", store.pid, "--email", email, "--phone", phone);
  expect(bucket.objects.size).toBe(4);

  const old = await restore();
  // Of another installation, in a folder of its own.
  bucket.objects.set("staging/1.jsonl", "not ours");
  for (const { marker } of people) expect(await dump(old.url)).toContain(marker); // control
  const replayBucket = () => replay(old.service, `${bucket.address.replace("http", "HTTP")}/`); // as one may have set it
  expect(await replayBucket()).toMatchObject({ people: 3, known: 0, unknown: 0, broken: [], isCut: false });
  const text = await dump(old.url);
  for (const { marker } of people) expect(text).not.toContain(marker);
  expect(text).toContain(kept.marker);
  expect(bucket.objects.size).toBe(5); // a replay writes nothing into the log

  // An object that nobody can read delays no other, and is named.
  bucket.objects.set("999.jsonl", '{"kind":"person"');
  await look("delete from erasures", [], old.url);
  await expect(replayBucket()).rejects.toThrow(`${bucket.address}/999.jsonl:1`);
  expect(await look("select from erasures", [], old.url)).toHaveLength(3);
  await expect(replay(old.service, "https://elsewhere.example/erasures")).rejects.toThrow("is not the bucket");
}, 120_000);

test("a log whose last line was cut is replayed, and one with a broken line in the middle, too; that one is an error", async () => {
  const { service, store, log, url } = await aShop();
  await keepsake(service, "person", "erase", "--pid", store.pid, "--email", "ann@example.com");
  await appendFile(log, '{"kind":"person","at":"20');
  expect(await replay(service, log)).toMatchObject({ known: 1, isCut: true });
  // The next erasure begins a line of its own.
  await keepsake(service, "person", "erase", "--pid", store.pid, "--email", "bob@example.com");
  expect(readLog(await readFile(log, "utf8")).lines).toHaveLength(2);
  await look("delete from erasures", [], url);
  await expect(replay(service, log)).rejects.toThrow(`${log}:3`);
  expect(await look("select from erasures", [], url)).toHaveLength(2);
});

test("person export prints everything about the person as JSON, and the audit log says who asked", async () => {
  const { service, store, url } = await aShop();
  const [person, other] = [await aMarkedPerson(store), await aMarkedPerson(store)];
  const printed = await keepsake(service, "person", "export", "--pid", store.pid, "--regid", person.guest.regid);
  expect(JSON.parse(printed)).toMatchObject({ addresses: [{ medium: "email", value: person.email }] });
  expect([printed.includes(person.marker), printed.includes(other.marker)]).toEqual([true, false]);
  expect(await look("select action, actor_kind as kind from audit_log", [], url)).toEqual([
    { action: "person.exported", kind: "operator" },
  ]);
  await expect(keepsake(service, "person", "export", "--pid", store.pid)).rejects.toMatchObject({
    type: "missing-person",
  });
});

test("store erase wants the pid twice, and a store that exists", async () => {
  const { service, store, url } = await aShop();
  const erase = (pid: string, confirm: string) =>
    keepsake(service, "store", "erase", "--pid", pid, "--confirm", confirm);
  await expect(erase(store.pid, "another-pid")).rejects.toThrow("Type the pid twice");
  await expect(erase("another-pid", "another-pid")).rejects.toMatchObject({ type: "unknown-store" });
  expect(await look("select erased_at from stores", [], url)).toEqual([{ erased_at: null }]);
});
