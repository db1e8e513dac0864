import { expect, test } from "vitest";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, refusalOf } from "../../../../test/fixtures/service.ts";

const service = aService();
const BAD = { type: "sw-badregid" };

test("revoking by regid ends the sessions of that shopper and of no other", async () => {
  const store = await aStore(service);
  const [account, other] = [await store.anAccount(), await store.anAccount()];
  const second = await store.anAccount(account.useremail);
  const { status, body } = await store.revokeSessions({ regid: account.regid });

  expect({ status, body }).toEqual({ status: 200, body: { message: "The sessions of this shopper have ended" } });
  for (const session of [account, second]) await expect(store.identify(session)).rejects.toMatchObject(BAD);
  await expect(store.identify(other)).resolves.toBeDefined();
});

test("revoking by useremail accepts any spelling of the address", async () => {
  const store = await aStore(service);
  const account = await store.anAccount();
  await store.revokeSessions({ useremail: ` ${account.useremail.toUpperCase()}` });
  await expect(store.identify(account)).rejects.toMatchObject(BAD);
});

test("revoking a session that is not one of this store is refused, so that nobody believes it has ended", async () => {
  const [store, another] = [await aStore(service), await aStore(service)];
  const account = await store.anAccount();
  for (const sessionid of [account.sessionid.slice(0, -4), (await another.anAccount()).sessionid])
    expect(refusalOf(await store.revokeSessions({ sessionid }))).toMatchObject({ status: 401, ...BAD });
  await expect(store.identify(account)).resolves.toBeDefined();
});

test("after a revocation the shopper has the same regid and a new session works", async () => {
  const store = await aStore(service);
  const account = await store.anAccount();
  for (let time = 0; time < 3; time += 1) {
    await store.revokeSessions({ regid: account.regid });
    const renewed = await store.anAccount(account.useremail);
    expect(renewed.regid).toBe(account.regid);
    await expect(store.identify(renewed)).resolves.toBeDefined();
  }
});

test("the sessions of a guest without a row can be revoked", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  await store.revokeSessions({ regid: guest.regid });

  await expect(store.identify(guest)).rejects.toMatchObject(BAD);
  const renewed = await store.generateRegid({ uuid: guest.uuid });
  await expect(
    store.identify({ regid: guest.regid, sessionid: String(renewed.body.sessionid) }),
  ).resolves.toBeDefined();
});

test("revoking an account ends the sessions of its guests, and revoking a guest those of its account", async () => {
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

test("a browser whose session was revoked gets sw-badregid, and can register as a new guest", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  await store.revokeSessions({ regid: guest.regid });
  const refused = await store.register({ uuid: guest.uuid, sessionid: guest.sessionid });

  expect(refusalOf(refused)).toMatchObject({ status: 401, type: "sw-badregid" });
  expect((await store.register()).status).toBe(200);
});

test("all=1 ends every session of the store within 5 seconds, and none of another store", async () => {
  const { clock, forward } = aClock();
  const timed = aService({ clock });
  const [store, other] = [await aStore(timed), await aStore(timed)];
  const people = [await store.aGuest(), await store.anAccount()];
  const stranger = await other.anAccount();
  const { status, body } = await store.revokeSessions({ all: "1" });

  expect({ status, body }).toEqual({ status: 200, body: { message: "All sessions of this store have ended" } });
  forward(5_000);
  for (const person of people) await expect(store.identify(person)).rejects.toMatchObject(BAD);
  await expect(other.identify(stranger)).resolves.toBeDefined();
  await expect(store.identify(await store.anAccount())).resolves.toBeDefined();
});

test("revoking all sessions of a store announces store.changed", async () => {
  const store = await aStore(service);
  await look("delete from outbox where store_id = $1", [store.id]);
  await store.revokeSessions({ all: "1" });
  expect(await look("select subject from outbox where store_id = $1", [store.id])).toEqual([
    { subject: "store.changed" },
  ]);
});

test("a call without a shopper and without all=1 is 400 missing-regid, and no session ends", async () => {
  const store = await aStore(service);
  const account = await store.anAccount();
  for (const params of [{}, { all: "0" }, { all: "false" }, { useremail: "" }]) {
    const answer = await store.revokeSessions(params);
    expect(refusalOf(answer)).toMatchObject({ status: 400, error: true, type: "missing-regid" });
  }
  service.deps.stores.clear();
  await expect(store.identify(account)).resolves.toBeDefined();
});

test("revoking an unknown email succeeds and creates no account", async () => {
  const store = await aStore(service);
  expect((await store.revokeSessions({ useremail: anEmail() })).status).toBe(200);
  expect(await look("select from shoppers where store_id = $1", [store.id])).toEqual([]);
});

test("a regid with all=1 ends only the sessions of that shopper", async () => {
  const store = await aStore(service);
  const [account, other] = [await store.anAccount(), await store.anAccount()];
  await store.revokeSessions({ regid: account.regid, all: "1" });
  service.deps.stores.clear();
  await expect(store.identify(account)).rejects.toMatchObject(BAD);
  await expect(store.identify(other)).resolves.toBeDefined();
});
