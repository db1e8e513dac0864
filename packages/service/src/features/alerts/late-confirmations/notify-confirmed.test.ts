import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { anEmail, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import {
  aProduct,
  confirmationsOf,
  subscriptionRows,
  subscriptionsOf,
} from "../../../../test/fixtures/subscription-calls.ts";

const ENV = { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" };
const shop = await anAlertShop(undefined, ENV);
const ask = shop.ask;

async function aSignUp(store: TestStore, more: Parameters<typeof aProduct>[1] = {}, email = anEmail(), of = shop) {
  good(await subscriptionsOf(store, await store.aGuest()).create(email, [aProduct(1, more)]));
  const { token = "" } = (await confirmationsOf(store, of.ask)).at(-1) ?? {};
  return { email, confirm: () => store.admin("/alerts/confirm", { token }, { key: null }) };
}
const notifiedNow = async () => {
  const before = shop.handed.length;
  await shop.work();
  return shop.addresses().slice(before);
};

test("a person who confirms after the restock is notified at once, once, while there is stock", async () => {
  const store = await shop.aStore();
  const late = await aSignUp(store);
  await stock(store, 3);
  expect(await notifiedNow()).toEqual([]);
  expect((await late.confirm()).status).toBe(200);
  expect(await notifiedNow()).toEqual([late.email]);
  expect(await notifiedNow()).toEqual([]);
  const next = await aSignUp(store);
  await stock(store, 0);
  await shop.work();
  await next.confirm();
  expect(await notifiedNow()).toEqual([]);
  await stock(store, 1);
  expect(await notifiedNow()).toEqual([next.email]);
});

test("they do not wait for the next wave, and the waves keep their times", async () => {
  const store = await shop.aStore({ alerts: { audience: "per-unit", waitSeconds: 3_600 } });
  const line = await aLine(store, 1);
  const late = await aSignUp(store);
  await stock(store, 2);
  expect(await notifiedNow()).toEqual(line);
  const plans = () => ask("select state, next_at, waves from plans where store_id = $1", [store.id]);
  const before = await plans();
  await late.confirm();
  expect(await notifiedNow()).toEqual([late.email]);
  expect(await plans()).toEqual(before);
  expect(await ask("select told from plans where store_id = $1", [store.id])).toEqual([{ told: 2 }]);
});

test("nobody who confirms late is notified before the people ahead of them, or when no unit is left", async () => {
  const store = await shop.aStore({ alerts: { audience: "per-unit", waitSeconds: 3_600 } });
  const line = await aLine(store, 2);
  const late = await aSignUp(store);
  await stock(store, 1);
  expect(await notifiedNow()).toEqual(line.slice(0, 1));
  await late.confirm();
  expect(await notifiedNow()).toEqual([]);
  await stock(store, 3);
  expect((await notifiedNow()).toSorted()).toEqual([...line.slice(1), late.email].toSorted());
});

test.each(["oldest", "newest", "drawn"] as const)(
  "a shopper who confirms late does not wait for the next wave when all who were ahead in the order %s have left",
  async (order) => {
    const store = await shop.aStore({ alerts: { audience: "waves", waveSize: 1, waitSeconds: 3_600, order } });
    const line = await aLine(store, 2);
    const late = await aSignUp(store);
    await stock(store, 3);
    const [first] = await notifiedNow();
    const [ahead] = line.filter((email) => email !== first);
    await alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: ahead });
    await late.confirm();
    expect(await notifiedNow()).toEqual([late.email]);
  },
);

test("a shopper whose message is tried again, who leaves and confirms a new sign-up, is notified once", async () => {
  let isBusy = true;
  const provider = aProvider(() => (isBusy ? { state: "deferred", reason: "451" } : { state: "sent" }));
  const own = await anAlertShop(provider, ENV);
  const store = await own.aStore();
  const [email = ""] = await aLine(store, 1);
  await stock(store, 3);
  await own.work();
  await alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: email });
  const again = await aSignUp(store, {}, email, own);
  await again.confirm();
  isBusy = false;
  await own.work();
  await own.release();
  await own.work();
  expect(provider.addresses()).toEqual([email, email]); // one was deferred
});

test("of several people who confirm before the worker looks, the first are notified, as many as units are left", async () => {
  const store = await shop.aStore({ alerts: { audience: "per-unit", waitSeconds: 3_600 } });
  const line = await aLine(store, 1);
  const people = [await aSignUp(store), await aSignUp(store), await aSignUp(store)];
  await stock(store, 3);
  expect(await notifiedNow()).toEqual(line);
  for (const person of people.toReversed()) await person.confirm();
  expect(await notifiedNow()).toEqual([people[2]?.email, people[1]?.email]);
  expect(await ask("select told from plans where store_id = $1", [store.id])).toEqual([{ told: 3 }]);
});

test("with offers, units are reserved for a person who confirms late, up to what is left", async () => {
  const store = await shop.aStore({ alerts: { offerMinutes: 60 } });
  const line = await aLine(store, 1);
  const late = await aSignUp(store, { qty: 3 });
  const tooLate = await aSignUp(store);
  await stock(store, 3);
  expect(await notifiedNow()).toEqual(line);
  await late.confirm();
  expect(await notifiedNow()).toEqual([late.email]);
  await tooLate.confirm();
  expect(await notifiedNow()).toEqual([]);
  const offers = await ask("select units::int from offers where store_id = $1 order by units", [store.id]);
  expect(offers).toEqual([{ units: 1 }, { units: 2 }]);
});

test("with offers, a person who declined does not keep units from a person who confirms late", async () => {
  const store = await shop.aStore({ alerts: { offerMinutes: 60 } });
  const line = await aLine(store, 1);
  const late = await aSignUp(store);
  await stock(store, 3);
  expect(await notifiedNow()).toEqual(line);
  const token = /\/alerts\/offer\?token=([\w.-]+)/.exec(shop.handed.at(-1)?.mail.text ?? "")?.[1] ?? "";
  expect((await store.browser("/alerts/offer", { token, answer: "no" })).text).toContain("Thanks for telling us");
  await shop.work();
  await late.confirm();
  expect(await notifiedNow()).toEqual([late.email]);
});

test("newer plans of other topics do not hide the plan of the restock", async () => {
  const store = await shop.aStore();
  await aLine(store, 1);
  const late = await aSignUp(store);
  await stock(store, 3);
  await shop.work();
  await ask(
    `insert into plans (id, store_id, variant_id, topic, number, seed, policy, state)
     select new_id(store_id), store_id, variant_id, 'pricedrop', n, seed, policy, state from plans, generate_series(1, 20) as n
     where store_id = $1`,
    [store.id],
  );
  await late.confirm();
  expect(await notifiedNow()).toEqual([late.email]);
});

test.each(["all", "waves", "per-unit"] as const)(
  "a shopper who confirms while alerts for %s are paused is notified when they are resumed",
  async (audience) => {
    const store = await shop.aStore({ alerts: { audience } });
    const line = await aLine(store, 1);
    const late = await aSignUp(store);
    await stock(store, 3);
    expect(await notifiedNow()).toEqual(line);
    const { plans } = (await alertCall(store, "plans", { epi: 1 })) as { plans: { plan: string }[] };
    await alertCall(store, "hold", { plan: plans[0]?.plan });
    await late.confirm();
    expect(await notifiedNow()).toEqual([]);
    await alertCall(store, "resume", { plan: plans[0]?.plan });
    expect(await notifiedNow()).toEqual([late.email]);
  },
);

test("while the merchant holds the alerts of a restock, a late confirmation waits as well", async () => {
  const store = await shop.aStore({ alerts: { requireApproval: true } });
  const line = await aLine(store, 1);
  const late = await aSignUp(store);
  await stock(store, 5);
  await shop.work();
  await late.confirm();
  expect(await notifiedNow()).toEqual([]);
  const { plans } = (await alertCall(store, "plans", { epi: 1 })) as { plans: { plan: string }[] };
  await alertCall(store, "resume", { plan: plans[0]?.plan });
  expect((await notifiedNow()).toSorted()).toEqual([...line, late.email].toSorted());
  expect((await subscriptionRows(store, ask)).map(({ state }) => state)).toEqual([3, 3]);
});
