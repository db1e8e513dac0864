import { createPublicKey } from "node:crypto";
import { expect, test } from "vitest";
import { waitFor } from "../../../../../../engines/wait-for.ts";
import { aLine, alertCall, stock } from "../../../../test/fixtures/alert-shop.ts";
import { verifyDkim } from "../../../../test/fixtures/dkim.ts";
import { aDnsServer } from "../../../../test/fixtures/dns-server.ts";
import { anHttpSink } from "../../../../test/fixtures/http-sink.ts";
import { aMailServer } from "../../../../test/fixtures/mail-server.ts";
import { aBrowser, aMember } from "../../../../test/fixtures/members.ts";
import { aSenderShop, fetchSenders, senderCall, useOwnServer } from "../../../../test/fixtures/sender-shop.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { createMailLoginLink } from "../../stores/members/mail-login-link.ts";
import { createNotifyMembers } from "../../stores/members/notify-members.ts";
import { createRecordAccount } from "../../stores/members/record-account.ts";
import { tellOfFactors } from "../../stores/sign-in/tell-of-factors.ts";
import { checkDns } from "./check-dns.ts";

test("each store's mails arrive at its own mail server, from its own address, and at no other", async () => {
  const shop = await aSenderShop();
  const servers = [await aMailServer(), await aMailServer()] as const;
  const stores = [await shop.aStore(), await shop.aStore(), await shop.aStore()] as const;
  const [own, other, plain] = stores;
  await useOwnServer(shop, own, servers[0].url, { address: "own@one.example" });
  await useOwnServer(shop, other, servers[1].url, { address: "other@two.example" });
  for (const store of stores) {
    await aLine(store, 3);
    await stock(store, 3);
  }
  await shop.work();
  const fromOf = async (server: { received: (typeof servers)[0]["received"] }) =>
    new Set((await server.received()).map(({ mail }) => mail.from?.address));
  expect(await fromOf(servers[0])).toEqual(new Set(["own@one.example"]));
  expect(await fromOf(servers[1])).toEqual(new Set(["other@two.example"]));
  expect([servers[0].raw().length, servers[1].raw().length]).toEqual([3, 3]);
  // The codes of both addresses were sent by the operator's server, before they were verified.
  const byOperator = (await shop.server.received()).map(({ mail }) => mail.subject ?? "");
  expect(byOperator.filter((subject) => subject.includes("is your code"))).toHaveLength(2);
  expect(byOperator).toHaveLength(5);
  expect(await alertCall(plain, "plans", { epi: 1 })).toMatchObject({ plans: [{ deliveries: { sent: 3 } }] });
});

test("a store's queued mails use its sender, too, and the operator's until its address is verified", async () => {
  const shop = await aSenderShop();
  const server = await aMailServer();
  const store = await shop.aStore({ alerts: { doubleOptIn: true } });
  await senderCall(store, "set", {
    medium: "email",
    name: "My shop",
    address: "hello@shop.example",
    provider: "smtp",
    smtp: { host: "127.0.0.1", port: Number(new URL(server.url).port), security: "none" },
  });
  await subscribeAs(store, "first@example.com");
  await shop.work();
  expect(server.raw()).toEqual([]);
  expect((await shop.server.received()).map(({ mail }) => mail.from?.address)).toEqual([
    "operator@keepsake.example",
    "operator@keepsake.example",
  ]);

  const [code = ""] = (await shop.server.received()).flatMap(({ mail }) => /\d{8}/.exec(mail.subject ?? "") ?? []);
  expect(await senderCall(store, "verify", { code })).toMatchObject({ address: "hello@shop.example", verified: true });
  await subscribeAs(store, "second@example.com");
  await shop.work();
  expect(await server.received()).toMatchObject([
    { recipients: ["second@example.com"], mail: { from: { address: "hello@shop.example", name: "My shop" } } },
  ]);
});

test("without an operator's mail server, a store's provider gets codes and notices, but no login link", async () => {
  const shop = await aSenderShop({ KEEPSAKE_SMTP_URL: "" });
  const { deps } = shop.service;
  const server = await aMailServer();
  const store = await shop.aStore();
  const { email } = await aMember(shop.service, store, "owner");
  await useOwnServer(shop, store, server.url);
  const noticed = { subject: "a notice", what: "It happened.", whatToDo: "Look.", scope: "team" } as const;
  await store.inStore(async (tx) => createNotifyMembers(deps.config)(tx, await store.record(), noticed));
  // Queued by a process that has a mail server, for the worker without one.
  const mailLink = createMailLoginLink({ ...deps, publicUrl: deps.config.publicUrl, canMail: true });
  for (const purpose of ["sign-in", "password"] as const) await mailLink(purpose, email, "a-token");
  const { publicUrl } = deps.config;
  const record = tellOfFactors(createRecordAccount(deps.db), { ...deps, config: { publicUrl, mail: {} } });
  await record({ email, storeId: null }, { what: "factor-changed", details: { change: "passkey added" } });
  await shop.work();
  expect((await server.received()).map(({ mail }) => mail.subject ?? "").toSorted()).toEqual([
    expect.stringContaining("is your code"),
    "A test's store: a notice",
  ]);
  expect(await shop.ask("select problem, attempts from mails where sent_at is null")).toEqual(
    Array.from({ length: 3 }, () => ({ problem: "no sender", attempts: 0 })),
  );
  // A process without a mail server queues none.
  const asked = await aBrowser(shop.service).auth("/sign-in/magic-link", { json: { email } });
  expect(asked.status).toBe(200);
  expect(await shop.ask("select from mails where kind in ('member-link', 'member-password')")).toHaveLength(2);
});

test("a store's key signs its mails once its record is in DNS, and the next key once that is", async () => {
  const dns = await aDnsServer({});
  const shop = await aSenderShop({ KEEPSAKE_DNS_SERVERS: dns.address });
  const server = await aMailServer();
  const store = await shop.aStore();
  await useOwnServer(shop, store, server.url);
  const publish = async (purpose = "dkim") => {
    const { records } = (await fetchSenders(store)).email.dns;
    const row = records.find((one) => one.purpose === purpose && one.state !== "ok");
    if (!row) throw new Error(`There is no record for ${purpose}`);
    dns.set(row.name, { TXT: [row.value.match(/.{1,255}/g) ?? []] });
    return row;
  };
  const keyOf = (value: string) =>
    createPublicKey({ key: Buffer.from(value.split("p=")[1] ?? "", "base64"), format: "der", type: "spki" });
  let variant = 0;
  const sendOne = async () => {
    variant += 1;
    await subscribeAs(store, `p${variant}@example.com`, [aProduct(variant)]);
    await stock(store, 1, variant);
    await shop.work();
    return server.raw().at(-1)?.raw ?? "";
  };

  expect(await sendOne()).not.toContain("DKIM-Signature");
  const first = await publish();
  const checked = await senderCall(store, "check-dns");
  expect(checked["records"]).toMatchObject([{ purpose: "spf" }, { purpose: "dkim", state: "ok" }, {}, {}]);
  const signed = await sendOne();
  expect(signed).toContain("d=shop.example");
  expect(verifyDkim(signed, keyOf(first.value))).toEqual(expect.arrayContaining(["from", "list-unsubscribe"]));

  const { record } = (await senderCall(store, "rotate-dkim")) as { record: { name: string; value: string } };
  expect(record.name).not.toBe(first.name);
  expect(await senderCall(store, "rotate-dkim")).toMatchObject({ record }); // no third key before the second is used
  const between = await sendOne();
  expect(verifyDkim(between, keyOf(first.value))).toEqual(expect.arrayContaining(["from"]));
  dns.set(record.name, { TXT: [record.value.match(/.{1,255}/g) ?? []] });
  await senderCall(store, "check-dns");
  const last = await sendOne();
  expect(verifyDkim(last, keyOf(first.value))).toBe("the signature does not match");
  expect(verifyDkim(last, keyOf(record.value))).toEqual(expect.arrayContaining(["from"]));
});

test("a check of DNS is not kept for a sender that changed meanwhile, nor for a key that came later", async () => {
  const shop = await aSenderShop();
  const store = await shop.aStore();
  await useOwnServer(shop, store, "smtp://127.0.0.1:1");
  const { db } = shop.service.deps;
  const none = async () => ({ state: "none" }) as const;
  const check = async (meanwhile: () => Promise<unknown> = none) => {
    let changing: Promise<unknown> | undefined;
    const mx = async () => {
      await (changing ??= meanwhile());
      return none();
    };
    return checkDns({ db, dns: { txt: none, mx, addresses: none }, mail: undefined }, await store.record());
  };
  const checkedAt = async () => (await fetchSenders(store)).email.dns.checkedAt;

  await check();
  expect(await checkedAt()).not.toBeNull(); // control
  const set = (json: object) => senderCall(store, "set", { medium: "email", ...json });
  await check(() => set({ name: "My shop", address: "hello@other.example" }));
  expect(await checkedAt()).toBeNull();
  await check(() => set({ provider: "default" }));
  expect(await checkedAt()).toBeNull();
  await check();
  await shop.ask("update dkim_keys set seen_at = now()");
  const { record } = (await senderCall(store, "rotate-dkim")) as { record: { name: string } };
  const { dns } = (await fetchSenders(store)).email;
  expect(dns.checkedAt).toBeNull();
  expect(dns.records.map(({ name }) => name)).toContain(record.name);
});

test("with a wrong password messages wait, the merchant sees why, and after the fix each goes out once", async () => {
  const shop = await aSenderShop();
  const server = await aMailServer({ password: "right" });
  const store = await shop.aStore({ alerts: { doubleOptIn: false } });
  await useOwnServer(shop, store, server.url, { login: { user: "shop", password: "wrong" } });
  const line = await aLine(store, 25);
  await stock(store, 25);
  for (let time = 0; time < 6; time += 1) {
    await shop.work();
    await shop.release();
  }
  expect(server.raw()).toEqual([]);
  const { health } = (await fetchSenders(store)).email;
  expect(health).toMatchObject({
    lastSuccessAt: null,
    problem: "The provider refuses the login (535 5.7.8).",
    fix: expect.stringContaining("password"),
  });
  const { plans } = await alertCall(store, "plans", { epi: 1 });
  expect(plans).toMatchObject([{ reason: "the provider refuses the login (535 5.7.8)", deliveries: {} }]);
  const { because } = await alertCall(store, "explain", { epi: 1, medium: "email", mediumvalue: line[0] });
  expect(because).toContain("are waiting: the provider refuses the login");

  await useOwnServer(shop, store, server.url, { login: { user: "shop", password: "right" } });
  await shop.work(); // without another wait: the change has made them due
  expect(
    server
      .raw()
      .map(({ recipients }) => String(recipients[0]))
      .toSorted(),
  ).toEqual(line);
  expect((await fetchSenders(store)).email.health).toMatchObject({ problem: null, lastSuccessAt: expect.any(String) });
  expect(await alertCall(store, "plans", { epi: 1 })).toMatchObject({
    plans: [{ reason: null, deliveries: { sent: 25 } }],
  });
  await shop.release();
  await shop.work();
  expect(server.raw()).toHaveLength(25);
});

test("a provider that takes no more messages is a reason to read, and a single throttled message is none", async () => {
  const shop = await aSenderShop();
  const store = await shop.aStore();
  let answers = 0;
  let isOpen = true;
  const sink = await anHttpSink(() => {
    answers += 1;
    if (isOpen) return { status: answers === 3 ? 429 : 200 };
    return { status: 429, headers: { "retry-after": "3600" } };
  });
  await useOwnServer(shop, store, "smtp://127.0.0.1:1");
  await senderCall(store, "set", { medium: "email", provider: "http", http: { url: sink.url } });
  const health = async () => (await fetchSenders(store)).email.health;
  await aLine(store, 5);
  await stock(store, 5);
  await shop.work();
  expect(answers).toBeGreaterThanOrEqual(3);
  expect(await health()).toMatchObject({ problem: null, lastSuccessAt: expect.any(String) });

  isOpen = false;
  for (let time = 0; time < 3; time += 1) {
    await subscribeAs(store, `late${time}@example.com`, [aProduct(2 + time)]);
    await stock(store, 1, 2 + time);
    await shop.work();
    await shop.release();
  }
  expect(await health()).toMatchObject({
    problem: "The provider takes no more messages at the moment (429).",
    fix: expect.stringContaining("limits of your account"),
  });
  for (const epi of [2, 3, 4])
    expect((await alertCall(store, "plans", { epi }))["plans"]).toMatchObject([
      { reason: "the provider takes no more messages at the moment" },
    ]);
});

test("messages of a store whose own server fails are not sent with the installation's", async () => {
  const shop = await aSenderShop();
  const store = await shop.aStore();
  await useOwnServer(shop, store, "smtp://127.0.0.1:1");
  await aLine(store, 2);
  await stock(store, 2);
  for (let time = 0; time < 3; time += 1) {
    await shop.work();
    await shop.release();
  }
  const subjects = (await shop.server.received()).map(({ mail }) => mail.subject);
  expect(subjects).toEqual([expect.stringContaining("is your code")]);
  expect((await fetchSenders(store)).email.health.problem).toBe("The provider cannot be reached (ECONNREFUSED).");

  // Control: the installation's server would have taken them.
  await senderCall(store, "remove", { medium: "email" });
  await shop.work();
  expect(await shop.server.received()).toHaveLength(3);
});

test("a store whose server hangs delays neither the alerts nor the queued mails of other stores", async () => {
  const shop = await aSenderShop();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const hanging = await aMailServer({ answerWhen: () => answered });
  const [slow, quick] = [await shop.aStore(), await shop.aStore({ alerts: { doubleOptIn: true } })];
  await useOwnServer(shop, slow, hanging.url);
  await shop.work();
  const before = shop.server.raw().length;
  for (let epi = 1; epi <= 4; epi += 1) {
    await subscribeAs(slow, `slow${epi}@example.com`, [aProduct(epi)]);
    await stock(slow, 1, epi);
  }
  await subscribeAs(quick, "quick@example.com");
  await shop.begin();
  shop.service.deps.stores.clear();
  // One worker with one lane: nothing of the slow store may hold it up.
  while (await shop.delivery.deliverNextChunk());
  await shop.mailer.sendDueMails();
  expect(shop.server.raw()).toHaveLength(before + 1);
  expect(await waitFor(async () => hanging.raw().length > 0, 20_000)).toBe(true); // control: it hangs meanwhile
  expect((await shop.ask("select from mails where sent_at is null")).length).toBe(0);
  expect(hanging.raw().length).toBeLessThanOrEqual(2);
  answer();
  await shop.work();
  expect(
    hanging
      .raw()
      .map(({ recipients }) => String(recipients[0]))
      .toSorted(),
  ).toEqual([1, 2, 3, 4].map((epi) => `slow${epi}@example.com`));
});
