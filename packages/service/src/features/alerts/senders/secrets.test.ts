import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { waitFor } from "../../../../../../engines/wait-for.ts";
import { aLine, stock } from "../../../../test/fixtures/alert-shop.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aMailServer } from "../../../../test/fixtures/mail-server.ts";
import { aSenderShop, fetchSenders, senderCall, smtpOf, useOwnServer } from "../../../../test/fixtures/sender-shop.ts";
import { aService, aStore, testConfig } from "../../../../test/fixtures/service.ts";
import { TEST_SECRET } from "../../../../test/fixtures/shared.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { openDeps } from "../../../app.ts";
import { createLog } from "../../../platform/log.ts";
import { queueMail, queueText } from "../../../platform/messaging/mail/queue-mail.ts";
import { startWorker } from "../../../worker.ts";
import { rotateSecret } from "../../stores/secret/rotate-secret.ts";
import { openProvider } from "./provider.ts";

const canary = (name: string) => `canary-${name}-${randomBytes(8).toString("hex")}`;

/** Every value of every table, as text: also the bytes, in hexadecimal. */
async function dump(url: string): Promise<string> {
  const tables = await look<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    [],
    url,
  );
  const rows: string[] = [];
  for (const { name } of tables)
    for (const { row } of await look<{ row: string }>(`select t::text as row from ${name} t`, [], url)) rows.push(row);
  return rows.join("\n");
}

const spellings = (text: string) => [
  text,
  Buffer.from(text).toString("hex"),
  Buffer.from(text).toString("base64").replace(/=+$/, "").slice(2, -2),
  Buffer.from(`\0shop\0${text}`).toString("base64"),
];
const findIn = (written: string, canaries: Record<string, string>) =>
  Object.entries(canaries)
    .filter(([, text]) => spellings(text).some((spelling) => written.includes(spelling)))
    .map(([name]) => name);

test("the access of a store's senders is in no log, no answer and no row, whatever fails", async () => {
  const lines: string[] = [];
  const log = createLog("trace", { write: (line: string) => void lines.push(line) });
  const shop = await aSenderShop({}, log);
  const secrets = {
    smtp: canary("smtp"),
    ses: canary("ses"),
    http: canary("http"),
    path: canary("path"),
    twilio: canary("twilio"),
    sms: canary("sms"),
  };
  // A server that repeats what it refuses.
  const server = await aMailServer({
    password: "another",
    onLogin: ({ user, password }) =>
      `5.7.8 AUTH PLAIN ${Buffer.from(`\0${user}\0${password}`).toString("base64")} ${password}`,
  });
  const store = await shop.aStore();
  const answers: string[] = [];
  const set = async (json: object, headers = {}) => {
    answers.push((await store.admin("/storeadmin/v3/senders/set", undefined, { json, headers })).text);
  };
  const address = { name: "Shop", address: "hello@shop.example" };
  const variants = [
    {
      medium: "email",
      ...address,
      provider: "smtp",
      smtp: smtpOf(server.url, { user: "shop", password: secrets.smtp }),
    },
    {
      medium: "email",
      provider: "ses",
      ses: { region: "eu-west-1", accessKey: "AKIA", secretKey: secrets.ses, url: "http://127.0.0.1:1" },
    },
    { medium: "email", provider: "http", http: { url: `http://127.0.0.1:1/${secrets.path}`, secret: secrets.http } },
    {
      medium: "sms",
      provider: "twilio",
      twilio: { account: "AC1", secret: secrets.twilio, from: "Shop", url: "http://127.0.0.1:1" },
    },
    { medium: "sms", provider: "http", http: { url: "http://127.0.0.1:1/", secret: secrets.sms } },
  ];
  for (const [nth, json] of variants.entries()) {
    await set(json, { "idempotency-key": `k${nth}` });
    await store.set({ sender: { ...address, isVerified: true } });
    shop.service.deps.stores.clear();
    await aLine(store, 1);
    await stock(store, 0);
    await stock(store, 1);
    const mail = { to: "queued@example.com", subject: "", text: "", html: "" };
    await store.inStore((tx) => queueMail(tx, { shopperId: null, kind: "test", mail }));
    await store.inStore((tx) => queueText(tx, { kind: "test", to: "+4915110000001", text: "" }));
    await shop.work();
    await shop.release();
    answers.push(JSON.stringify(await fetchSenders(store)));
    const message = { medium: json.medium, to: json.medium === "sms" ? "+4915110000000" : "me@shop.example" };
    answers.push((await store.admin("/storeadmin/v3/senders/send-test", undefined, { json: message })).text);
  }
  // Refused calls, too.
  await set({
    medium: "email",
    provider: "smtp",
    smtp: { host: "mail.example", user: "shop", password: secrets.smtp, port: -1 },
  });
  await set({ medium: "email", provider: "smtp", smtp: { host: "mail.example", password: secrets.smtp } });
  await set({
    medium: "sms",
    provider: "http",
    http: { url: "http://user:x@sms.example", secret: `${secrets.sms}\n` },
  });
  answers.push((await store.admin("/storeadmin/v3/audit", undefined, { method: "GET" })).text);

  expect(findIn(lines.join(""), secrets)).toEqual([]);
  expect(findIn(answers.join(""), secrets)).toEqual([]);
  expect(findIn(await dump(shop.url), secrets)).toEqual([]);
  // Controls: the provider was asked, the failures were logged, and the search finds what is there.
  expect(lines.filter((line) => line.includes("was not accepted"))).not.toEqual([]);
  expect(answers.join("")).toContain("127.0.0.1:1");
  await shop.ask("insert into sender_health (store_id, medium, problem) values (9999, 1, $1)", [secrets.smtp]);
  expect(findIn(await dump(shop.url), secrets)).toEqual(["smtp"]);
});

test("a sealed access does not open for another store or medium", async () => {
  const service = aService({ env: { KEEPSAKE_ALLOW_LOOPBACK: "on" } });
  const [store, other] = [await aStore(service, { scopes: ["admin"] }), await aStore(service)];
  await senderCall(store, "set", {
    medium: "sms",
    provider: "http",
    http: { url: "https://sms.example/x", secret: "s" },
  });
  const [row] = await look<{ sealed: Buffer }>(
    "select sealed_access as sealed from store_senders where store_id = $1",
    [store.id],
  );
  const sealed = row?.sealed ?? Buffer.alloc(0);
  const [own, foreign] = [await store.record(), await other.record()];
  expect(openProvider(own.seal, own.id, "sms", sealed)?.access).toMatchObject({ provider: "http", secret: "s" });
  expect(openProvider(own.seal, own.id, "email", sealed)).toBeUndefined();
  expect(openProvider(own.seal, foreign.id, "sms", sealed)).toBeUndefined();
  expect(openProvider(foreign.seal, own.id, "sms", sealed)).toBeUndefined();
});

test("senders and keys go on working when KEEPSAKE_SECRET is replaced", async () => {
  const shop = await aSenderShop();
  const server = await aMailServer({ password: "right" });
  const store = await shop.aStore();
  await useOwnServer(shop, store, server.url, { login: { user: "shop", password: "right" } });
  await aLine(store, 2);
  await stock(store, 2);
  await shop.begin();
  const next = "another-secret-for-tests-0123456789abcdef";
  const { deps } = shop.service;
  expect(await rotateSecret(deps, [next, TEST_SECRET])).toMatchObject({ left: 0 });

  const later = await openDeps(testConfig({ ...shop.settings, DATABASE_URL: shop.url, KEEPSAKE_SECRET: next }));
  const worker = startWorker(later);
  whenDone(async () => {
    await worker.stop();
    await later.close();
  });
  expect(await waitFor(async () => server.raw().length >= 2, 60_000)).toBe(true);
  expect(server.raw()).toHaveLength(2);
});
