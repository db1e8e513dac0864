import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { tally } from "../../../../test/fixtures/crowd.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { aProduct, subscribeAs, subscriptionRows } from "../../../../test/fixtures/subscription-calls.ts";
import type { SendOutcome } from "../../../platform/messaging/send-outcome.ts";
import { createDelivery } from "../delivery/deliver-chunk.ts";
import { runDueWaves } from "./run-waves.ts";

type Shop = Awaited<ReturnType<typeof anAlertShop>>;
const planOf = async (store: TestStore) =>
  ((await alertCall(store, "plans", { epi: 1 })) as { plans: { plan: string; restock: number; state: string }[] })
    .plans;
const endWaits = (shop: Shop) => shop.ask("update plans set next_at = now() where next_at is not null");

test("a plan that fails is tried again later and does not delay the plans of other stores", async () => {
  const shop = await anAlertShop();
  const bad = await shop.aStore();
  await aLine(bad, 2);
  await stock(bad, 5);
  const good = await shop.aStore();
  const line = await aLine(good, 3);
  await stock(good, 5);
  // As if the next version had stored an order that this one does not know.
  await shop.ask(
    'create function spoil() returns trigger language plpgsql as $$ begin new.policy := new.policy || \'{"order": "sideways"}\'; return new; end $$',
  );
  await shop.ask(
    `create trigger spoil before insert on plans for each row when (new.store_id = ${bad.id}) execute function spoil()`,
  );
  await shop.work();
  expect(shop.addresses().toSorted()).toEqual(line);
  const [plan] = await shop.ask<{ isLater: boolean; reason: string }>(
    `select next_at > now() as "isLater", reason from plans where store_id = $1`,
    [bad.id],
  );
  expect(plan).toEqual({ isLater: true, reason: expect.stringContaining("failed") });
  await shop.ask('update plans set policy = policy || \'{"order": "oldest"}\', next_at = now() where store_id = $1', [
    bad.id,
  ]);
  await shop.work();
  expect(shop.addresses()).toHaveLength(5);
});

test("a plan that another worker has locked does not delay the others", async () => {
  const shop = await anAlertShop();
  const [first, second] = [await shop.aStore(), await shop.aStore()];
  for (const store of [first, second]) {
    await aLine(store, 1);
    await stock(store, 5);
  }
  await shop.begin();
  await shop.ask("delete from chunks");
  await shop.ask("update plans set state = 0, next_at = now(), next_id = null, is_line_read = false");
  await first.inStore(async (tx) => {
    await tx`select id from plans where store_id = ${first.id} for update`;
    await runDueWaves(shop.deps);
  });
  expect(await shop.ask("select store_id as id from chunks")).toEqual([{ id: second.id }]);
});

test("a shopper who was notified and signs up again is not notified again for the same restock, and the waves end", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore({ alerts: { audience: "waves", waveSize: 2 } });
  await aLine(store, 3);
  await stock(store, 5);
  await shop.begin();
  await shop.deliver();
  expect(shop.addresses()).toHaveLength(2);
  await subscribeAs(store, "p0001@example.com");
  for (let looks = 0; looks < 10; looks += 1) {
    await endWaits(shop);
    await shop.work();
  }
  expect(tally(shop.addresses())).toEqual({ "p0001@example.com": 1, "p0002@example.com": 1, "p0003@example.com": 1 });
  expect(await shop.ask("select state::int, waves::int from plans")).toEqual([{ state: 2, waves: 3 }]);
  await stock(store, 0);
  await stock(store, 5);
  await shop.work();
  expect(tally(shop.addresses())["p0001@example.com"]).toBe(2);
});

test("a plan that is paused does not stop the next restock, which notifies its people", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  const line = await aLine(store, 20);
  await stock(store, 5);
  await shop.begin();
  const [first] = await planOf(store);
  await alertCall(store, "hold", { plan: first?.plan });
  await stock(store, 0);
  await stock(store, 9);
  for (let looks = 0; looks < 3; looks += 1) {
    await endWaits(shop);
    await shop.work();
  }
  expect(shop.addresses().toSorted()).toEqual(line);
  expect((await planOf(store)).map(({ restock, state }) => [restock, state])).toEqual([
    [2, "done"],
    [1, "superseded"],
  ]);
});

test("a new restock waits for the messages that an older one is sending, so that nobody is notified twice", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const provider = aProvider(async () => {
    await answered;
    return { state: "sent" };
  });
  const shop = await anAlertShop(provider);
  const store = await shop.aStore();
  const line = await aLine(store, 30);
  await stock(store, 5);
  await shop.begin();
  const delivering = shop.deliverNextChunk();
  await expect.poll(() => provider.handed.length).toBe(10);
  await stock(store, 0);
  await stock(store, 9);
  await shop.begin();
  answer();
  await delivering;
  for (let looks = 0; looks < 3; looks += 1) {
    await endWaits(shop);
    await shop.work();
  }
  expect(tally(provider.addresses())).toEqual(Object.fromEntries(line.map((email) => [email, 1])));
});

test("two plans of a line do not send at the same time, so that nobody is notified twice", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const provider = aProvider(async () => {
    if (provider.handed.length === 2) await answered;
    return { state: "sent" };
  });
  const shop = await anAlertShop(provider);
  const store = await shop.aStore({ alerts: { audience: "per-unit" } });
  const line = await aLine(store, 1);
  await stock(store, 1);
  await shop.work();
  await subscribeAs(store, "late@example.com");
  await alertCall(store, "send", { epi: 1, topic: "backinstock" });
  await shop.begin();
  const delivering = shop.deliverNextChunk(); // the merchant's alerts
  await expect.poll(() => provider.handed.length).toBe(2);
  await stock(store, 9);
  await shop.begin();
  expect(await shop.ask("select from chunks")).toHaveLength(2);
  await shop.deliverNextChunk(); // the restock's
  answer();
  await delivering;
  await shop.release();
  await shop.work();
  expect(provider.addresses()).toEqual([...line, "late@example.com"]);
  expect(await shop.ask("select from chunks")).toEqual([]);
});

test("a text message that waits for the morning does not stop the waves", async () => {
  const shop = await anAlertShop();
  const sms = aProvider();
  const night = () => Date.UTC(2026, 0, 1, 22, 0);
  const delivery = createDelivery({ ...shop.deps, senders: { ...shop.deps.senders, sms: sms.sender }, clock: night });
  const store = await shop.aStore({ alerts: { audience: "waves", waveSize: 1 } });
  await subscribeAs(store, "+4915112345678", undefined, { medium: "sms" });
  const line = await aLine(store, 3);
  await stock(store, 9);
  for (let waves = 0; waves < 6; waves += 1) {
    await shop.begin();
    while (await delivery.deliverNextChunk());
    await endWaits(shop);
  }
  expect(shop.addresses()).toEqual(line);
  expect(sms.handed).toEqual([]);
  expect(await shop.ask("select from chunks where due_at > now() + interval '9 hours'")).toHaveLength(1);
});

test("the unit of a person who bounces goes to the next in line", async () => {
  const provider = aProvider(
    ({ mail: { to } }): SendOutcome => (to < "p0003" ? { state: "rejected", reason: "550" } : { state: "sent" }),
  );
  const shop = await anAlertShop(provider);
  const store = await shop.aStore({ alerts: { audience: "per-unit" } });
  await aLine(store, 6);
  await stock(store, 3);
  for (let looks = 0; looks < 3; looks += 1) await shop.work();
  const states = (await subscriptionRows(store, shop.ask)).map(({ state }) => state);
  expect(states).toEqual([7, 7, 3, 3, 3, 1]);
  expect(await shop.ask("select state::int, told from plans")).toEqual([{ state: 2, told: 3 }]);
});

test("the unit of a person who joined late, wants more than is left and bounces goes to the next in line", async () => {
  const provider = aProvider(
    ({ mail: { to } }): SendOutcome =>
      to.startsWith("late") ? { state: "rejected", reason: "550" } : { state: "sent" },
  );
  const shop = await anAlertShop(provider);
  const store = await shop.aStore({ alerts: { audience: "per-unit" } });
  const line = await aLine(store, 1);
  await stock(store, 1);
  await shop.work();
  await subscribeAs(store, "late@example.com", [aProduct(1, { qty: 3 })]);
  await subscribeAs(store, "next@example.com");
  await stock(store, 2);
  for (let looks = 0; looks < 3; looks += 1) await shop.work();
  expect(shop.addresses()).toEqual([...line, "late@example.com", "next@example.com"]);
  expect(await shop.ask("select told from plans")).toEqual([{ told: 2 }]);
});

test("when more units come, everyone who joined late is notified, however many they are", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore({ alerts: { audience: "per-unit" } });
  await aLine(store, 1);
  await stock(store, 1);
  await shop.work();
  const late = Array.from({ length: 520 }, (_, index) => `late${index}@example.com`);
  for (let from = 0; from < late.length; from += 40)
    await Promise.all(late.slice(from, from + 40).map((email) => subscribeAs(store, email)));
  await stock(store, 600);
  for (let looks = 0; looks < 3; looks += 1) await shop.work();
  expect(shop.addresses().slice(1).toSorted()).toEqual(late.toSorted());
});

test("the unit of a person who leaves before their turn goes to the next in line", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore({ alerts: { audience: "per-unit" } });
  const line = await aLine(store, 4);
  await stock(store, 2);
  await shop.begin();
  await shop.ask("update subscriptions set state = 6 where id = (select min(id) from subscriptions)");
  await shop.work();
  expect(shop.addresses().toSorted()).toEqual(line.slice(1, 3));
});

test("a person whose message is tried again, and who signs up again meanwhile, is not notified before those ahead of them", async () => {
  const [first, second, third] = ["p0001@example.com", "p0002@example.com", "p0003@example.com"] as const;
  const busyFor = new Set<string>([first]);
  const provider = aProvider(({ mail: { to } }) =>
    busyFor.has(to) ? { state: "deferred", reason: "451" } : { state: "sent" },
  );
  const shop = await anAlertShop(provider);
  const store = await shop.aStore({ alerts: { audience: "per-unit", perUnit: 1 } });
  await aLine(store, 3);
  await stock(store, 2);
  await shop.work();
  expect(provider.addresses()).toEqual([first, second]);
  busyFor.clear();
  await alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: first });
  await subscribeAs(store, first);
  await shop.release();
  await endWaits(shop);
  await shop.work();
  await endWaits(shop);
  await shop.work();
  expect(provider.addresses()).toEqual([first, second, third]);
});

test("a chunk that waits gives newcomers no turn before a busy store", async () => {
  const shop = await anAlertShop();
  const stores = [await shop.aStore(), await shop.aStore(), await shop.aStore()];
  const [held, busy, newcomer] = stores as [TestStore, TestStore, TestStore];
  const start = async (store: TestStore) => {
    await aLine(store, 1);
    await stock(store, 5);
    await shop.begin();
  };
  await start(held);
  await alertCall(held, "hold", { plan: (await planOf(held))[0]?.plan });
  await start(busy);
  await shop.ask("update chunks set turn = 5000 where store_id = $1", [busy.id]);
  await start(newcomer);
  const turns = await shop.ask<{ id: number; turn: string }>("select store_id as id, turn from chunks order by turn");
  expect(turns.filter(({ id }) => id !== held.id)).toEqual([
    { id: busy.id, turn: "5000" },
    { id: newcomer.id, turn: "5000" },
  ]);
});
