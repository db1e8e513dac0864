import { expect, test } from "vitest";
import { signAssertion } from "../../../../test/fixtures/assertion.ts";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, personOf, type TestStore } from "../../../../test/fixtures/service.ts";
import type { StoreSettings } from "../../stores/settings/settings.ts";
import { identitySecret } from "../../stores/store.ts";
import { pruneSessions } from "./prune-sessions.ts";

const DAY_MS = 86_400_000;
const BAD = { type: "sw-badregid" };

async function aTimedStore(settings: StoreSettings = {}) {
  const { clock, forward } = aClock();
  const service = aService({ clock });
  const store = await aStore(service, { settings });
  const logIn = async (email = anEmail()) => {
    const assertion = await signAssertion(identitySecret(await store.record()), { email }, { now: clock() });
    return personOf(await store.register({ assertion }));
  };
  return { service, store, forward, logIn };
}
const logOut = (store: TestStore, { sessionid }: { sessionid: string }) =>
  store.browser("/api/v3/provider/logout", { sessionid });

test("an account's session in a browser ends after 30 days without use, and lasts as long as it is used", async () => {
  const { store, forward, logIn } = await aTimedStore();
  const [used, unused] = [await logIn(), await logIn()];
  for (let day = 0; day < 90; day += 10) {
    forward(10 * DAY_MS);
    await expect(store.identify(used)).resolves.toBeDefined();
    await expect.poll(() => usedAtOf(store)).toBeGreaterThanOrEqual(day);
  }
  await expect(store.identify(unused)).rejects.toMatchObject(BAD);
  forward(30 * DAY_MS);
  await expect(store.identify(used)).resolves.toBeDefined();
  forward(30 * DAY_MS + 1_000);
  await expect(store.identify(used)).rejects.toMatchObject(BAD);
});
/** The days until the newest use of a session. */
const usedAtOf = async (store: TestStore) => {
  const [row] = await look<{ days: number }>(
    "select extract(epoch from max(used_at) - now())::float8 / 86400 as days from sessions where store_id = $1",
    [store.id],
  );
  return row?.days;
};

test("a store can set after how many days without use a session ends", async () => {
  const { store, forward, logIn } = await aTimedStore({ sessions: { idleDays: 2 } });
  const person = await logIn();
  forward(2 * DAY_MS - 1_000);
  await expect(store.identify(person)).resolves.toBeDefined();
  forward(2 * DAY_MS + 1_000);
  await expect(store.identify(person)).rejects.toMatchObject(BAD);
});

test("logging out ends this session on the server, and no other one of the account", async () => {
  const { store, logIn } = await aTimedStore();
  const email = anEmail();
  const [here, there] = [await logIn(email), await logIn(email)];
  const byServer = await store.anAccount(email);
  for (const _ of [1, 2]) expect((await logOut(store, here)).body).toEqual({ message: "Logged out" });
  await expect(store.identify(here)).rejects.toMatchObject(BAD);
  await expect(store.identify(there)).resolves.toBeDefined();
  await logOut(store, byServer);
  await expect(store.identify(byServer)).rejects.toMatchObject(BAD);
  await expect(store.identify(there)).resolves.toBeDefined();
});

test("logging out as a guest, or with a made-up session, changes nothing", async () => {
  const { store } = await aTimedStore();
  const guest = await store.aGuest();
  for (const sessionid of [guest.sessionid, "made-up", `${guest.sessionid}A`]) {
    expect((await logOut(store, { sessionid })).status).toBe(200);
  }
  await expect(store.identify(guest)).resolves.toBeDefined();
  expect(await look("select from sessions where store_id = $1", [store.id])).toEqual([]);
});

test("a client that keeps its guest session after the login logs out with it, also after the device became a new guest", async () => {
  const { store, forward } = await aTimedStore();
  const guests = [await store.aGuest(), await store.aGuest()] as const;
  const useremail = anEmail();
  for (const { uuid } of guests) await store.generateRegid({ useremail, uuid });
  const { regid } = await store.anAccount(useremail);
  await store.generateRegid({ uuid: guests[1].uuid });
  for (const { sessionid } of guests) {
    await expect(store.identify({ regid, sessionid })).resolves.toBeDefined();
    await logOut(store, { sessionid });
    forward(5_000);
    await expect(store.identify({ regid, sessionid })).rejects.toMatchObject(BAD);
  }
  await expect(store.identify(guests[0])).rejects.toMatchObject(BAD);
});

test("the shop's server can end one session of a shopper", async () => {
  const { store } = await aTimedStore();
  const guest = await store.aGuest();
  const account = await store.anAccount();
  const other = await store.anAccount(account.useremail);
  expect((await store.revokeSessions({ sessionid: account.sessionid })).body).toEqual({
    message: "The session has ended",
  });
  await expect(store.identify(account)).rejects.toMatchObject(BAD);
  await expect(store.identify(other)).resolves.toBeDefined();
  await expect(store.identify(guest)).resolves.toBeDefined();
});

test("sessions that no store would accept any more are deleted", async () => {
  const { service, store, logIn } = await aTimedStore();
  await logIn();
  await look("update sessions set used_at = now() - interval '401 days' where store_id = $1", [store.id]);
  await logIn();
  await pruneSessions(service.deps.db);
  expect(await look("select from sessions where store_id = $1", [store.id])).toHaveLength(1);
});

test("one run deletes all such sessions, however many they are", async () => {
  const { service, store } = await aTimedStore();
  await look(
    "insert into sessions (store_id, id, used_at) select $1, n, now() - interval '401 days' from generate_series(1, 11000) as n",
    [store.id],
  );
  await pruneSessions(service.deps.db);
  expect(await look("select from sessions where store_id = $1", [store.id])).toEqual([]);
});
