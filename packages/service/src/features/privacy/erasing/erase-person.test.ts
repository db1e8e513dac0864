import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, personOf, type TestStore } from "../../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs, subscriptionsOf } from "../../../../test/fixtures/subscription-calls.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { liftStop, stopMessages } from "../../subscriptions/suppression/stop-messages.ts";
import { toSought } from "../find-person.ts";
import { beginErasure } from "./begin-erasure.ts";
import { continueErasure } from "./continue-erasure.ts";

const service = aService({ env: { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" } });
const aShop = () => aStore(service, { scopes: ["admin"] });
const erase = async (store: TestStore, who: Record<string, string>) =>
  good(await store.admin("/storeadmin/v3/people/erase", undefined, { json: { ...who, confirm: "erase" } }));

/** An account with a guest that became part of it, with lists and alerts. */
async function aCustomer(store: TestStore) {
  const guest = await store.aGuest();
  const ofGuest = listsOf(store, guest);
  await ofGuest.add(await ofGuest.create("Together"), anItem(1, { note: "guest's" }));
  const account = await store.anAccount();
  const ofAccount = listsOf(store, account);
  await ofAccount.add(await ofAccount.create("Together"), anItem(1, { note: "account's" }), anItem(2));
  good(await store.sync({ regid: guest.regid, useremail: account.useremail }));
  good(await subscriptionsOf(store, account).create(account.useremail));
  good(await subscribeAs(store, account.useremail, [aProduct(2)]));
  return { guest, account };
}

const rowsOf = async (store: TestStore) => {
  const tables = ["lists", "items", "contacts", "subscriptions", "consents", "ledger", "waiting", "merges"];
  const counts = await Promise.all(
    tables.map((table) =>
      look<{ n: number }>(`select count(*)::int as n from ${table} where store_id = $1`, [store.id]),
    ),
  );
  return Object.fromEntries(tables.map((table, index) => [table, counts[index]?.[0]?.n]));
};

test("an erasure deletes the account, its guests, lists, merges and alerts, and suppresses the address", async () => {
  const store = await aShop();
  const { account } = await aCustomer(store);
  const body = await erase(store, { email: account.useremail });
  expect(body).toMatchObject({ state: "erased", logged: false, rows: { lists: 2, subscriptions: 2 } });
  expect(Object.values(await rowsOf(store)).every((count) => count === 0)).toBe(true);
  const hash = service.deps.hashAddress({ medium: 1, value: account.useremail }, store.id);
  expect(await look("select address_hash as hash, reason from suppressions where store_id = $1", [store.id])).toEqual([
    { hash, reason: "erased" },
  ]);
  expect(await look("select email from shoppers where store_id = $1 and email is not null", [store.id])).toEqual([]);
});

test("a person is exported and erased by their id, with their account, by somebody who does not know the address", async () => {
  const store = await aShop();
  const { account } = await aCustomer(store);
  const find = () => store.admin("/storeadmin/v3/people/find", undefined, { json: { address: account.useremail } });
  const [found] = good(await find())["items"] as { person: string }[];
  const id = { person: found?.person ?? "" };
  const exported = good(await store.admin("/storeadmin/v3/people/export", undefined, { json: id }));
  expect(exported).toMatchObject({ addresses: [{ medium: "email", value: account.useremail }] });
  expect(await erase(store, id)).toMatchObject({ state: "erased", rows: { lists: 2, subscriptions: 2 } });
  expect(good(await find())["items"]).toEqual([]);
  const again = await store.admin("/storeadmin/v3/people/erase", undefined, { json: { ...id, confirm: "erase" } });
  expect([again.status, again.body["type"]]).toEqual([404, "unknown-person"]);
});

test("no session from before the erasure works again, also after a new login with the same address", async () => {
  const store = await aShop();
  const { guest, account } = await aCustomer(store);
  await erase(store, { email: account.useremail });
  const again = await store.anAccount(account.useremail);
  expect(again.regid).toBe(account.regid);
  expect((await store.identify(again)).email).toBe(account.useremail);
  for (const old of [account, guest, { ...guest, regid: account.regid }])
    await expect(store.identify(old)).rejects.toMatchObject({ type: "sw-badregid" });
  expect(await listsOf(store, again).fetchLists()).toEqual([]);
  // The device of the guest begins anew, too.
  const device = personOf(await store.generateRegid({ uuid: guest.uuid }));
  expect(device.regid).toBe(guest.regid);
  expect((await store.identify(device)).id).toBeDefined();
  expect((await store.identify(device)).email).toBeNull();
});

test("an undo of a merge brings nothing of an erased person back", async () => {
  const store = await aShop();
  const { guest, account } = await aCustomer(store);
  await erase(store, { email: account.useremail });
  const { status, body } = await store.undoMerge({ regid: guest.regid });
  expect([status, body["type"]]).toEqual([404, "no-merge-to-undo"]);
});

test("a person can be named by the regid of the account or of a guest that is part of it", async () => {
  for (const name of ["account", "guest"] as const) {
    const store = await aShop();
    const customer = await aCustomer(store);
    await erase(store, { regid: customer[name].regid });
    expect(Object.values(await rowsOf(store)).every((count) => count === 0)).toBe(true);
  }
});

test("a phone number that only this account signed up is erased and suppressed with it; a shared one stays", async () => {
  const store = await aShop();
  const account = await store.anAccount();
  const stranger = await store.anAccount();
  await store.set({ alerts: { browserDoubleOptIn: false } });
  service.deps.stores.forget(store.id);
  for (const [who, phone] of [
    [account, "+4915112345678"],
    [account, "+4915187654321"],
    [stranger, "+4915187654321"],
  ] as const)
    good(await subscriptionsOf(store, who).create(phone, [aProduct(who === account ? 1 : 2)], { medium: "sms" }));
  await erase(store, { email: account.useremail });
  expect(await look("select value from contacts where store_id = $1", [store.id])).toEqual([
    { value: "+4915187654321" },
  ]);
  const hash = service.deps.hashAddress({ medium: 2, value: "+4915112345678" }, store.id);
  const found = await look<{ hash: string }>("select address_hash as hash from suppressions where store_id = $1", [
    store.id,
  ]);
  expect(found.map((row) => row.hash)).toContain(hash);
  expect(found).toHaveLength(2);
});

test("a phone number that was stopped and is erased stays suppressed when it sends START", async () => {
  const store = await aShop();
  const hash = service.deps.hashAddress({ medium: 2, value: "+4915112345678" }, store.id);
  await store.inStore((tx) => stopMessages(tx, hash));
  await erase(store, { phone: "+4915112345678" });
  await store.inStore((tx) => liftStop(tx, hash));
  expect(await look("select reason from suppressions where store_id = $1", [store.id])).toEqual([{ reason: "erased" }]);
});

test("others keep everything: a friend at the same product, and the events say what was deleted", async () => {
  const store = await aShop();
  const { account } = await aCustomer(store);
  const friend = await aCustomer(store);
  const before = await rowsOf(store);
  await erase(store, { email: account.useremail });
  const after = await rowsOf(store);
  expect(Object.keys(after).map((table) => Number(after[table]) * 2)).toEqual(Object.values(before));
  expect((await listsOf(store, friend.account).fetchLists())[0]).toMatchObject({ cnt: 2 });
  const subjects = await look<{ subject: string }>("select subject from outbox where store_id = $1", [store.id]);
  const count = (subject: string) => subjects.filter((event) => event.subject === subject).length;
  expect([count("list.deleted"), count("alert.unsubscribed"), count("shopper.erased")]).toEqual([2, 1, 1]);
});

test("an erasure that is repeated while the first one still deletes answers erasing, and erased when it has ended", async () => {
  const store = await aShop();
  const { guest, account } = await aCustomer(store);
  const { privacy, hashAddress, db } = service.deps;
  const record = await store.record();
  const sought = toSought(record, { email: toEmail(account.useremail) });
  const id = await store.inStore((tx) => beginErasure(tx, hashAddress, record, sought));
  for (const who of [{ email: account.useremail }, { regid: guest.regid }, { regid: account.regid }] as const)
    expect(await erase(store, who)).toMatchObject({ state: "erasing" });
  expect(await erase(store, { email: anEmail() })).toMatchObject({ state: "erased" });
  expect((await rowsOf(store))["lists"]).toBe(2);
  await continueErasure({ ...privacy, db }, { storeId: store.id, id }, { forMs: 5_000 });
  expect(await erase(store, { email: account.useremail })).toMatchObject({ state: "erased" });
  expect((await rowsOf(store))["lists"]).toBe(0);
});

test("erasing the same person again, or somebody unknown, changes nothing and answers the same", async () => {
  const store = await aShop();
  const { account } = await aCustomer(store);
  await erase(store, { email: account.useremail });
  expect(await erase(store, { email: account.useremail })).toMatchObject({ state: "erased" });
  expect(await erase(store, { email: anEmail() })).toMatchObject({ state: "erased", rows: {} });
});

test.each([
  [{ confirm: "erase" }, 400, "missing-person"],
  [{ email: "ann@example.com" }, 400, "missing-confirm"],
  [{ email: "ann@example.com", confirm: "yes" }, 400, "invalid-parameter"],
  [{ email: "nobody", confirm: "erase" }, 400, "invalid-email"],
  [{ phone: "12", confirm: "erase" }, 400, "invalid-phone"],
  [{ regid: "x", confirm: "erase" }, 401, "sw-badregid"],
])("a call that does not name one person, or is not confirmed, erases nobody: %o", async (json, status, type) => {
  const store = await aShop();
  const answer = await store.admin("/storeadmin/v3/people/erase", undefined, { json });
  expect([answer.status, answer.body["type"]]).toEqual([status, type]);
  expect(await look("select from erasures where store_id = $1", [store.id])).toEqual([]);
});

test("the audit log says who erased and exported, without the address", async () => {
  const store = await aShop();
  const email = anEmail();
  await erase(store, { email });
  good(await store.admin("/storeadmin/v3/people/export", undefined, { json: { email } }));
  const rows = await look<{ action: string; details: object }>(
    "select action, details from audit_log where store_id = $1 order by id",
    [store.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(["person.erased", "person.exported"]);
  expect(JSON.stringify(rows)).not.toContain(email);
});
