import { expect, test } from "vitest";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore, type Service } from "../../../../test/fixtures/service.ts";
import { parseRegid } from "../regid.ts";
import { createShopperFinder } from "../shopper-finder.ts";
import { identifyShopper } from "./identify-shopper.ts";
import { mintSession } from "./session-token.ts";

const service = aService();
const DAY_MS = 86_400_000;
const BAD = { kind: "unauthorised", type: "sw-badregid" };

test("the regid and sessionid of one response identify the shopper", async () => {
  const store = await aStore(service);
  const [guest, account] = [await store.aGuest(), await store.anAccount()];

  expect((await store.identify(guest)).id).toBeUndefined();
  expect((await store.identify(account)).id).toMatch(/^\d+$/);
});

test("a regid and a sessionid of two shoppers are refused", async () => {
  const store = await aStore(service);
  const people = [await store.aGuest(), await store.aGuest(), await store.anAccount(), await store.anAccount()];
  for (const one of people) {
    for (const other of people.filter((person) => person !== one)) {
      await expect(store.identify({ regid: one.regid, sessionid: other.sessionid })).rejects.toMatchObject(BAD);
    }
  }
});

test("a regid or a session of another store is refused", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  for (const make of ["aGuest", "anAccount"] as const) {
    const [here, there] = [await store[make](), await other[make]()];
    for (const pair of [
      there,
      { regid: here.regid, sessionid: there.sessionid },
      { regid: there.regid, sessionid: here.sessionid },
    ]) {
      await expect(store.identify(pair)).rejects.toMatchObject(BAD);
    }
  }
});

test("an invented session is refused", async () => {
  const store = await aStore(service);
  const { regid, sessionid } = await store.anAccount();
  const invented = [
    "",
    "x",
    sessionid.slice(1),
    `${sessionid}A`,
    "A".repeat(68),
    "_".repeat(68),
    sessionid.toLowerCase(),
    sessionid.split("").toReversed().join(""),
    regid,
    `${regid}${sessionid}`.slice(0, 68),
    "null",
    "undefined",
    "[object Object]",
  ];
  for (const text of invented) await expect(store.identify({ regid, sessionid: text })).rejects.toMatchObject(BAD);
});

test("a validly signed session of an account that has no row is refused", async () => {
  const store = await aStore(service);
  const record = await store.record();
  const account = await store.anAccount();
  const regid = parseRegid(record, account.regid);
  if (!regid) throw new Error("The regid of an answer was not readable");
  const sessionid = mintSession(record, regid, 0, Date.now());
  expect((await store.identify({ regid: account.regid, sessionid })).id).toBeDefined();

  await look("delete from shoppers where store_id = $1", [store.id]);
  await expect(store.identify({ regid: account.regid, sessionid })).rejects.toMatchObject(BAD);
});

test("a session does not expire by default", async () => {
  const { clock, forward } = aClock();
  const store = await aStore(aService({ clock }));
  const [guest, account] = [await store.aGuest(), await store.anAccount()];
  forward(20 * 365 * DAY_MS);
  for (const person of [guest, account]) expect((await store.identify(person)).regid).toBeDefined();
});

test("a store can limit its sessions to a number of days, and lift the limit again", async () => {
  const { clock, forward } = aClock();
  const timed = aService({ clock });
  const store = await aStore(timed, { settings: { sessionTtlDays: 7 } });
  const person = await store.anAccount();
  forward(7 * DAY_MS - 2_000);
  await expect(store.identify(person)).resolves.toBeDefined();
  forward(4_000);
  await expect(store.identify(person)).rejects.toMatchObject(BAD);

  const renewed = await store.anAccount(person.useremail);
  expect(renewed.regid).toBe(person.regid);
  await expect(store.identify(renewed)).resolves.toBeDefined();

  await store.set({ sessionTtlDays: null });
  forward(5_000); // until the cached settings expire
  await expect(store.identify(person)).resolves.toBeDefined();
});

test("a session that is issued after a revocation is accepted by a process that has not read the revocation yet", async () => {
  // Two processes, each with its own cache of the store. Their clocks stand still, so the caches do not expire.
  const one = aService({ clock: aClock().clock });
  const two = aService({ clock: aClock().clock });
  const store = await aStore(one);
  const early = await store.anAccount();
  await identifyIn(two, early);
  await store.revokeSessions({ all: "1" });
  one.deps.stores.clear();
  const late = await store.anAccount(early.useremail);

  await expect(identifyIn(one, early)).rejects.toMatchObject(BAD);
  await expect(identifyIn(one, late)).resolves.toBeDefined();
  await expect(identifyIn(two, late)).resolves.toBeDefined();
  two.deps.stores.clear();
  await expect(identifyIn(two, early)).rejects.toMatchObject(BAD);

  async function identifyIn({ deps }: Service, { regid, sessionid }: { regid: string; sessionid: string }) {
    const finder = createShopperFinder(deps.db.hot, deps.metrics);
    const record = await deps.stores.getByPid(store.pid);
    return identifyShopper({ finder, clock: deps.clock }, record, { regid, sessionToken: sessionid });
  }
});
