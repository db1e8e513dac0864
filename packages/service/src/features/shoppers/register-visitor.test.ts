import { expect, test } from "vitest";
import { signAssertion } from "../../../test/fixtures/assertion.ts";
import { aClock } from "../../../test/fixtures/clock.ts";
import { look } from "../../../test/fixtures/database.ts";
import {
  anEmail,
  aService,
  aStore,
  aUuid,
  personOf,
  refusalOf,
  type TestStore,
} from "../../../test/fixtures/service.ts";
import { rotateIdentitySecret } from "../stores/rotate-identity-secret.ts";
import { identitySecret } from "../stores/store.ts";

const service = aService();
const PATH = "/api/v3/provider/register";
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const secretOf = async (store: TestStore) => identitySecret(await store.record());
const assertEmail = async (store: TestStore, email: string) => signAssertion(await secretOf(store), { email });
const countShoppers = async (store: TestStore) =>
  (await look("select from shoppers where store_id = $1", [store.id])).length;

/** A guest with a row: the merge inserts it, and the undo leaves it. */
async function aGuestWithRow(store: TestStore) {
  const guest = await store.aGuest();
  await store.sync({ regid: guest.regid, useremail: anEmail() });
  await store.undoMerge({ regid: guest.regid });
  return guest;
}

test("a browser gets the uuid, regid and sessionid of a guest", async () => {
  const store = await aStore(service);
  const { status, body } = await store.register();

  expect(status).toBe(200);
  expect(body).toEqual({
    uuid: expect.stringMatching(UUID_V4),
    regid: expect.stringMatching(/^[\w-]{22}$/),
    sessionid: expect.stringMatching(/^[\w-]{68}$/),
  });
  const guest = await store.generateRegid({ uuid: String(body.uuid) });
  expect(guest.body.regid).toBe(body.regid);
});

test("each visitor is a new guest, and none has a row", async () => {
  const store = await aStore(service);
  const answers = await Promise.all(Array.from({ length: 25 }, () => store.register()));

  expect(new Set(answers.map(({ body }) => body.regid)).size).toBe(25);
  expect(await countShoppers(store)).toBe(0);
});

test("an email without an assertion is ignored", async () => {
  const store = await aStore(service);
  const account = await store.anAccount();
  const { status, body } = await store.register({ useremail: account.useremail, email: account.useremail });

  expect(status).toBe(200);
  expect(body.regid).not.toBe(account.regid);
  await expect(store.identify({ regid: account.regid, sessionid: String(body.sessionid) })).rejects.toMatchObject({
    type: "sw-badregid",
  });
});

test("a uuid of the browser's own is accepted as long as its guest has no row", async () => {
  const store = await aStore(service);
  const uuid = aUuid();
  const [first, second] = [await store.register({ uuid }), await store.register({ uuid })];

  expect(first.body).toMatchObject({ uuid });
  expect(second.body.regid).toBe(first.body.regid);
});

test("a uuid whose guest has a row is 401 sw-badregid without a session of that guest", async () => {
  const store = await aStore(service);
  const guest = await aGuestWithRow(store);
  const stranger = await store.aGuest();
  const refusals = [
    await store.register({ uuid: guest.uuid }),
    await store.register({ uuid: guest.uuid, sessionid: "" }),
    await store.register({ uuid: guest.uuid.toUpperCase() }),
    await store.register({ uuid: guest.uuid, sessionid: stranger.sessionid }),
    await store.register({ uuid: guest.uuid, sessionid: "made-up" }),
    await store.register({ uuid: guest.uuid, sessionid: "A".repeat(68) }),
  ].map(refusalOf);

  expect(refusals[0]).toMatchObject({ status: 401, error: true, type: "sw-badregid" });
  for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
});

test("a uuid whose guest has a row gets a new session in exchange for a valid one", async () => {
  const store = await aStore(service);
  const guest = await aGuestWithRow(store);
  const { status, body } = await store.register({ uuid: guest.uuid, sessionid: guest.sessionid });

  expect(status).toBe(200);
  expect(body).toMatchObject({ uuid: guest.uuid, regid: guest.regid });
  expect(body.sessionid).not.toBe(guest.sessionid);
});

test("a wrong session is refused even for a uuid whose guest has no row", async () => {
  const store = await aStore(service);
  const answer = await store.register({ uuid: aUuid(), sessionid: "A".repeat(68) });
  expect(refusalOf(answer)).toMatchObject({ status: 401, type: "sw-badregid" });
});

test("a uuid that is not of version 4 is 400 invalid-uuid; an empty or null one counts as absent", async () => {
  const store = await aStore(service);
  expect(refusalOf(await store.register({ uuid: "nonsense" }))).toMatchObject({ status: 400, type: "invalid-uuid" });
  for (const json of [{ uuid: "" }, { uuid: null, sessionid: null }, {}]) {
    expect((await store.browser(PATH, undefined, { json })).body.uuid).toMatch(UUID_V4);
  }
});

test("a missing pid is 400 and an unknown one is 404", async () => {
  const store = await aStore(service);
  const call = (query: Record<string, string>) => store.admin(PATH, {}, { query, key: null });

  expect(refusalOf(await call({}))).toMatchObject({ status: 400, error: true, type: "missing-pid" });
  for (const pid of ["no-such-store", "x", "%00%00%00%00%00%00", `${store.pid}x`]) {
    expect(refusalOf(await call({ pid }))).toMatchObject({ status: 404, error: true, type: "unknown-store" });
  }
  expect((await call({ pid: store.pid })).status).toBe(200);
});

test("an assertion signed with the store's identity secret proves an email", async () => {
  const store = await aStore(service);
  const useremail = anEmail();
  const { status, body } = await store.register({ assertion: await assertEmail(store, useremail.toUpperCase()) });

  expect(status).toBe(200);
  expect(Object.keys(body).toSorted()).toEqual(["regid", "sessionid"]);
  const account = await store.anAccount(useremail);
  expect(body.regid).toBe(account.regid);
  const asked = { regid: account.regid, sessionid: String(body.sessionid) };
  expect((await store.identify(asked)).id).toBe((await store.identify(account)).id);
});

test("with an assertion, a guest whose uuid and sessionid are sent becomes part of the account", async () => {
  const store = await aStore(service);
  const guest = personOf(await store.register());
  const uuid = aUuid();
  const own = personOf(await store.register({ uuid }));
  const useremail = anEmail();
  const assertion = await assertEmail(store, useremail);
  const { status, body } = await store.register({ uuid, sessionid: own.sessionid, assertion });

  expect(status).toBe(200);
  expect(body.uuid).toBe(uuid);
  const account = await store.anAccount(useremail);
  expect((await store.identify(own)).id).toBe((await store.identify(account)).id);
  expect((await store.identify(guest)).id).toBeUndefined();
});

test("with an assertion, a guest without its sessionid is 400, and with a wrong one 401", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const assertion = await assertEmail(store, anEmail());
  const without = await store.register({ uuid: guest.uuid, assertion });
  const stranger = await store.aGuest();
  const wrong = await store.register({ uuid: guest.uuid, sessionid: stranger.sessionid, assertion });

  expect(refusalOf(without)).toMatchObject({ status: 400, type: "missing-sessionid" });
  expect(refusalOf(wrong)).toMatchObject({ status: 401, type: "sw-badregid" });
  expect(await countShoppers(store)).toBe(0);
});

test("a browser whose guest is part of another account logs in without the guest", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const first = await store.anAccount();
  await store.sync({ regid: guest.regid, useremail: first.useremail });
  const assertion = await assertEmail(store, anEmail());
  const answer = await store.register({ uuid: guest.uuid, sessionid: guest.sessionid, assertion });

  const firstId = (await store.identify(first)).id;
  expect((await store.identify(personOf(answer))).id).not.toBe(firstId);
  expect((await store.identify(guest)).id).toBe(firstId);
});

test("an assertion is refused if its exp is past or more than 5 minutes ahead", async () => {
  const { clock, forward } = aClock();
  const timed = aService({ clock });
  const store = await aStore(timed);
  const secret = await secretOf(store);
  const email = anEmail();
  const statusOf = async (secondsAhead: number) => {
    const assertion = await signAssertion(secret, { email }, { secondsAhead, now: clock() });
    return (await store.register({ assertion })).status;
  };

  expect(await statusOf(300)).toBe(200);
  expect(await statusOf(1)).toBe(200);
  expect(await statusOf(302)).toBe(401);
  expect(await statusOf(86_400)).toBe(401);
  expect(await statusOf(0)).toBe(401);
  expect(await statusOf(-60)).toBe(401);

  const assertion = await signAssertion(secret, { email }, { secondsAhead: 300, now: clock() });
  forward(299_000);
  expect((await store.register({ assertion })).status).toBe(200);
  forward(2_000);
  expect(refusalOf(await store.register({ assertion }))).toMatchObject({ status: 401, type: "invalid-assertion" });
});

test("an assertion that the store did not sign is 401 with the same body each time", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const secret = await secretOf(store);
  const email = anEmail();
  const good = await signAssertion(secret, { email });
  const [header = "", payload = "", signature = ""] = good.split(".");
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1000) + 100;
  const refusals = await Promise.all(
    [
      await signAssertion(`${secret}x`, { email }),
      await signAssertion(await secretOf(other), { email }),
      await signAssertion(store.key, { email }),
      await signAssertion(secret, { email }, { alg: "HS384" }),
      await signAssertion(secret, { email }, { alg: "HS512" }),
      `${encode({ alg: "none" })}.${encode({ email, exp })}.`,
      `${encode({ alg: "none" })}.${encode({ email, exp })}.${signature}`,
      `${header}.${encode({ email: "other@example.com", exp })}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      "not-a-token",
      await signAssertion(secret, {}),
      await signAssertion(secret, { email: 7 }),
      await signAssertion(secret, { email: null }),
      await signAssertion(secret, { email, exp: undefined }),
      await signAssertion(secret, { email, nbf: exp }),
    ].map(async (assertion) => refusalOf(await store.register({ assertion }))),
  );

  expect(refusals[0]).toMatchObject({ status: 401, error: true, type: "invalid-assertion" });
  for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
  expect(await countShoppers(store)).toBe(0);
  expect((await store.register({ assertion: good })).status).toBe(200);
});

test("an assertion of an invalid email is 400 invalid-email", async () => {
  const store = await aStore(service);
  const answer = await store.register({ assertion: await assertEmail(store, "not an email") });
  expect(refusalOf(answer)).toMatchObject({ status: 400, type: "invalid-email" });
});

test("after a rotation the old identity secret is refused as soon as the process has received the event", async () => {
  const store = await aStore(service);
  const before = await assertEmail(store, anEmail());
  await service.deps.db.asOperator((tx) => rotateIdentitySecret(tx, store.pid));
  service.deps.stores.clear();

  expect((await store.register({ assertion: before })).status).toBe(401);
  expect((await store.register({ assertion: await assertEmail(store, anEmail()) })).status).toBe(200);
});

test("an Idempotency-Key replays the response for an account; for a guest it is ignored", async () => {
  const store = await aStore(service);
  const headers = { "idempotency-key": "one-key" };
  const assertion = await assertEmail(store, anEmail());
  const [first, second] = [
    await store.register({ assertion }, { headers }),
    await store.register({ assertion }, { headers }),
  ];
  expect(second.text).toBe(first.text);

  // A visitor has no credential yet and keys can be guessed: a replay would give a session to another visitor.
  const guests = [await store.register({}, { headers }), await store.register({}, { headers })];
  expect(guests[0]?.body.sessionid).not.toBe(guests[1]?.body.sessionid);
});
