import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aBucket } from "../../../../test/fixtures/bucket.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aMigratedDatabase } from "../../../../test/fixtures/migrated-database.ts";
import { anEmail, aService, aStore, type Service, type TestStore } from "../../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs, subscriptionsOf } from "../../../../test/fixtures/subscription-calls.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { toEmail } from "../../../platform/text/email.ts";
import type { PrivacyParticipant } from "../../shoppers/privacy/participant.ts";
import { type SignUpRequest, subscribe } from "../../subscriptions/sign-up/subscribe.ts";
import { toSought } from "../find-person.ts";
import { createErasureLog } from "../log/erasure-log.ts";
import { beginErasure } from "./begin-erasure.ts";
import { continueErasure } from "./continue-erasure.ts";
import { runDueErasures } from "./run-erasures.ts";
import { createWatchErasures } from "./watch-erasures.ts";

async function aPlace() {
  const folder = await mkdtemp(join(tmpdir(), "erasures-"));
  whenDone(() => rm(folder, { recursive: true }));
  return join(folder, "log", "erasures.jsonl");
}

/** A service with a database of its own, because workers serve all stores. */
async function aShop(env: Record<string, string> = {}) {
  const url = await aMigratedDatabase();
  const service = aService({ env: { DATABASE_URL: url, ...env } });
  const store = await aStore(service, { scopes: ["admin"], settings: { alerts: { browserDoubleOptIn: false } } });
  return { url, service, store };
}
const erase = (store: TestStore, email: string) =>
  store.admin("/storeadmin/v3/people/erase", undefined, { json: { email, confirm: "erase" }, retry: false });
const begin = async ({ deps }: Service, store: TestStore, email: string) => {
  const record = await store.record();
  const sought = toSought(record, { email: toEmail(email) });
  const id = await store.inStore((tx) => beginErasure(tx, deps.hashAddress, record, sought));
  return { storeId: store.id, id };
};
const anImport = (email: string): SignUpRequest => ({
  address: { medium: 1, value: email },
  onMailingList: null,
  locale: null,
  currency: null,
  timeZone: null,
  consentText: "",
  consentedAt: null,
  ipHash: null,
  source: "import",
  proof: "shop",
  needsConfirmation: false,
  products: [
    {
      platformId: { text: "1", isNumber: true },
      productId: { text: "1", isNumber: true },
      url: "https://shop.example/p/1",
      quantity: 1,
      target: null,
    },
  ],
  topics: ["backinstock"],
  extras: null,
});
const work = ({ deps }: Service) => runDueErasures({ ...deps.privacy, problems: deps.log });
const makeDue = (url: string) => look("update erasures set due_at = now() where state < 2", [], url);

/** Writes many rows of an account at once. */
async function fill(url: string, store: TestStore, email: string, count: number) {
  const values = [store.id, email, count];
  const run = (text: string) => look(text, values, url);
  await run(
    `insert into variants (id, store_id, platform_id) select new_id($1), $1, 'v' || n from generate_series(1, $3) n where $2 <> ''`,
  );
  await run(`insert into lists (id, store_id, shopper_id, name, count)
    select new_id($1), $1, s.id, 'list ' || n, $3 / 20 from shoppers s, generate_series(1, 20) n where s.store_id = $1 and s.email = $2`);
  await run(`insert into items (list_id, variant_id, store_id)
    select l.id, v.id, $1 from lists l join shoppers s on s.id = l.shopper_id and s.email = $2
    cross join lateral (select id from variants where store_id = $1 order by id limit $3 / 20) v where l.store_id = $1`);
  await run(`insert into subscriptions (id, store_id, variant_id, contact_id, state, topic)
    select new_id($1), $1, v.id, c.id, 1, 'bulk' from contacts c cross join (select id from variants where store_id = $1 limit $3) v
    where c.store_id = $1 and c.value = $2`);
  await run(`insert into consents (store_id, subscription_id, address_hash, source, wording)
    select $1, s.id, c.address_hash, 'test', 'x' from subscriptions s join contacts c on c.id = s.contact_id
    where s.store_id = $1 and s.topic = 'bulk' and $2 <> '' and $3 > 0`);
  await run(`insert into mails (id, store_id, kind, to_email, mailbox, subject, text_body, html_body, sent_at)
    select new_id($1), $1, 'test', $2, $2, '', '', '', now() from generate_series(1, $3)`);
}
const leftOf = async (url: string, store: TestStore, email: string) =>
  (
    await look<{ rows: number }>(
      `select (select count(*) from items where store_id = $1)::int + (select count(*) from lists where store_id = $1)::int
        + (select count(*) from subscriptions where store_id = $1)::int + (select count(*) from consents where store_id = $1)::int
        + (select count(*) from contacts where store_id = $1 and value = $2)::int + (select count(*) from mails where to_email = $2)::int as rows`,
      [store.id, email],
      url,
    )
  )[0]?.rows;

/** A customer with 3,000 alerts, 3,000 items on 20 lists and 3,000 mails. */
async function aLargeCustomer() {
  const shop = await aShop();
  const account = await shop.store.anAccount();
  good(await subscriptionsOf(shop.store, account).create(account.useremail));
  await fill(shop.url, shop.store, account.useremail, 3_000);
  return { ...shop, account };
}

test("a person with thousands of rows is erased in pages, within a minute", async () => {
  const { url, service, store, account } = await aLargeCustomer();
  expect(await leftOf(url, store, account.useremail)).toBeGreaterThan(12_000);
  const begun = performance.now();
  const { state, rows } = good(await erase(store, account.useremail)) as {
    state: string;
    rows: Record<string, number>;
  };
  console.log(`12,000 rows of one person: ${Math.round(performance.now() - begun)} ms, ${state}`, rows);
  await makeDue(url);
  await work(service);
  expect(performance.now() - begun).toBeLessThan(60_000);
  expect(await leftOf(url, store, account.useremail)).toBe(0);
}, 120_000);

test("an erasure that stops in the middle is continued by a worker, from where it was", async () => {
  const { url, service, store, account } = await aLargeCustomer();
  const key = await begin(service, store, account.useremail);
  expect(await continueErasure(service.deps.privacy, key, { forMs: 0 })).toMatchObject({ state: "erasing" });
  const before = Number(await leftOf(url, store, account.useremail));
  // The process dies after three pages.
  const { subscriptions } = service.deps.privacy.participants;
  let pages = 0;
  const dying: PrivacyParticipant = {
    sections: {},
    forget(...args) {
      pages += 1;
      if (pages > 3 || !subscriptions) throw new Error("The process died");
      return subscriptions.forget(...args);
    },
  };
  const deps = { ...service.deps.privacy, participants: { subscriptions: dying } };
  await expect(continueErasure(deps, key, { forMs: 60_000 })).rejects.toThrow("The process died");
  const between = Number(await leftOf(url, store, account.useremail));
  expect([between < before, between > 0]).toEqual([true, true]);

  await makeDue(url);
  await work(service);
  expect(await leftOf(url, store, account.useremail)).toBe(0);
  expect(await look("select state, sealed_person is null as forgotten from erasures", [], url)).toEqual([
    { state: 1, forgotten: false },
  ]);
  await makeDue(url);
  await work(service);
  expect(await look("select state, sealed_person is null as forgotten from erasures", [], url)).toEqual([
    { state: 2, forgotten: true },
  ]);
  const erased = await look("select payload from outbox where subject = 'shopper.erased'", [], url);
  expect(erased).toHaveLength(1);
}, 120_000);

test("from the first moment of an erasure on, the person is cut off: sessions end, and a new login has a new id", async () => {
  const { service, store } = await aShop();
  const account = await store.anAccount();
  const { id } = await store.identify(account);
  await begin(service, store, account.useremail);
  await expect(store.identify(account)).rejects.toMatchObject({ type: "sw-badregid" });
  const again = await store.identify(await store.anAccount(account.useremail));
  expect(again.id).not.toBe(id);
});

test("what a call with a cached session writes after the erasure is deleted by the second look", async () => {
  const { url, service, store } = await aShop();
  const account = await store.anAccount();
  const alerts = subscriptionsOf(store, account);
  await alerts.fetch(); // the process knows the session for four seconds
  good(await erase(store, account.useremail));
  const late = anEmail();
  good(await alerts.create(late));
  expect(await look("select value from contacts where value = $1", [late], url)).toHaveLength(1); // control
  await makeDue(url);
  await work(service);
  expect(await look("select value from contacts where value = $1", [late], url)).toEqual([]);
  expect(await look("select from subscriptions", [], url)).toEqual([]);
});

test.each(["create a list", "sign up"])(
  "after an erasure, a guest with a cached session is refused like one with an ended session: %s",
  async (deed) => {
    const { url, service, store } = await aShop();
    const guest = await store.aGuest();
    const lists = listsOf(store, guest);
    await lists.create();
    await lists.fetchLists(); // the process knows the session for four seconds
    const json = { regid: guest.regid, confirm: "erase" };
    good(await store.admin("/storeadmin/v3/people/erase", undefined, { json }));
    const { status, body } =
      deed === "sign up"
        ? await subscriptionsOf(store, guest).create(anEmail())
        : await lists.post("create", { lname: "Late" });
    expect([status, body["type"]]).toEqual([401, "sw-badregid"]);
    await makeDue(url);
    await work(service);
    expect(await look("select from lists", [], url)).toEqual([]);
    expect(await look("select from contacts", [], url)).toEqual([]);
  },
);

test("a confirmation that a call with a cached session queues after the erasure is deleted by the second look", async () => {
  const { url, service, store } = await aShop({ KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" });
  await store.set({ alerts: { browserDoubleOptIn: true } });
  service.deps.stores.forget(store.id);
  const account = await store.anAccount();
  const alerts = subscriptionsOf(store, account);
  await alerts.fetch();
  good(await erase(store, account.useremail));
  good(await alerts.create(anEmail()));
  expect(await look("select from mails", [], url)).toHaveLength(1); // control
  await makeDue(url);
  await work(service);
  expect(await look("select from mails", [], url)).toEqual([]);
  expect(await look("select from sign_up_requests", [], url)).toEqual([]);
});

test("a sign-up of the address that began before the erasure and ends after it is deleted by the second look", async () => {
  const { url, service, store } = await aShop();
  const email = anEmail();
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  good(await subscribeAs(store, anEmail())); // makes the variant
  const record = await store.record();
  const signUp = service.deps.db.inStore(store.id, async (tx) => {
    await subscribe(
      { ...service.deps, canMail: () => false, canText: () => false, signUp: async () => undefined },
      record,
      anImport(email),
      { tx },
    );
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  good(await erase(store, email));
  ended.resolve();
  await signUp;
  expect(await look("select from contacts where value = $1", [email], url)).toHaveLength(1); // control
  await makeDue(url);
  await work(service);
  expect(await look("select from contacts where value = $1", [email], url)).toEqual([]);
  expect(await look("select from subscriptions", [], url)).toHaveLength(1);
});

test("a list that a call with a cached session creates after the erasure is refused like an ended session", async () => {
  const { store } = await aShop();
  const account = await store.anAccount();
  const lists = listsOf(store, account);
  await lists.fetchLists();
  good(await erase(store, account.useremail));
  const { status, body } = await lists.post("create", { lname: "Late" });
  expect([status, body["type"]]).toEqual([401, "sw-badregid"]);
});

test("the second look leaves alone what the person did after they came back", async () => {
  const { url, service, store } = await aShop();
  const account = await store.anAccount();
  good(await erase(store, account.useremail));
  const again = await store.anAccount(account.useremail);
  const lists = listsOf(store, again);
  await lists.add(await lists.create(), anItem(1));
  good(await subscriptionsOf(store, again).create(anEmail()));
  await makeDue(url);
  await work(service);
  expect(await lists.fetchLists()).toMatchObject([{ cnt: 1 }]);
  expect(await look("select from subscriptions", [], url)).toHaveLength(1);
});

test("parallel erasures of one person, with logins in between, leave one person without data", async () => {
  const { url, service, store } = await aShop();
  const account = await store.anAccount();
  const lists = listsOf(store, account);
  await lists.add(await lists.create(), anItem(1));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 4 === 3 ? store.generateRegid({ useremail: account.useremail }) : erase(store, account.useremail),
    ),
  );
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await makeDue(url);
  while (await work(service));
  expect(await look("select from lists", [], url)).toEqual([]);
  expect(await look("select from shoppers where regid is not null and session_epoch > 0", [], url)).toHaveLength(1);
  await expect(store.identify(account)).rejects.toMatchObject({ type: "sw-badregid" });
});

test("an erasure answers while the same address signs up and a cached session creates lists, and leaves nothing", async () => {
  const { url, service, store } = await aShop();
  const account = await store.anAccount();
  const lists = listsOf(store, account);
  await lists.add(await lists.create(), anItem(1));
  await subscriptionsOf(store, account).fetch();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => {
      if (index % 5 === 4) return erase(store, account.useremail);
      if (index % 2 === 0) return subscribeAs(store, account.useremail, [aProduct(1 + (index % 7))]);
      return lists.post("create", { lname: `List ${index}` });
    }),
  );
  expect(answers.map(({ status }) => status).filter((status) => status >= 500 && status !== 503)).toEqual([]);
  good(await erase(store, account.useremail));
  await makeDue(url);
  while (await work(service));
  for (const table of ["lists", "subscriptions", "contacts"])
    expect([table, await look(`select from ${table}`, [], url)]).toEqual([table, []]);
}, 60_000);

test("a shopper whose list is created at the last moment is erased with the list", async () => {
  const { url, service, store } = await aShop();
  const account = await store.anAccount();
  const { id } = await store.identify(account);
  const key = await begin(service, store, account.useremail);
  const { lists, ...others } = service.deps.privacy.participants;
  let isLate = true;
  const late: PrivacyParticipant = {
    sections: {},
    async forget(tx, person) {
      const gone = (await lists?.forget(tx, person)) ?? 0;
      if (isLate)
        await look(
          "insert into lists (id, store_id, shopper_id, name) values (new_id($1), $1, $2, 'Late')",
          [store.id, id],
          url,
        );
      isLate = false;
      return gone;
    },
  };
  const deps = { ...service.deps.privacy, participants: { lists: late, ...others } };
  expect(await continueErasure(deps, key, { forMs: 60_000 })).toMatchObject({ state: "erased" });
  expect(await look("select from lists", [], url)).toEqual([]);
});

test("each erasure is in the log, without the address, before the call answers", async () => {
  const path = await aPlace();
  const { store } = await aShop({ KEEPSAKE_ERASURE_LOG: path });
  const account = await store.anAccount();
  const answer = good(await erase(store, account.useremail));
  expect(answer).toMatchObject({ state: "erased", logged: true });
  const text = await readFile(path, "utf8");
  expect(text).not.toContain(account.useremail);
  expect(JSON.parse(text)).toMatchObject({
    kind: "person",
    store: { pid: store.pid },
    erasure: answer["erasure"],
    addresses: [expect.stringMatching(/^[\da-f-]{36}$/)],
    shoppers: [{ epoch: 1 }],
  });
});

test("lines that many processes append at once do not mix", async () => {
  const path = await aPlace();
  const store = { id: 1 as TestStore["id"], pid: "shop-1" };
  const logs = [1, 2, 3, 4].map(() => createErasureLog({ path }));
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      logs[index % 4]?.append({
        kind: "person",
        at: new Date().toISOString(),
        store,
        erasure: String(index) as never,
        addresses: Array.from({ length: 30 }, () => randomUUID()),
        shoppers: [],
      }),
    ),
  );
  const lines = (await readFile(path, "utf8")).split("\n").filter(Boolean);
  expect(new Set(lines.map((line) => (JSON.parse(line) as { erasure: string }).erasure)).size).toBe(200);
});

test("while the log cannot be written, the person is cut off and nothing is deleted; then the worker goes on", async () => {
  let isBroken = true;
  const bucket = await aBucket({ react: () => (isBroken ? { status: 403, code: "AccessDenied" } : undefined) });
  const { url, service, store } = await aShop(bucket.env);
  const account = await store.anAccount();
  await listsOf(store, account).create();
  const refused = await erase(store, account.useremail);
  expect([refused.status, refused.body["type"]]).toEqual([503, "erasure-log-failed"]);
  await expect(store.identify(account)).rejects.toMatchObject({ type: "sw-badregid" });
  expect(await look("select from lists", [], url)).toHaveLength(1);
  const { erasuresLate } = service.deps.metrics;
  const late = async () => {
    await createWatchErasures(service.deps.metrics)(service.deps.db);
    return (await erasuresLate.get()).values[0]?.value;
  };
  expect(await late()).toBe(0);
  await look("update erasures set requested_at = now() - interval '11 minutes'", [], url);
  expect(await late()).toBe(1);
  isBroken = false;
  await makeDue(url);
  await work(service);
  expect(await look("select from lists", [], url)).toEqual([]);
  const [[name, text] = []] = bucket.objects;
  expect(name).toMatch(/^\d+\.jsonl$/);
  expect(JSON.parse(text ?? "")).toMatchObject({ kind: "person", store: { pid: store.pid } });
  expect(text).not.toContain(account.useremail);
});
