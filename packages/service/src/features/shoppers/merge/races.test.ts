import { expect, test } from "vitest";
import { atOnce, tally, untilServed } from "../../../../test/fixtures/crowd.ts";
import { aDatabase, connectAsSuperuser, look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, asStore, personOf, type TestStore } from "../../../../test/fixtures/service.ts";

const service = aService();

const countOf = async (table: "shoppers" | "merges", store: TestStore) =>
  (await look(`select from ${table} where store_id = $1`, [store.id])).length;
const mergedEventsOf = async (store: TestStore) =>
  (await look("select from outbox where store_id = $1 and subject = 'shopper.merged'", [store.id])).length;

test("50 parallel calls of generate-regid for one new email create one shopper, in each of 200 rounds", async () => {
  const store = await aStore(service);
  for (let round = 1; round <= 200; round += 1) {
    const useremail = anEmail();
    const answers = (await atOnce(50, () => untilServed(() => store.generateRegid({ useremail })))).map(personOf);
    expect(new Set(answers.map(({ regid }) => regid)).size).toBe(1);
  }
  expect(await countOf("shoppers", store)).toBe(200);
});

test("control: an insert after a separate check creates two rows, so the count above would see them", async () => {
  const url = await aDatabase();
  await look("create table people (email text)", [], url);
  const clients = await Promise.all([connectAsSuperuser(url), connectAsSuperuser(url)]);
  const both = (text: string) => Promise.all(clients.map((client) => client.query(text)));
  await both("begin");
  await both("insert into people select 'a' where not exists (select from people where email = 'a')");
  await both("commit");
  await Promise.all(clients.map((client) => client.end()));

  expect(await look("select from people", [], url)).toHaveLength(2);
});

test("first calls for 50 emails through two processes at once create one shopper for each", async () => {
  const store = await aStore(service);
  const elsewhere = asStore(aService(), store);
  const emails = Array.from({ length: 50 }, anEmail);
  const answers = await Promise.all(
    emails.flatMap((useremail) =>
      [store, elsewhere].map((client) => untilServed(() => client.generateRegid({ useremail }))),
    ),
  );
  expect(new Set(answers.map(personOf).map(({ regid }) => regid)).size).toBe(50);
  expect(await countOf("shoppers", store)).toBe(50);
});

test("50 parallel merges of one guest into one account store one merge and announce one event", async () => {
  const store = await aStore(service);
  const useremail = anEmail();
  for (let round = 1; round <= 10; round += 1) {
    const guest = await store.aGuest();
    const bySync = () => store.sync({ regid: guest.regid, useremail });
    const byLogin = () => store.generateRegid({ uuid: guest.uuid, useremail });
    const answers = await atOnce(50, (index) => untilServed(index % 2 ? bySync : byLogin));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 50 });
    expect(await countOf("merges", store)).toBe(round);
    expect(await mergedEventsOf(store)).toBe(round);
  }
});

test("of 50 parallel merges of one guest into two accounts, those into one succeed and those into the other are 403", async () => {
  const store = await aStore(service);
  for (let round = 1; round <= 10; round += 1) {
    const guest = await store.aGuest();
    const emails = [anEmail(), anEmail()];
    const answers = await atOnce(50, async (index) => ({
      of: index % 2,
      ...(await untilServed(() => store.sync({ regid: guest.regid, useremail: emails[index % 2] ?? "" }))),
    }));
    const winner = answers.find(({ status }) => status === 200)?.of;

    expect(tally(answers.filter(({ of }) => of === winner).map(({ status }) => status))).toEqual({ 200: 25 });
    const losers = answers.filter(({ of }) => of !== winner);
    expect(tally(losers.map(({ status, body }) => `${status} ${String(body.type)}`))).toEqual({
      "403 guest-of-another-account": 25,
    });
    expect(await countOf("merges", store)).toBe(round);
    expect(await mergedEventsOf(store)).toBe(round);
  }
});

test("a guest that logs in to two accounts at once becomes part of one of them, and both logins succeed", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const emails = [anEmail(), anEmail()];
  const answers = await atOnce(50, (index) =>
    untilServed(() => store.generateRegid({ uuid: guest.uuid, useremail: emails[index % 2] ?? "" })),
  );
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 50 });
  expect(await countOf("merges", store)).toBe(1);
});

test("parallel merges and undos leave at most one merge in effect, and one event for each change", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const useremail = anEmail();
  const answers = await atOnce(60, (index) =>
    untilServed(() =>
      index % 2 ? store.sync({ regid: guest.regid, useremail }) : store.undoMerge({ regid: guest.regid }),
    ),
  );
  const undone = answers.filter(({ body }) => body.message === "Merge undone").length;
  const merged = answers.filter(({ body }) => body.message === "Guest merged into the account").length;
  const standing = await look("select from merges where store_id = $1 and undone_at is null", [store.id]);

  expect(Object.keys(tally(answers.map(({ status }) => status))).toSorted()).toEqual(["200", "404"]);
  expect(merged - undone).toBe(standing.length);
  expect(await mergedEventsOf(store)).toBe(merged);
  expect(await countOf("merges", store)).toBe(merged);
});

test("50 parallel revocations of one shopper all succeed, and a session issued afterwards works", async () => {
  const store = await aStore(service);
  const account = await store.anAccount();
  const answers = await atOnce(50, () => untilServed(() => store.revokeSessions({ regid: account.regid })));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 50 });
  await expect(store.identify(account)).rejects.toMatchObject({ type: "sw-badregid" });
  await expect(store.identify(await store.anAccount(account.useremail))).resolves.toBeDefined();
});
