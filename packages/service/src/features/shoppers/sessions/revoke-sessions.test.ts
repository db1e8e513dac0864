import { expect, test } from "vitest";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, refusalOf } from "../../../../test/fixtures/service.ts";

const service = aService();
const BAD = { type: "sw-badregid" };

test("the sessions of one shopper are revoked by regid, and no other shopper's", async () => {
  const store = await aStore(service);
  const [account, other] = [await store.anAccount(), await store.anAccount()];
  const second = await store.anAccount(account.useremail);
  const { status, body } = await store.revokeSessions({ regid: account.regid });

  expect({ status, body }).toEqual({ status: 200, body: { message: "The sessions of this shopper have ended" } });
  for (const session of [account, second]) await expect(store.identify(session)).rejects.toMatchObject(BAD);
  await expect(store.identify(other)).resolves.toBeDefined();
});

test("the sessions of one shopper are revoked by useremail, in any spelling", async () => {
  const store = await aStore(service);
  const account = await store.anAccount();
  await store.revokeSessions({ useremail: ` ${account.useremail.toUpperCase()}` });
  await expect(store.identify(account)).rejects.toMatchObject(BAD);
});

test("after a revocation the regid is the same and a new session works", async () => {
  const store = await aStore(service);
  const account = await store.anAccount();
  for (let time = 0; time < 3; time += 1) {
    await store.revokeSessions({ regid: account.regid });
    const renewed = await store.anAccount(account.useremail);
    expect(renewed.regid).toBe(account.regid);
    await expect(store.identify(renewed)).resolves.toBeDefined();
  }
});

test("the sessions of a guest who never did anything end as well", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  await store.revokeSessions({ regid: guest.regid });

  await expect(store.identify(guest)).rejects.toMatchObject(BAD);
  const renewed = await store.generateRegid({ uuid: guest.uuid });
  await expect(
    store.identify({ regid: guest.regid, sessionid: String(renewed.body.sessionid) }),
  ).resolves.toBeDefined();
});

test("revoking an account ends the sessions of the guests that became part of it, and the other way round", async () => {
  const store = await aStore(service);
  for (const by of ["guest", "account"] as const) {
    const people = { guest: await store.aGuest(), account: await store.anAccount() };
    await store.sync({ regid: people.guest.regid, useremail: people.account.useremail });
    await store.revokeSessions({ regid: people[by].regid });

    for (const person of [
      people.guest,
      people.account,
      { regid: people.account.regid, sessionid: people.guest.sessionid },
    ]) {
      await expect(store.identify(person)).rejects.toMatchObject(BAD);
    }
  }
});

test("a browser whose session was revoked is told to start again, and starts again without its guest", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  await store.revokeSessions({ regid: guest.regid });
  const refused = await store.register({ uuid: guest.uuid, sessionid: guest.sessionid });

  expect(refusalOf(refused)).toMatchObject({ status: 401, type: "sw-badregid" });
  expect((await store.register()).status).toBe(200);
});

test("all sessions of a store are revoked, within 5 seconds and in no other store", async () => {
  const { clock, forward } = aClock();
  const moved = aService({ clock });
  const [store, other] = [await aStore(moved), await aStore(moved)];
  const people = [await store.aGuest(), await store.anAccount()];
  const stranger = await other.anAccount();
  const { status, body } = await store.revokeSessions({ all: "1" });

  expect({ status, body }).toEqual({ status: 200, body: { message: "All sessions of this store have ended" } });
  forward(5_000);
  for (const person of people) await expect(store.identify(person)).rejects.toMatchObject(BAD);
  await expect(other.identify(stranger)).resolves.toBeDefined();
  await expect(store.identify(await store.anAccount())).resolves.toBeDefined();
});

test("a revocation of the store tells every process by an event", async () => {
  const store = await aStore(service);
  await look("delete from outbox where store_id = $1", [store.id]);
  await store.revokeSessions({ all: "1" });
  expect(await look("select subject from outbox where store_id = $1", [store.id])).toEqual([
    { subject: "store.changed" },
  ]);
});

test("naming nobody is 400 missing-regid, and nothing ends", async () => {
  const store = await aStore(service);
  const account = await store.anAccount();
  for (const params of [{}, { all: "0" }, { all: "false" }, { useremail: "" }]) {
    const answer = await store.revokeSessions(params);
    expect(refusalOf(answer)).toMatchObject({ status: 400, error: true, type: "missing-regid" });
  }
  service.parts.stores.forgetAll();
  await expect(store.identify(account)).resolves.toBeDefined();
});

test("revoking somebody nobody has seen is fine and makes no account", async () => {
  const store = await aStore(service);
  expect((await store.revokeSessions({ useremail: anEmail() })).status).toBe(200);
  expect(await look("select from shoppers where store_id = $1", [store.id])).toEqual([]);
});

test("one shopper named next to all=1 ends only that shopper's sessions", async () => {
  const store = await aStore(service);
  const [account, other] = [await store.anAccount(), await store.anAccount()];
  await store.revokeSessions({ regid: account.regid, all: "1" });
  service.parts.stores.forgetAll();
  await expect(store.identify(account)).rejects.toMatchObject(BAD);
  await expect(store.identify(other)).resolves.toBeDefined();
});
