import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { createClient } from "@redis/client";
import { expect, test } from "vitest";
import { createDelivery } from "../src/features/alerts/delivery/deliver-chunk.ts";
import { planAlertsReader } from "../src/features/alerts/planning/plan-alerts-reader.ts";
import { runDueWaves } from "../src/features/alerts/plans/run-waves.ts";
import { announceDueRestocks } from "../src/features/catalog/stock/announce-due-restocks.ts";
import { queueDeliveriesReader } from "../src/features/events/webhooks/messages/queue-deliveries-reader.ts";
import { recordSavesReader } from "../src/features/insights/record-saves-reader.ts";
import { queueMessagesReader } from "../src/features/marketing/queue/queue-messages-reader.ts";
import { beginErasure } from "../src/features/privacy/erasing/begin-erasure.ts";
import { continueErasure } from "../src/features/privacy/erasing/continue-erasure.ts";
import { runDueErasures, startErasures } from "../src/features/privacy/erasing/run-erasures.ts";
import { toSought } from "../src/features/privacy/find-person.ts";
import { createPublishEvents } from "../src/platform/event-stream/publish-events.ts";
import { createLog } from "../src/platform/log.ts";
import { toEmail } from "../src/platform/text/email.ts";
import { aProvider, type SentMail, stock } from "./fixtures/alert-shop.ts";
import { look } from "./fixtures/database.ts";
import { drainOutbox } from "./fixtures/drain-outbox.ts";
import {
  aMarkedPerson,
  type Ids,
  idsOf,
  type MarkedPerson,
  markRows,
  ofPerson,
  valuesOf,
} from "./fixtures/marked-person.ts";
import { aConnection } from "./fixtures/marketing.ts";
import { aMigratedDatabase } from "./fixtures/migrated-database.ts";
import { aNatsServer } from "./fixtures/nats-server.ts";
import { compare, findColumns, readDocument } from "./fixtures/privacy-catalogue.ts";
import { redisUrl } from "./fixtures/redis-url.ts";
import { aService, aStore, type Service, type TestStore } from "./fixtures/service.ts";
import { good } from "./fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "./fixtures/subscription-calls.ts";
import { anEndpoint } from "./fixtures/webhooks.ts";
import { whenDone } from "./fixtures/when-done.ts";

const natsUrl = await aNatsServer();
const documented = readDocument();
/** Tables whose rows an erasure deletes. */
const DELETED = documented.filter(({ fate }) => fate.startsWith("deleted")).map(({ name }) => name);

/** Tables that an erasure deletes and an export shows under another name. */
const SECTIONS: Readonly<Record<string, string>> = { sign_up_requests: "requests", order_lines: "orders" };
/** Tables that an erasure deletes and an export does not show, and why. */
const NOT_EXPORTED = {
  idempotency_keys: "the answers repeat what other tables have, and the keys are hashes",
};

/** Tables that keep a regid after an erasure. */
const WITH_REGIDS = ["outbox", "shoppers", "webhook_deliveries"];

/** Columns that cannot be marked, and why. */
const KEYS = {
  "subscriptions.topic": "the plans of a subscription are found by it",
  "waiting.topic": "the line is divided by it",
  "saves.product_id": "an event names the product that is no longer saved",
};
/** Columns whose constraint allows no marker. */
const NARROW = ["contacts.currency", "mails.medium", "orders.currency", "sign_up_requests.currency"];

test("docs/privacy.md gives every column of every table a class", async () => {
  expect(compare(await findColumns(await aMigratedDatabase()), documented)).toEqual([]);
});

test("control: a new column, a new table, a column that is gone and one with two classes are found", async () => {
  const url = await aMigratedDatabase();
  const before = compare(await findColumns(url), documented);
  await look("alter table contacts add nickname text", [], url);
  await look("create table diaries (store_id integer, entry text)", [], url);
  await look("alter table lists drop column note", [], url);
  const twice = documented.map((one) => (one.name === "api_keys" ? { ...one, personal: ["name"] } : one));
  const found = compare(await findColumns(url), twice).filter((problem) => !before.includes(problem));
  expect(found.toSorted()).toEqual([
    "api_keys.name has two classes",
    "contacts.nickname has no class",
    "diaries.entry has no class",
    "diaries.store_id has no class",
    "lists.note does not exist",
  ]);
});

/** A shop with two people who use everything; it notifies nobody without being told to. */
async function aShop() {
  const url = await aMigratedDatabase();
  const lines: string[] = [];
  const log = createLog("trace", { write: (line: string) => void lines.push(line) });
  const env = {
    DATABASE_URL: url,
    NATS_URL: natsUrl,
    REDIS_URL: redisUrl,
    KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1",
    KEEPSAKE_SMS_HTTP_URL: "http://127.0.0.1:1/sms",
  };
  const service = aService({ env, log });
  const settings = { alerts: { audience: "all", waitSeconds: 0, offerMinutes: 60 } } as const;
  const store = await aStore(service, { scopes: ["admin"], settings });
  const provider = aProvider();
  const work = async () => {
    const { db } = service.deps;
    const deps = { ...service.deps, senders: { email: provider.sender } };
    const { nats } = service.deps;
    await announceDueRestocks(db);
    await drainOutbox(db, planAlertsReader(service.deps));
    while (await runDueWaves(deps));
    const { deliverNextChunk } = createDelivery(deps);
    while (await deliverNextChunk());
    await drainOutbox(db, recordSavesReader);
    if (nats) await drainOutbox(db, createPublishEvents({ nats, log }));
  };
  const variants = [1, 2, 3].map((epi) => ({ epi, dt: `Product ${epi}`, du: `https://shop.example/${epi}` }));
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  await anEndpoint(store, { url: "https://shop.example/hooks" });
  await aConnection(store, { tool: "http", url: "http://127.0.0.1:1/" });
  const people = [await aMarkedPerson(store), await aMarkedPerson(store)] as const;
  await stock(store, 10, 1);
  await work();
  for (const person of people) await buy(store, person, provider.handed);
  for (const { email } of people) await manage(store, email);
  const { hot } = service.deps.db;
  await drainOutbox(service.deps.db, queueDeliveriesReader({ ...service.deps, hot, wake: () => undefined }));
  await drainOutbox(service.deps.db, queueMessagesReader({ wake: () => undefined }));
  const hashOf = (value: string) =>
    service.deps.hashAddress({ medium: value.startsWith("+") ? 2 : 1, value }, store.id);
  const columns = await findColumns(url);
  const mark = async (person: MarkedPerson) => {
    const ids = await idsOf(url, store, person, person.addresses.map(hashOf));
    const except = Object.keys(KEYS);
    return { person, ids, ...(await markRows(url, store, person, { columns, tables: DELETED, ids, except })) };
  };
  const [ann, bob] = [await mark(people[0]), await mark(people[1])];
  const countRows = async ({ ids }: { readonly ids: Ids }, table: string) => {
    const condition = ofPerson(columns, table);
    if (!condition) return undefined;
    const text = `select count(*)::int as rows from ${table} where ${condition}`;
    return (await look<{ rows: number }>(text, valuesOf(store, ids), url))[0]?.rows;
  };
  return { url, service, store, log, lines, provider, work, columns, countRows, ann, bob };
}

/** The person accepts their offer and buys the product, and another one that nothing led to. */
async function buy(store: TestStore, { marker, email }: MarkedPerson, handed: readonly SentMail[]) {
  const text = handed.find(({ mail }) => mail.to === email)?.mail.text ?? "";
  const token = /\/alerts\/offer\?token=(\S+)/.exec(text)?.[1] ?? "";
  good(await store.admin("/alerts/offer", { token, answer: "yes" }, { key: null }));
  const lines = [1, 3].map((epi) => ({ epi, quantity: 1, price: 10 }));
  const orders = [{ id: `${marker}-1`, email, currency: "EUR", occurredAt: new Date().toISOString(), lines }];
  good(await store.admin("/storeadmin/v3/orders/report", undefined, { json: { orders } }));
}
/** What a merchant does about a person: it leaves lines in the audit log, and messages for the shop's own server. */
async function manage(store: TestStore, email: string) {
  const people = (verb: string, json: object) => store.admin(`/storeadmin/v3/people/${verb}`, undefined, { json });
  const query = { address: email };
  const { items } = good(await store.admin("/storeadmin/v3/people", undefined, { method: "GET", query }));
  const [{ person }] = items as [{ person: string }];
  good(await people("reveal", { person }));
  await people("resend-confirmation", { person });
  good(await people("unsubscribe", { person, epi: 3 }));
  expect((await people("export", { email })).status).toBe(200);
}

type Shop = Awaited<ReturnType<typeof aShop>>;

const dump = async (url: string) =>
  (await promisify(execFile)("pg_dump", ["--data-only", url], { maxBuffer: 256 * 1024 * 1024 })).stdout;

/** Where a marker can be found: as text, or in a column of bytes. */
const has = (text: string, marker: string) =>
  text.includes(marker) || text.includes(Buffer.from(marker).toString("hex"));

/** The tables of a dump that contain a value. Partitions are the table that they divide. */
const tablesWith = (dumped: string, value: string) =>
  [...dumped.matchAll(/^COPY (\S+) .*;\n([^]*?)^\\\.$/gm)]
    .filter(([, , rows = ""]) => has(rows, value))
    .map(([, table = ""]) => table.replace(/^public\.|_\d+$/g, ""))
    .toSorted();

/** What stands for a person without a marker. */
const ownValuesOf = ({ email, phone, regid, guest, marker }: MarkedPerson) => ({
  addresses: [email, `other-${marker}@example.com`, `friend-of-${marker}@example.com`, phone.slice(1), guest.uuid],
  // As answers have them, as hexadecimal digits, and as the database has them.
  regids: [regid, guest.regid].flatMap((one) => {
    const hex = Buffer.from(one, "base64url").toString("hex");
    return [one, hex, hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")];
  }),
});

async function inRedis() {
  const client = createClient({ url: redisUrl });
  await client.connect();
  whenDone(async () => client.destroy());
  let text = "";
  for await (const keys of client.scanIterator())
    for (const key of keys) {
      const type = await client.type(key);
      if (type === "none") continue; // it has just expired
      const [verb, ...range] = READ_FROM_REDIS[type] ?? [];
      if (!verb) throw new Error(`Redis has a key of another type: ${type}`);
      text += `${key} ${JSON.stringify(await client.sendCommand([verb, key, ...range]))}\n`;
    }
  return text;
}
/** How a value of each type is read. */
const READ_FROM_REDIS: Readonly<Record<string, readonly string[]>> = {
  string: ["GET"],
  hash: ["HGETALL"],
  set: ["SMEMBERS"],
  list: ["LRANGE", "0", "-1"],
  zset: ["ZRANGE", "0", "-1", "WITHSCORES"],
  stream: ["XRANGE", "-", "+"],
};

async function inNats({ store }: Shop) {
  const connection = await connect({ servers: natsUrl.split(",") });
  whenDone(() => connection.close());
  const manager = await jetstreamManager(connection);
  const filter = `keepsake.events.${store.id}.>`;
  const { name } = await manager.consumers.add("KEEPSAKE_EVENTS", { filter_subjects: [filter] });
  const consumer = await jetstream(connection).consumers.get("KEEPSAKE_EVENTS", name);
  const { num_pending: count } = await consumer.info();
  let text = "";
  if (count > 0) for await (const message of await consumer.fetch({ max_messages: count })) text += message.string();
  return { count, text };
}

const erase = (store: TestStore, { email, phone }: MarkedPerson) =>
  store.admin("/storeadmin/v3/people/erase", undefined, { json: { email, phone, confirm: "erase" } });

/** The second look of a worker comes twenty seconds later. */
async function lookAgain({ service: { deps }, url }: { service: Service; url: string }) {
  await look("update erasures set due_at = now() where state = 1", [], url);
  await runDueErasures({ ...deps.privacy, problems: deps.log });
}

test("a person with a marker in every column is erased within 60 seconds: none is left in a dump, Redis, NATS and logs, and others keep theirs", async () => {
  const shop = await aShop();
  const { url, store, work, ann, bob, lines, columns, countRows } = shop;
  // Tables that an erasure leaves alone have rows that are about the person, too.
  for (const table of ["audit_log", "outbox", "webhook_deliveries"])
    expect([table, await look(`select from ${table}`, [], url)]).not.toEqual([table, []]);
  // Every table with personal data has a row of the person; every column that can hold a marker has one.
  for (const table of DELETED) expect([table, await countRows(ann, table)]).not.toEqual([table, 0]);
  expect(ann.refused.toSorted()).toEqual(NARROW);
  const before = await dump(url);
  expect(ann.marked.filter(({ marker }) => !has(before, marker))).toEqual([]);
  const ofBob = await Promise.all(DELETED.map((table) => countRows(bob, table)));

  const { privacy, log } = shop.service.deps;
  const worker = startErasures({ ...privacy, problems: log }, { pollMs: 50 });
  whenDone(() => worker.stop());
  const begun = performance.now();
  expect(good(await erase(store, ann.person))).toMatchObject({ state: "erased" });
  await work();
  const states = () => look("select state from erasures", [], url);
  await expect.poll(states, { timeout: 60_000, interval: 500 }).toEqual([{ state: 2 }]);
  const after = await dump(url);
  expect(performance.now() - begun).toBeLessThan(60_000);

  expect(ann.marked.filter(({ marker }) => has(after, marker))).toEqual([]);
  expect(
    [after, await inRedis(), lines.join(""), (await inNats(shop)).text].map((text) => has(text, ann.person.marker)),
  ).toEqual([false, false, false, false]);
  const { addresses, regids } = ownValuesOf(ann.person);
  const places = { redis: await inRedis(), nats: (await inNats(shop)).text, logs: lines.join("") };
  for (const value of addresses) {
    expect([value, tablesWith(after, value)]).toEqual([value, []]);
    expect(Object.entries(places).filter(([, text]) => has(text, value))).toEqual([]);
  }
  // Rows that are kept name the person only by the regid.
  expect(tablesWith(before, ann.person.phone)).toContain("contacts"); // control
  expect([...new Set(regids.flatMap((regid) => tablesWith(after, regid)))].toSorted()).toEqual(WITH_REGIDS);
  expect(regids.filter((regid) => has(places.logs, regid))).toEqual([]);
  for (const table of DELETED.filter((name) => name !== "shoppers"))
    expect([table, await countRows(ann, table)]).toEqual([table, 0]);
  // Of the account and its guest, only that their sessions ended.
  const left = `select id, email, merged_into, session_epoch from shoppers where ${ofPerson(columns, "shoppers")}`;
  const tombstones = await look<{ id: string }>(left, valuesOf(store, ann.ids), url);
  expect(tombstones).toMatchObject([1, 2].map(() => ({ email: null, merged_into: null, session_epoch: 1 })));
  expect(tombstones.filter(({ id }) => ann.ids.shoppers.includes(id))).toEqual([]);
  expect(bob.marked.filter(({ marker }) => !has(after, marker))).toEqual([]);
  expect(await Promise.all(DELETED.map((table) => countRows(bob, table)))).toEqual(ofBob);
  expect((await inNats(shop)).count).toBeGreaterThan(10);
}, 120_000);

test("control: a participant that is left out leaves markers in the dump, and the places outside the database are searched", async () => {
  const shop = await aShop();
  const { url, store, ann, service, log, lines } = shop;
  const { lists: _, ...participants } = service.deps.privacy.participants;
  const record = await store.record();
  const sought = toSought(record, { email: toEmail(ann.person.email), phone: ann.person.phone });
  const id = await store.inStore((tx) => beginErasure(tx, service.deps.hashAddress, record, sought));
  const withoutLists = { ...service.deps.privacy, participants };
  // The shopper's row stays, too: lists refer to it.
  const erased = await continueErasure(withoutLists, { storeId: store.id, id }, { forMs: 5_000 });
  expect(erased).toMatchObject({ state: "erasing" });
  const left = await dump(url);
  const found = ann.marked.filter(({ marker }) => marker !== ann.person.marker && has(left, marker));
  expect(found.map(({ column }) => column)).toEqual(["lists.type"]);
  expect(has(left, ann.person.marker)).toBe(true);

  const { marker } = ann.person;
  // A new column of a table that is kept, with a copy of the phone number.
  await look("alter table plans add note text", [], url);
  await look("update plans set note = $1", [`SMS to ${ann.person.phone}`], url);
  expect(tablesWith(await dump(url), ann.person.phone.slice(1))).toContain("plans");
  const redis = createClient({ url: redisUrl });
  await redis.connect();
  const places = { key: "SET", string: "SET", hash: "HSET", set: "SADD", list: "RPUSH", zset: "ZADD", stream: "XADD" };
  const rest = {
    key: ["x"],
    string: [marker],
    hash: ["f", marker],
    set: [marker],
    list: [marker],
    zset: ["1", marker],
  };
  for (const [place, verb] of Object.entries({ ...places })) {
    const key = place === "key" ? `test:${marker}` : `test:${store.id}`;
    await redis.sendCommand([verb, key, ...({ ...rest, stream: ["*", "f", marker] }[place] ?? [])]);
    expect([place, has(await inRedis(), marker)]).toEqual([place, true]);
    await redis.del(key);
  }
  redis.destroy();
  expect(has(await inRedis(), marker)).toBe(false);
  log.info({ note: marker }, "x");
  expect(has(lines.join(""), marker)).toBe(true);
  const connection = await connect({ servers: natsUrl.split(",") });
  await jetstream(connection).publish(`keepsake.events.${store.id}.list.updated`, marker);
  await connection.close();
  expect(has((await inNats(shop)).text, marker)).toBe(true);
}, 120_000);

test("after an erasure the address is still suppressed: an import of it sends nothing at the next restock", async () => {
  const shop = await aShop();
  const { store, ann, provider, work } = shop;
  good(await erase(store, ann.person));
  await lookAgain(shop);
  const handed = provider.addresses().length;
  await stock(store, 0, 1);
  good(await subscribeAs(store, ann.person.email, [aProduct(1)], { consentsource: "import" }));
  good(await subscribeAs(store, "somebody@example.com", [aProduct(1)], { consentsource: "import" }));
  await stock(store, 10, 1);
  await work();
  expect(provider.addresses().slice(handed)).toContain("somebody@example.com"); // control
  expect(provider.addresses().slice(handed)).not.toContain(ann.person.email);
}, 120_000);

test("an export has every marker of the person and none of anybody else", async () => {
  const { store, ann, bob } = await aShop();
  const { email, phone } = ann.person;
  const answer = await store.admin("/storeadmin/v3/people/export", undefined, { json: { email, phone } });
  expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
  const personal = new Set(documented.flatMap(({ name, personal: own }) => own.map((column) => `${name}.${column}`)));
  const COPIES = ["idempotency_keys.fingerprint", "idempotency_keys.sealed_body"];
  const missing = ann.marked.filter(({ column, marker }) => personal.has(column) && !has(answer.text, marker));
  expect(missing.map(({ column }) => column).filter((column) => !COPIES.includes(column))).toEqual([]);
  expect(ann.marked.length).toBeGreaterThan(30);
  expect(has(answer.text, bob.person.marker)).toBe(false);
  const { data, ...head } = JSON.parse(answer.text) as { data: Record<string, unknown[]>; store: object };
  expect(head).toMatchObject({ store: { pid: store.pid } });
  // A table without a section, or a section without the person's rows, is named here.
  const isEmpty = (table: string) => !data[SECTIONS[table] ?? table]?.length;
  expect(DELETED.filter(isEmpty)).toEqual(Object.keys(NOT_EXPORTED));
  // Control: the other person's export has the other markers.
  const other = await store.admin("/storeadmin/v3/people/export", undefined, { json: { email: bob.person.email } });
  expect([has(other.text, bob.person.marker), has(other.text, ann.person.marker)]).toEqual([true, false]);
}, 120_000);
