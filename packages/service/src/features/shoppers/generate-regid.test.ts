import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { look } from "../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, aUuid, basic, personOf, refusalOf } from "../../../test/fixtures/service.ts";

const PATH = "/storeadmin/v3/user/generate-regid";
const service = aService();

const countShoppers = async (storeId: number) =>
  (await look<{ count: number }>("select count(*)::int from shoppers where store_id = $1", [storeId]))[0]?.count;

test("a guest is identified by uuid", async () => {
  const store = await aStore(service);
  const { status, body } = await store.generateRegid({ uuid: aUuid() });

  expect(status).toBe(200);
  expect(body).toEqual({
    message: "Regid generated using uuid",
    regid: expect.stringMatching(/^[\w-]{22}$/),
    sessionid: expect.stringMatching(/^[\w-]{68}$/),
  });
});

test("a logged-in shopper is identified by useremail", async () => {
  const store = await aStore(service);
  const { status, body } = await store.generateRegid({ useremail: anEmail() });

  expect(status).toBe(200);
  expect(body).toEqual({
    message: "Regid generated using email",
    regid: expect.stringMatching(/^[\w-]{22}$/),
    sessionid: expect.stringMatching(/^[\w-]{68}$/),
  });
});

test("each uuid and each email has its own regid, which never changes", async () => {
  const store = await aStore(service);
  const people = [
    ...Array.from({ length: 20 }, () => ({ uuid: aUuid() })),
    ...Array.from({ length: 20 }, () => ({ useremail: anEmail() })),
  ];
  const ask = async () => Promise.all(people.map(async (who) => personOf(await store.generateRegid(who)).regid));
  const [first, second] = [await ask(), await ask()];

  expect(second).toEqual(first);
  expect(new Set(first).size).toBe(people.length);
});

test("a session stays valid when another one is issued to the same shopper", async () => {
  const store = await aStore(service);
  const first = await store.anAccount();
  const second = await store.anAccount(first.useremail);

  expect(second.sessionid).not.toBe(first.sessionid);
  const [one, other] = [await store.identify(first), await store.identify(second)];
  expect(one.id).toBe(other.id);
});

test("a guest who logs in becomes part of the account", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const useremail = anEmail();
  const { status, body } = await store.generateRegid({ uuid: guest.uuid, useremail });

  expect(status).toBe(200);
  expect(body.message).toBe("Regid generated using email");
  const account = await store.anAccount(useremail);
  expect(body.regid).toBe(account.regid);
  expect((await store.identify(guest)).id).toBe((await store.identify(account)).id);
});

test("a uuid keeps its regid after the login, for a new guest", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const useremail = anEmail();
  await store.generateRegid({ uuid: guest.uuid, useremail });
  const again = personOf(await store.generateRegid({ uuid: guest.uuid }));

  expect(again.regid).toBe(guest.regid);
  const account = await store.anAccount(useremail);
  expect((await store.identify(again)).id).not.toBe((await store.identify(account)).id);
});

test("a login on a shared computer succeeds, and the guest stays with its first account", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const first = await store.anAccount();
  await store.sync({ regid: guest.regid, useremail: first.useremail });
  const useremail = anEmail();
  const second = await store.generateRegid({ uuid: guest.uuid, useremail });

  expect(second.status).toBe(200);
  expect((await store.identify(guest)).id).toBe((await store.identify(first)).id);
  expect((await store.identify(guest)).id).not.toBe((await store.identify(personOf(second))).id);
});

test.each([
  ["no parameters at all", {}],
  ["only useragenttype", { useragenttype: "test" }],
  ["an empty uuid", { useragenttype: "test", uuid: "" }],
  ["a text that is no uuid", { useragenttype: "test", uuid: "guest-1" }],
  ["a uuid of version 1", { useragenttype: "test", uuid: "c232ab00-9414-11ec-b3c8-9f6bdeced846" }],
  ["a uuid of version 4 with a wrong variant", { useragenttype: "test", uuid: "11bf5b37-e0b8-42e0-0dcf-dc8c4aefc000" }],
  ["the nil uuid", { useragenttype: "test", uuid: "00000000-0000-0000-0000-000000000000" }],
  ["a uuid in braces", { useragenttype: "test", uuid: `{${aUuid()}}` }],
  ["a very long text", { useragenttype: "test", uuid: "a".repeat(5_000) }],
  ["a bad uuid next to a good email", { useragenttype: "test", uuid: "nonsense", useremail: "a@example.com" }],
])("%s is 400 invalid-uuid, and no regid is generated", async (_, params) => {
  const store = await aStore(service);
  const answer = await store.admin(PATH, params);

  expect(refusalOf(answer)).toMatchObject({ status: 400, error: true, type: "invalid-uuid" });
  expect(answer.body).not.toHaveProperty("regid");
  expect(await countShoppers(store.id)).toBe(0);
});

test.each([
  ["a number", 7],
  ["an object", { v: 4 }],
  ["a list", [aUuid()]],
  ["true", true],
])("%s for a uuid in JSON is 400 invalid-uuid", async (_, uuid) => {
  const store = await aStore(service);
  const answer = await store.admin(PATH, undefined, { json: { useragenttype: "test", uuid } });
  expect(refusalOf(answer)).toMatchObject({ status: 400, type: "invalid-uuid" });
});

test.each([
  "no-at-sign.example.com",
  "@example.com",
  "shopper@",
  "shopper@localhost",
  "two@at@example.com",
  "a\tb@example.com",
  `${"a".repeat(65)}@example.com`,
  `a@${"b".repeat(250)}.com`,
  `${"a".repeat(600)}@example.com`,
])("the bad email %s is 400 invalid-email, and no regid is generated", async (useremail) => {
  const store = await aStore(service);
  const answer = await store.generateRegid({ useremail });

  expect(refusalOf(answer)).toMatchObject({ status: 400, error: true, type: "invalid-email" });
  expect(await countShoppers(store.id)).toBe(0);
});

test("an email of another JSON type is 400 invalid-email", async () => {
  const store = await aStore(service);
  for (const useremail of [7, ["a@example.com"], { a: 1 }, true]) {
    const answer = await store.admin(PATH, undefined, { json: { useragenttype: "test", useremail } });
    expect(refusalOf(answer)).toMatchObject({ status: 400, type: "invalid-email" });
  }
});

test("useragenttype is required; it may have any value and may be empty", async () => {
  const store = await aStore(service);
  const missing = await store.admin(PATH, { uuid: aUuid() });
  expect(refusalOf(missing)).toMatchObject({ status: 400, type: "missing-useragenttype" });

  for (const useragenttype of ["", "null", "mobileApp", "Ünïcode ✓", "x".repeat(60_000)]) {
    expect((await store.generateRegid({ uuid: aUuid(), useragenttype })).status).toBe(200);
  }
  const isStorable = (text: string) => !/[\0\uFFFD]/.test(text);
  const anyText = fc.string({ unit: "binary", maxLength: 2_000 }).filter(isStorable);
  await fc.assert(
    fc.asyncProperty(anyText, async (useragenttype) => {
      expect((await store.generateRegid({ uuid: aUuid(), useragenttype })).status).toBe(200);
    }),
    { numRuns: 100 },
  );
});

test("an empty or null field counts as absent", async () => {
  const store = await aStore(service);
  const [uuid, useremail] = [aUuid(), anEmail()];
  const guest = personOf(await store.generateRegid({ uuid }));
  const account = personOf(await store.generateRegid({ useremail }));

  expect(personOf(await store.generateRegid({ uuid, useremail: "" })).regid).toBe(guest.regid);
  expect(personOf(await store.generateRegid({ uuid: "", useremail })).regid).toBe(account.regid);
  const json = { useragenttype: "test", uuid, useremail: null };
  expect(personOf(await store.admin(PATH, undefined, { json })).regid).toBe(guest.regid);
});

test("emails are compared trimmed and lower-cased", async () => {
  const store = await aStore(service);
  const useremail = anEmail();
  const { regid } = await store.anAccount(useremail);

  for (const spelling of [
    useremail.toUpperCase(),
    `  ${useremail}\t`,
    `\u00a0${useremail.replace("s", "S")}\n`,
    useremail.replace("example.com", "EXAMPLE.COM"),
  ]) {
    expect((await store.anAccount(spelling)).regid).toBe(regid);
  }
  expect(await countShoppers(store.id)).toBe(1);
});

test("the upper-case spelling of a uuid is the same guest", async () => {
  const store = await aStore(service);
  const { uuid, regid } = await store.aGuest();
  expect(personOf(await store.generateRegid({ uuid: uuid.toUpperCase() })).regid).toBe(regid);
  expect(personOf(await store.generateRegid({ uuid: ` ${uuid} ` })).regid).toBe(regid);
});

test("a guest has no row until its first action; an account has one", async () => {
  const store = await aStore(service);
  const guests = await Promise.all(Array.from({ length: 25 }, () => store.aGuest()));
  await Promise.all(guests.map(({ uuid }) => store.generateRegid({ uuid })));
  expect(await countShoppers(store.id)).toBe(0);

  // Control: the same count sees rows that are inserted.
  const { useremail } = await store.anAccount();
  expect(await countShoppers(store.id)).toBe(1);
  await store.sync({ regid: guests[0]?.regid ?? "", useremail });
  expect(await countShoppers(store.id)).toBe(2);
});

test("the same email or uuid has another regid in another store", async () => {
  const [one, other] = [await aStore(service), await aStore(service)];
  const [uuid, useremail] = [aUuid(), anEmail()];
  for (const who of [{ uuid }, { useremail }]) {
    const [here, there] = [personOf(await one.generateRegid(who)), personOf(await other.generateRegid(who))];
    expect(here.regid).not.toBe(there.regid);
  }
});

test("the regid contains no plain hash or encoding of the email or uuid", async () => {
  const store = await aStore(service);
  const account = await store.anAccount();
  const guest = await store.aGuest();
  const algorithms = ["md5", "sha1", "sha256", "sha512"];

  for (const [regid, known] of [
    [account.regid, account.useremail],
    [guest.regid, guest.uuid],
  ] as const) {
    const bytes = Buffer.from(regid, "base64url");
    const inputs = [known, `email:${known}`, `uuid:${known}`, `${store.pid}${known}`, `${store.pid}:${known}`];
    const encodings = inputs.flatMap((input) => [
      Buffer.from(input),
      ...algorithms.map((algorithm) => createHash(algorithm).update(input).digest()),
    ]);
    for (const encoding of encodings) {
      expect(bytes.includes(encoding.subarray(0, 8))).toBe(false);
      for (const form of ["hex", "base64", "base64url"] as const) expect(regid).not.toBe(encoding.toString(form));
    }
    // Control: a regid made from a plain hash would be found.
    const weak = createHash("sha256").update(known).digest().subarray(0, 16);
    expect(encodings.some((encoding) => weak.includes(encoding.subarray(0, 8)))).toBe(true);
  }
});

test("a missing, malformed or wrong key is 401 with the same body", async () => {
  const store = await aStore(service);
  const other = await aStore(service);
  const wrong = `${store.key.slice(0, -9)}${store.key.slice(-9) === "_00000000" ? "_11111111" : "_00000000"}`;
  const answers = [
    await store.generateRegid({ uuid: aUuid() }, { key: null, from: "192.0.2.1" }),
    ...(await Promise.all(
      [
        basic(store.pid, wrong),
        basic(store.pid, ""),
        basic("", store.key),
        basic(store.pid, other.key),
        basic(other.pid, store.key),
        `Bearer ${store.key}`,
        "Basic !!!",
        "Basic",
        basic(store.pid, "k".repeat(500)),
      ].map((authorization) =>
        store.generateRegid({ uuid: aUuid() }, { headers: { authorization }, from: "192.0.2.1" }),
      ),
    )),
  ].map(refusalOf);

  expect(answers[0]).toMatchObject({ status: 401, error: true, type: "invalid-api-key" });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

test("the right key passes with any spelling of Basic", async () => {
  const store = await aStore(service);
  for (const scheme of ["Basic", "basic", "BASIC"]) {
    const authorization = basic(store.pid, store.key).replace("Basic", scheme);
    expect((await store.generateRegid({ uuid: aUuid() }, { headers: { authorization } })).status).toBe(200);
  }
});
