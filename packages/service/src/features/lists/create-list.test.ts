import { expect, test } from "vitest";
import { atOnce, tally } from "../../../test/fixtures/crowd.ts";
import { connectAsSuperuser, look } from "../../../test/fixtures/database.ts";
import { aService, aStore } from "../../../test/fixtures/service.ts";
import { good, listsOf } from "../../../test/fixtures/shopper-lists.ts";

const service = aService();

async function aShopper(settings = {}) {
  const store = await aStore(service, { settings });
  return listsOf(store, await store.anAccount());
}

test("create returns the list record itself, with HTTP 200", async () => {
  const lists = await aShopper();
  const answer = await lists.post("create", {
    lname: "Garden",
    lnote: "for spring",
    lprops: '{"a":1}',
    ldesc: '{"b":2}',
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    lname: "Garden",
    lnote: "for spring",
    lprops: { a: 1 },
    ldesc: { b: 2 },
    lty: "wl",
    cnt: 0,
    st: 1,
    anonRead: false,
    _cp: false,
  });
  expect(answer.headers["cache-control"]).toBe("no-store");
});

test("create: fifty parallel calls with one name create one list", async () => {
  const store = await aStore(service);
  const lists = listsOf(store, await store.aGuest());
  const answers = await atOnce(50, () => lists.post("create", { lname: "My Wishlist" }));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 50 });
  expect(new Set(answers.map(({ body }) => body.lid)).size).toBe(1);
  expect(await look("select 1 from lists where store_id = $1", [store.id])).toHaveLength(1);
  expect(await look("select 1 from outbox where store_id = $1 and subject = 'list.created'", [store.id])).toHaveLength(
    1,
  );
});

test("create: fifty parallel calls with different names create fifty lists", async () => {
  const store = await aStore(service);
  const lists = listsOf(store, await store.aGuest());
  await atOnce(50, (index) => lists.create(`List ${index}`));
  expect(await look("select 1 from lists where store_id = $1", [store.id])).toHaveLength(50);
});

test("create: two hundred parallel calls of one shopper all succeed, and each name is one list", async () => {
  const store = await aStore(service);
  const lists = listsOf(store, await store.aGuest());
  const answers = await atOnce(200, (index) => lists.post("create", { lname: `List ${index % 150}` }));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 200 });
  expect(new Set(answers.map(({ body }) => body.lid)).size).toBe(150);
  expect(await look("select 1 from lists where store_id = $1", [store.id])).toHaveLength(150);
});

test("create: parallel calls of one shopper wait for each other without taking connections from other shoppers", async () => {
  const store = await aStore(service);
  const [busy, other] = [listsOf(store, await store.anAccount()), listsOf(store, await store.anAccount())];
  await busy.create("List 0");
  const holder = await connectAsSuperuser();
  await holder.query("begin");
  await holder.query(
    "select pg_advisory_xact_lock(hashtextextended('lists:' || shopper_id::text, 0)) from lists where store_id = $1",
    [store.id],
  );
  let answered = 0;
  const crowd = atOnce(20, async (index) => {
    const { status } = await busy.post("create", { lname: `List ${index}` });
    answered += 1;
    return status;
  });
  await other.create("Garden");
  expect(answered).toBe(0);
  await holder.query("commit");
  await holder.end();
  expect(tally(await crowd)).toEqual({ 200: 20 });
});

test.each(["  Garden  ", "GARDEN", "gArDeN\t"])("create: %j is the name of the list Garden", async (lname) => {
  const lists = await aShopper();
  const lid = await lists.create("Garden");
  const again = good(await lists.post("create", { lname, lnote: "other" }));
  expect([again.lid, again.lname, again.lnote]).toEqual([lid, "Garden", null]);
});

test("create: names that differ only in Unicode normalization are one name", async () => {
  const lists = await aShopper();
  expect(await lists.create("Café au lait")).toBe(await lists.create("Cafe\u0301 au lait"));
});

test("create: a name that a list of another type has is refused as name-taken", async () => {
  const lists = await aShopper();
  await lists.create("Garden");
  const answer = await lists.post("create", { lname: "garden", lty: "sfl" });
  expect([answer.status, answer.body.type]).toEqual([400, "name-taken"]);
});

test("create: two shoppers may use the same name", async () => {
  const store = await aStore(service);
  const [one, other] = [listsOf(store, await store.anAccount()), listsOf(store, await store.anAccount())];
  expect(await one.create("Garden")).not.toBe(await other.create("Garden"));
});

test("create: the name of a deleted list can be used again", async () => {
  const lists = await aShopper();
  const lid = await lists.create("Garden");
  good(await lists.post("delete-list", { lid }));
  expect(await lists.create("Garden")).not.toBe(lid);
});

test.each([
  ["wl", "wl"],
  ["wishlist", "wl"],
  ["", "wl"],
])("create: lty %j means %s", async (lty, stored) => {
  const lists = await aShopper();
  expect(good(await lists.post("create", { lname: "Garden", lty })).lty).toBe(stored);
});

test("create: lty null and absent mean wl", async () => {
  const store = await aStore(service);
  const person = await store.anAccount();
  const { regid, sessionid } = person;
  const json = { regid, sessionid, lname: "Garden", lty: null, lnote: null };
  expect(good(await store.browser("/api/v3/lists/create", {}, { json })).lty).toBe("wl");
  expect(good(await listsOf(store, person).post("create", { lname: "Other" })).lty).toBe("wl");
});

test("create: a type that the store has not configured is refused as invalid-lty, a configured one is accepted", async () => {
  for (const lty of ["registry", "_saveForLater", "WL", "'; drop table lists"]) {
    const answer = await (await aShopper()).post("create", { lname: "Garden", lty });
    expect([answer.status, answer.body.type]).toEqual([400, "invalid-lty"]);
  }
  const configured = await aShopper({ lists: { types: ["registry", "_saveForLater"] } });
  for (const lty of ["registry", "_saveForLater"]) {
    expect(good(await configured.post("create", { lname: `A ${lty}`, lty })).lty).toBe(lty);
  }
});

test("create: a shopper has one save-for-later list, whatever name the call has", async () => {
  const lists = await aShopper();
  const lid = await lists.create("Later", { lty: "sfl" });
  expect(await lists.create("Much later", { lty: "sfl" })).toBe(lid);
  expect((good(await lists.post("sfl/create")).list as { lid: string }).lid).toBe(lid);
});

test("create: a shopper may have 200 lists by default, or as many as the store has set", async () => {
  const lists = await aShopper({ lists: { listsMax: 3 } });
  await atOnce(3, (index) => lists.create(`List ${index}`));
  const answer = await lists.post("create", { lname: "One more" });
  expect([answer.status, answer.body.type]).toEqual([400, "limit-reached"]);
  expect((await lists.post("create", { lname: "List 1" })).status).toBe(200);

  const usual = await aShopper();
  for (let wave = 0; wave < 10; wave += 1) await atOnce(20, (index) => usual.create(`List ${wave * 20 + index}`));
  expect((await usual.post("create", { lname: "One more" })).body.type).toBe("limit-reached");
});

test.each([
  ["three characters", "abc"],
  ["fifty characters", "x".repeat(50)],
  ["three characters beyond the basic plane", "🌻🌻🌻"],
  ["fifty characters beyond the basic plane", "🌻".repeat(50)],
])("create accepts a name of %s and returns it unchanged", async (_, lname) => {
  const lists = await aShopper();
  expect(good(await lists.post("create", { lname })).lname).toBe(lname);
});

test.each([
  ["two characters", "ab"],
  ["fifty-one characters", "x".repeat(51)],
  ["two characters beyond the basic plane", "🌻🌻"],
  ["fifty-one characters beyond the basic plane", "🌻".repeat(51)],
  ["spaces alone", "     "],
  ["two characters between spaces", "  ab  "],
  ["no characters", ""],
])("create refuses a name of %s as invalid-lname", async (_, lname) => {
  const lists = await aShopper();
  const answer = await lists.post("create", { lname });
  expect([answer.status, answer.body.type]).toEqual([400, "invalid-lname"]);
});

test("create without a name is refused with 400", async () => {
  expect((await (await aShopper()).post("create")).status).toBe(400);
});

test("create: a repeated call with the same Idempotency-Key gets the first answer", async () => {
  const lists = await aShopper();
  const headers = { "idempotency-key": "one" };
  const first = await lists.post("create", { lname: "Garden" }, { headers });
  await lists.post("delete-list", { lid: String(first.body.lid) });
  const again = await lists.post("create", { lname: "Garden" }, { headers });
  expect(again.text).toBe(first.text);
  expect(await lists.fetchLists()).toEqual([]);
});
