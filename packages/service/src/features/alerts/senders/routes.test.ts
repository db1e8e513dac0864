import { expect, test } from "vitest";
import { aLine, stock } from "../../../../test/fixtures/alert-shop.ts";
import { aDnsServer } from "../../../../test/fixtures/dns-server.ts";
import { anHttpSink } from "../../../../test/fixtures/http-sink.ts";
import { aMailServer } from "../../../../test/fixtures/mail-server.ts";
import { aScriptedMailServer } from "../../../../test/fixtures/scripted-mail-server.ts";
import { aSenderShop, fetchSenders, senderCall, smtpOf, useOwnServer } from "../../../../test/fixtures/sender-shop.ts";
import { aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { labelOf } from "./provider.ts";
import { createSendTest } from "./send-test.ts";

const walled = aService({
  env: { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", KEEPSAKE_MAIL_FROM: "operator@keepsake.example" },
});
const set = (store: TestStore, json: object) => store.admin("/storeadmin/v3/senders/set", undefined, { json });
const ADDRESS = { name: "My shop", address: "Hello@Shop.example" };
const SMTP = { host: "mail.shop.example", user: "u", password: "p" };

test.each([
  [{ medium: "email", provider: "smtp", smtp: SMTP }, "no sender address yet"],
  [{ medium: "email", name: "x" }, "name and address together"],
  [{ medium: "email", ...ADDRESS, provider: "smtp" }, "in the field smtp"],
  [{ medium: "email", ...ADDRESS, provider: "twilio" }, "twilio sends no mails"],
  [{ medium: "sms", provider: "smtp", smtp: SMTP }, "smtp sends no text messages"],
  [{ medium: "sms", ...ADDRESS }, "name and address are for mails"],
  [{ medium: "email", ...ADDRESS, provider: "smtp", smtp: { ...SMTP, security: "none" } }, "must be tls or starttls"],
  [
    { medium: "email", ...ADDRESS, provider: "smtp", smtp: { host: "mail.example", user: "u" } },
    "smtp.user and smtp.password together",
  ],
  [
    { medium: "email", ...ADDRESS, provider: "smtp", smtp: { ...SMTP, host: "localhost" } },
    "smtp.host: The host must be one on the public internet",
  ],
  [
    { medium: "email", ...ADDRESS, provider: "smtp", smtp: { ...SMTP, host: "10.0.0.1" } },
    "smtp.host: The address 10.0.0.1",
  ],
  [
    { medium: "email", ...ADDRESS, provider: "smtp", smtp: { ...SMTP, port: 6379 } },
    "smtp.port must be one of 25, 465, 587",
  ],
  [{ medium: "email", ...ADDRESS, provider: "smtp", smtp: { ...SMTP, host: "a b" } }, "smtp.host must"],
  [
    { medium: "email", ...ADDRESS, provider: "http", http: { url: "http://mail.example/" } },
    "must begin with https://",
  ],
  [
    { medium: "email", ...ADDRESS, provider: "http", http: { url: "https://u:p@mail.example/" } },
    "must not contain a user name",
  ],
  [
    { medium: "email", ...ADDRESS, provider: "http", http: { url: "https://mail.example/", secret: "a\nb" } },
    "http.secret must",
  ],
  [
    { medium: "email", ...ADDRESS, provider: "http", http: { url: "https://mail.example/", from: "Shop" } },
    "http.from is for text messages",
  ],
  [
    { medium: "email", ...ADDRESS, provider: "ses", ses: { region: "eu.evil/", accessKey: "a", secretKey: "b" } },
    "ses.region must",
  ],
  [{ medium: "email", ...ADDRESS, address: "no address" }, "not a valid email"],
  [{ medium: "sms", spfInclude: "spf.provider.example" }, "returnPath, spfInclude and dkimSelector are for mails"],
  [{ medium: "email", ...ADDRESS, spfInclude: "spf.provider.example" }, "ask the operator about DNS records"],
  [{ medium: "email", ...ADDRESS, provider: "default", dkimSelector: "s1" }, "ask the operator about DNS records"],
])("settings that cannot work are refused with the reason: %j", async (json, reason) => {
  const store = await aStore(walled, { scopes: ["admin"] });
  const { status, body } = await set(store, json);
  expect([status, body["msg"]]).toEqual([400, expect.stringContaining(reason)]);
  const { email, sms } = await fetchSenders(store);
  expect([email.provider, email.address, sms.provider]).toEqual(["default", null, null]);
});

test("a host that is not public is never connected to, and the merchant sees why", async () => {
  const dns = await aDnsServer({
    "inside.example": { A: ["127.0.0.1"] },
    "both.example": { A: ["192.0.1.1", "169.254.169.254"] },
  });
  const shop = await aSenderShop({ KEEPSAKE_ALLOW_LOOPBACK: "off", KEEPSAKE_DNS_SERVERS: dns.address });
  const store = await shop.aStore();
  for (const host of ["inside.example", "both.example"]) {
    await senderCall(store, "set", {
      medium: "email",
      ...ADDRESS,
      provider: "smtp",
      smtp: { host },
    });
    await store.set({ sender: { ...ADDRESS, isVerified: true } });
    await aLine(store, 1);
    await stock(store, 0);
    await stock(store, 1);
    await shop.work();
    expect((await fetchSenders(store)).email.health.problem).toBe(
      "The provider's host is not on the public internet (EPRIVATE).",
    );
    expect(await senderCall(store, "send-test", { to: "me@shop.example" })).toMatchObject({
      sent: false,
      fix: expect.stringContaining("Give a host that everybody can reach"),
    });
    await shop.release();
  }
});

const OWN_TWILIO = { provider: "twilio", account: "AC1", secret: "token", from: "+15550001111" } as const;

test("a store sends mails with its own HTTP provider and SES, and texts with its own Twilio", async () => {
  const sink = await anHttpSink();
  const shop = await aSenderShop();
  const store = await shop.aStore();
  const to = "me@shop.example";
  await senderCall(store, "set", {
    medium: "email",
    ...ADDRESS,
    provider: "http",
    http: { url: `${sink.url}/mail?token=t`, secret: "bearer" },
  });
  expect(await senderCall(store, "send-test", { to })).toEqual({ sent: true, problem: null, fix: null, why: null });
  await senderCall(store, "set", {
    medium: "email",
    provider: "ses",
    ses: { region: "eu-west-1", accessKey: "AKIA", secretKey: "s", url: sink.url },
  });
  await senderCall(store, "send-test", { to });
  await senderCall(store, "set", {
    medium: "sms",
    provider: "twilio",
    twilio: { account: "AC1", secret: "token", from: "+15550001111", url: sink.url },
  });
  await senderCall(store, "send-test", { medium: "sms", to: "+4915110000000" });
  const [http, ses, twilio] = sink.posts;
  expect([http?.path, http?.headers.authorization]).toEqual(["/mail?token=t", "Bearer bearer"]);
  expect(JSON.parse(http?.body ?? "")).toMatchObject({ to, from: { name: "My shop", address: "hello@shop.example" } });
  expect(ses?.path).toBe("/v2/email/outbound-emails");
  expect(ses?.body).toContain("hello@shop.example");
  expect(twilio?.path).toBe("/2010-04-01/Accounts/AC1/Messages.json");
  expect(twilio?.body).toContain("From=%2B15550001111");
  const { email, sms } = await fetchSenders(store);
  expect([email.provider, email.label, sms.provider, sms.label]).toEqual([
    "ses",
    new URL(sink.url).host,
    "twilio",
    `${new URL(sink.url).host}, +15550001111`,
  ]);
  expect(labelOf({ ...OWN_TWILIO, url: "https://api.twilio.com" })).toBe("Twilio, +15550001111");
  expect(labelOf({ ...OWN_TWILIO, url: "https://not-twilio.com" })).toBe("not-twilio.com, +15550001111");
});

test("a test mail comes from the store's address, and from the operator's until that is verified", async () => {
  const shop = await aSenderShop();
  const store = await shop.aStore();
  const from = async () => (await shop.server.received()).at(-1)?.mail.from?.address;
  await senderCall(store, "send-test", { to: "me@shop.example" });
  expect(await from()).toBe("operator@keepsake.example");
  await senderCall(store, "set", { medium: "email", ...ADDRESS });
  await senderCall(store, "send-test", { to: "me@shop.example" });
  expect(await from()).toBe("operator@keepsake.example");
  await store.set({ sender: { name: "My shop", address: "hello@shop.example", isVerified: true } });
  await senderCall(store, "send-test", { to: "me@shop.example" });
  expect(await from()).toBe("hello@shop.example");
  expect((await fetchSenders(store)).email).toMatchObject({
    today: { messages: 0 },
    health: { lastSuccessAt: expect.any(String) },
  });
});

test("what is wrong with a mail server is said in words, with what to do", async () => {
  const shop = await aSenderShop();
  const store = await shop.aStore();
  const trouble = async (url: string, smtp: object = {}) => {
    await senderCall(store, "set", {
      medium: "email",
      ...ADDRESS,
      provider: "smtp",
      smtp: { ...smtpOf(url), ...smtp },
    });
    return senderCall(store, "send-test", { to: "me@shop.example" });
  };
  const login = { user: "u", password: "wrong" };
  const locked = await aMailServer({ password: "right" });
  const plain = await aMailServer();
  expect(await trouble(locked.url, login)).toMatchObject({ problem: "The provider refuses the login (535 5.7.8)." });
  expect(await trouble("smtp://127.0.0.1:1")).toMatchObject({
    problem: "The provider cannot be reached (ECONNREFUSED).",
  });
  expect(await trouble(plain.url, { security: "starttls" })).toMatchObject({
    problem: expect.stringContaining("connection is not secure"),
    fix: expect.stringContaining("Choose tls for port 465"),
  });
  const refusing = await aMailServer({ bounce: () => ({ code: 550, text: "5.7.1 Sender not authorised" }) });
  expect(await trouble(refusing.url)).toMatchObject({ problem: "The provider refuses this sender (550 5.7.1)." });
  const unknown = await aMailServer({ bounce: () => ({ code: 550, text: "5.1.1 No such user" }) });
  expect(await trouble(unknown.url)).toMatchObject({ problem: "The provider refuses this recipient." });
});

test("a test that a server never ends is given up, and its connection is closed", async () => {
  const shop = await aSenderShop();
  const store = await shop.aStore();
  const dripping = await aScriptedMailServer(({ command, socket }) => {
    if (command !== "text") return undefined;
    const drops = setInterval(() => socket.write("250-wait\r\n"), 20);
    socket.once("close", () => clearInterval(drops));
    return "silence";
  });
  await useOwnServer(shop, store, dripping.url);
  const { config, ...deps } = shop.service.deps;
  const sendTest = createSendTest({ ...deps, mail: config.mail, sms: config.sms }, 500);
  expect(await sendTest(await store.record(), "email", "me@shop.example")).toMatchObject({
    isSent: false,
    trouble: { problem: "The provider does not answer." },
  });
  await expect.poll(dripping.open, { timeout: 5_000 }).toBe(0);
});

test("tests and codes are limited for each store", async () => {
  const store = await aStore(walled, {
    scopes: ["admin"],
    settings: { limits: { senderTests: { points: 2, seconds: 3_600 }, senderCodes: { points: 2, seconds: 3_600 } } },
  });
  const other = await aStore(walled, { scopes: ["admin"] });
  const send = (of: TestStore) =>
    of.admin("/storeadmin/v3/senders/send-test", undefined, { json: { to: "me@shop.example" } });
  const verify = (of: TestStore) =>
    of.admin("/storeadmin/v3/senders/verify", undefined, { json: { code: "12345678" } });
  await set(store, { medium: "email", ...ADDRESS });
  expect([(await send(store)).status, (await send(store)).status, (await send(store)).status]).toEqual([200, 200, 429]);
  expect([(await verify(store)).status, (await verify(store)).status]).toEqual([400, 429]);
  expect((await send(other)).status).toBe(200);
});

test("no address gets more than five codes in a day", async () => {
  const store = await aStore(walled, { scopes: ["admin"] });
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1) statuses.push((await set(store, { medium: "email", ...ADDRESS })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test("a verified address stays verified when only the name or the provider changes, and not when the address does", async () => {
  const shop = await aSenderShop();
  const store = await shop.aStore();
  const server = await aMailServer();
  await useOwnServer(shop, store, server.url);
  expect(
    await senderCall(store, "set", { medium: "email", name: "New name", address: "hello@shop.example" }),
  ).toMatchObject({ codeSent: false });
  expect(await senderCall(store, "set", { medium: "email", provider: "default" })).toMatchObject({ codeSent: false });
  expect((await fetchSenders(store)).email).toMatchObject({ provider: "default", verified: true, name: "New name" });
  expect(await senderCall(store, "set", { medium: "email", name: "x", address: "other@shop.example" })).toMatchObject({
    codeSent: true,
  });
  expect((await fetchSenders(store)).email).toMatchObject({ verified: false });
  expect(await senderCall(store, "remove", { medium: "email" })).toMatchObject({ changed: true });
  expect((await fetchSenders(store)).email).toMatchObject({ address: null, verified: true, dns: { records: [] } });
});

test("with If-Match, a change of senders that somebody else has changed since is refused, also when only a password changed", async () => {
  const store = await aStore(walled, { scopes: ["admin"] });
  const etag = async () =>
    String((await store.admin("/storeadmin/v3/senders", undefined, { method: "GET" })).headers["etag"]);
  const call = (verb: string, json: object, ifMatch: string) =>
    store.admin(`/storeadmin/v3/senders/${verb}`, undefined, { json, headers: { "if-match": ifMatch } });
  const smtp = (password: string) => ({ medium: "email", ...ADDRESS, provider: "smtp", smtp: { ...SMTP, password } });
  const sms = (secret: string) => ({ medium: "sms", provider: "http", http: { url: "https://sms.example/", secret } });

  const first = await etag();
  expect(await etag()).toBe(first);
  const { body } = await store.admin("/storeadmin/v3/senders", undefined, { method: "GET" });
  expect(`"${String(body["version"])}"`).toBe(first);
  const answers = await Promise.all(["a", "b", "c"].map((secret) => call("set", sms(secret), first)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
  for (const json of [smtp("one"), smtp("two")]) {
    const before = await etag();
    expect((await call("set", json, before)).status).toBe(200);
    const late = await call("remove", { medium: "email" }, before);
    expect([late.status, late.body.type]).toEqual([412, "changed-meanwhile"]);
  }
  expect((await call("remove", { medium: "email" }, await etag())).status).toBe(200);
  expect((await call("remove", { medium: "sms" }, "*")).status).toBe(200);
  expect(await etag()).toBe(first);
});

test("spfInclude, returnPath and dkimSelector change without the password of the provider, each by itself", async () => {
  const dns = await aDnsServer({ "bounces.shop.example": { TXT: ["v=spf1 -all"], MX: ["mx.shop.example"] } });
  const shop = await aSenderShop({ KEEPSAKE_DNS_SERVERS: dns.address });
  const store = await shop.aStore();
  const server = await aMailServer({ password: "right" });
  await useOwnServer(shop, store, server.url, { login: { user: "shop", password: "right" } });
  await senderCall(store, "set", { medium: "email", spfInclude: "spf.provider.example" });
  await senderCall(store, "set", { medium: "email", returnPath: "back@bounces.shop.example" });
  expect(await senderCall(store, "check-dns")).toMatchObject({
    records: expect.arrayContaining([
      expect.objectContaining({
        purpose: "spf",
        name: "bounces.shop.example",
        value: "v=spf1 include:spf.provider.example -all",
      }),
      expect.objectContaining({ purpose: "return-path", name: "bounces.shop.example", state: "ok" }),
    ]),
  });
  expect(await senderCall(store, "send-test", { to: "me@shop.example" })).toMatchObject({ sent: true });
  expect((await fetchSenders(store)).email).toMatchObject({ provider: "smtp", verified: true });
  const [entry] = await shop.ask<{ details: object }>(
    "select details from audit_log where action = 'sender.set' order by id desc limit 1",
  );
  expect(entry?.details).toEqual({ medium: "email", returnPath: "back@bounces.shop.example" });
});

test("a store that sends with the installation's provider is told to ask the operator, and of no setting it does not have", async () => {
  const dns = await aDnsServer({ "shop.example": { TXT: ["v=spf1 ip4:203.0.113.1 -all"], MX: ["."] } });
  const shop = await aSenderShop({ KEEPSAKE_DNS_SERVERS: dns.address });
  const store = await shop.aStore();
  await senderCall(store, "set", { medium: "email", ...ADDRESS });
  const { records } = (await senderCall(store, "check-dns")) as { records: { purpose: string; fix: string }[] };
  const fixOf = (wanted: string) => records.find(({ purpose }) => purpose === wanted)?.fix;
  expect(fixOf("spf")).toContain("Ask the operator of this service");
  expect(fixOf("return-path")).toBe("Send from an address at a domain that accepts mail.");
  expect(JSON.stringify(records)).not.toMatch(/spfInclude|returnPath|dkimSelector/);
});

test("what to copy into DNS is shown before the first check, and a merchant is not told how to repair the operator's server", async () => {
  const store = await aStore(walled, { scopes: ["admin"] });
  await set(store, { medium: "email", ...ADDRESS, provider: "smtp", smtp: { ...SMTP, host: "smtp.sendgrid.net" } });
  const { dns } = (await fetchSenders(store)).email;
  expect(dns.records).toMatchObject([
    {
      purpose: "spf",
      value: "v=spf1 include:sendgrid.net ~all",
      state: "unknown",
      problem: "DNS was not checked yet.",
    },
    { purpose: "dkim", name: expect.stringMatching(/^ks[0-9a-f]{8}\._domainkey\.shop\.example$/) },
    { purpose: "dmarc", name: "_dmarc.shop.example" },
    { purpose: "return-path", name: "shop.example" },
  ]);
  await senderCall(store, "remove", { medium: "email" });
  expect(await senderCall(store, "send-test", { to: "me@shop.example" })).toMatchObject({
    problem: "The provider of this service takes no messages at the moment.",
    fix: expect.stringContaining("The operator of this service must repair it"),
  });
});
