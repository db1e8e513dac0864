import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { READ_FIRST, READ_MAX } from "../selection/select-next.ts";

const shop = await anAlertShop();
const notifiedNow = async () => {
  const before = shop.handed.length;
  await shop.work();
  return shop.addresses().slice(before).toSorted();
};
const endWait = async ({ id }: TestStore) => {
  await shop.ask("update plans set next_at = now() where store_id = $1 and next_at is not null", [id]);
  await shop.ask("update waves set begun_at = begun_at - interval '1 day' where store_id = $1", [id]);
};
const plansOf = async (store: TestStore) =>
  (await alertCall(store, "plans", { epi: 1 })) as { plans: { plan: string; state: string }[] };

test("a new store notifies one person for each unit, oldest first, and after 15 minutes one for each unit that is left", async () => {
  const store = await shop.aNewStore();
  const line = await aLine(store, 5);
  expect((await alertCall(store, "rehearse", { epi: 1, units: 3 }))["policy"]).toMatchObject({
    audience: "per-unit",
    order: "oldest",
    perUnit: 1,
    waitSeconds: 900,
  });
  await stock(store, 3);
  expect(await notifiedNow()).toEqual(line.slice(0, 3));
  await stock(store, 1);
  expect(await notifiedNow()).toEqual([]);
  await endWait(store);
  expect(await notifiedNow()).toEqual(line.slice(3, 4));
  await stock(store, 0);
  await endWait(store);
  expect(await notifiedNow()).toEqual([]);
});

test("fan-out to all: each waiting person gets one alert, however often the restock is reported", async () => {
  const store = await shop.aStore();
  const line = await aLine(store, 5);
  await stock(store, 2);
  expect(await notifiedNow()).toEqual(line);
  expect(await notifiedNow()).toEqual([]);
  await stock(store, 0);
  await stock(store, 3);
  expect(await notifiedNow()).toEqual([]);
});

test("when more people wait than one statement may select, several statements select them, and everyone is notified once", async () => {
  const keys: string[] = [];
  const send = async (_: unknown, key: string) => {
    keys.push(key);
    return { state: "sent" } as const;
  };
  const many = await anAlertShop({ ...aProvider(), sender: { inFlight: 500, mayRepeat: true, send } });
  const store = await many.aStore();
  await aLine(store, 1);
  await many.ask(
    `with c as (
       insert into contacts (id, store_id, medium, value, address_hash)
       select new_id(store_id), store_id, 1, 'n' || n || '@example.com', md5(n::text)::uuid
       from subscriptions, generate_series(2, $1) as n returning id, store_id
     ) insert into subscriptions (id, store_id, variant_id, contact_id, state, topic)
       select c.id, c.store_id, s.variant_id, c.id, 1, s.topic from c, subscriptions s`,
    [READ_FIRST + READ_MAX + 700],
  );
  await stock(store, 1);
  await many.begin();
  for (let wave = 0; wave < 3; wave += 1) {
    await many.ask("update plans set next_at = now() where next_at is not null");
    await many.work();
  }
  expect(await many.ask("select state::int, people from plans join waves on plan_id = id order by wave")).toEqual([
    { state: 2, people: READ_FIRST },
    { state: 2, people: READ_MAX },
    { state: 2, people: 700 },
  ]);
  expect(keys).toHaveLength(READ_FIRST + READ_MAX + 700);
  expect(new Set(keys).size).toBe(keys.length);
});

test("N people per unit: the oldest are alerted, the rest keep their place, and more are alerted when more stock arrives", async () => {
  const store = await shop.aStore({ alerts: { audience: "per-unit", perUnit: 1 } });
  const line = await aLine(store, 5);
  await stock(store, 2);
  expect(await notifiedNow()).toEqual(line.slice(0, 2));
  await stock(store, 3);
  expect(await notifiedNow()).toEqual(line.slice(2, 3));
  await stock(store, 0);
  await stock(store, 1);
  expect(await notifiedNow()).toEqual(line.slice(3, 4));
});

test("a shopper who wants three counts as three units, and no shopper blocks the line", async () => {
  const store = await shop.aStore({ alerts: { audience: "per-unit" } });
  for (const [name, qty] of [
    ["a", 3],
    ["b", 1],
    ["c", 5],
    ["d", 1],
  ] as const)
    await subscribeAs(store, `${name}@example.com`, [aProduct(1, { qty })]);
  await stock(store, 4);
  expect(await notifiedNow()).toEqual(["a@example.com", "b@example.com"]);
  await stock(store, 5);
  expect(await notifiedNow()).toEqual(["c@example.com"]);
});

test("with N people per unit, a shopper who wants 999 units counts as three, or as many as the store allows", async () => {
  for (const [alerts, notified] of [
    [{ audience: "per-unit" }, ["a@example.com", "b@example.com"]],
    [{ audience: "per-unit", unitsMax: 4 }, ["a@example.com"]],
  ] as const) {
    const store = await shop.aStore({ alerts });
    await subscribeAs(store, "a@example.com", [aProduct(1, { qty: 999 })]);
    await subscribeAs(store, "b@example.com", [aProduct(1, { qty: 1 })]);
    await subscribeAs(store, "c@example.com", [aProduct(1, { qty: 1 })]);
    await stock(store, 4);
    expect(await notifiedNow()).toEqual(notified);
  }
});

test("fixed waves: stock is checked before every wave, and when it is gone the people left keep their place", async () => {
  const store = await shop.aStore({ alerts: { audience: "waves", waveSize: 2, waitSeconds: 600 } });
  const line = await aLine(store, 7);
  await stock(store, 5);
  expect(await notifiedNow()).toEqual(line.slice(0, 2));
  expect(await notifiedNow()).toEqual([]);
  await endWait(store);
  expect(await notifiedNow()).toEqual(line.slice(2, 4));
  await stock(store, 0);
  await endWait(store);
  expect(await notifiedNow()).toEqual([]);
  const { plans } = await alertCall(store, "plans", { epi: 1 });
  expect(plans).toMatchObject([
    {
      restock: 1,
      state: "done",
      deliveries: { sent: 4 },
      waves: [
        { wave: 1, units: 5, people: 2 },
        { wave: 2, units: 5, people: 2 },
        { wave: 3, units: 0, people: 0, reason: "sold out; everyone left keeps their place" },
      ],
    },
  ]);
  const { because } = await alertCall(store, "explain", { epi: 1, medium: "email", mediumvalue: line[4] });
  expect(because).toBe("Restock 1 sold out before the shopper's turn. The shopper is first in line.");
  await stock(store, 1);
  expect(await notifiedNow()).toEqual(line.slice(4, 6));
});

test("with per-unit and a wait, units that were not bought go to the next in line", async () => {
  const store = await shop.aStore({ alerts: { audience: "per-unit", waitSeconds: 600 } });
  const line = await aLine(store, 5);
  await stock(store, 3);
  expect(await notifiedNow()).toEqual(line.slice(0, 3));
  await stock(store, 1);
  await endWait(store);
  expect(await notifiedNow()).toEqual(line.slice(3, 4));
});

test("people are notified newest first, or drawn at random: the same seed draws the same people", async () => {
  const newest = await shop.aStore({ alerts: { audience: "waves", waveSize: 2, order: "newest", waitSeconds: 600 } });
  const line = await aLine(newest, 5);
  await stock(newest, 1);
  expect(await notifiedNow()).toEqual(line.slice(3));

  const drawn = await shop.aStore({ alerts: { audience: "waves", waveSize: 3, order: "drawn", waitSeconds: 600 } });
  await aLine(drawn, 20);
  const rehearsals = [
    await alertCall(drawn, "rehearse", { epi: 1, units: 1 }),
    await alertCall(drawn, "rehearse", { epi: 1, units: 1 }),
  ];
  expect(rehearsals[0]).toEqual(rehearsals[1]);
  await stock(drawn, 1);
  expect(await notifiedNow()).toHaveLength(3);
});

test("a rehearsal tries rules that are not saved", async () => {
  const store = await shop.aStore({ alerts: { audience: "waves", waveSize: 2, waitSeconds: 3_600 } });
  await aLine(store, 5);
  const rehearse = async (policy: object) => {
    const { told, left, policy: used } = await alertCall(store, "rehearse", { epi: 1, units: 3, policy });
    return { told, left, used };
  };
  const ofStore = { audience: "waves", waveSize: 2, waitSeconds: 3_600 };
  expect(await rehearse({})).toMatchObject({ told: 2, left: 3, used: ofStore });
  expect(await rehearse({ waveSize: 4 })).toMatchObject({ told: 4, left: 1, used: { ...ofStore, waveSize: 4 } });
  expect(await rehearse({ audience: "per-unit" })).toMatchObject({ told: 3, left: 2 });
  expect(await rehearse({ offerMinutes: 30 })).toMatchObject({ told: 3, used: { offer: { minutes: 30 } } });
  expect(await rehearse({}), "nothing was saved").toMatchObject({ used: ofStore });
});

test("a plan can be paused, resumed and cancelled at any moment", async () => {
  const store = await shop.aStore({ alerts: { requireApproval: true } });
  const line = await aLine(store, 3);
  await stock(store, 1);
  expect(await notifiedNow()).toEqual([]);
  const { plans } = await plansOf(store);
  const plan = plans[0]?.plan ?? "";
  expect(plans).toMatchObject([{ state: "held" }]);
  await alertCall(store, "resume", { plan });
  await shop.begin();
  await alertCall(store, "hold", { plan });
  await shop.deliver();
  expect(await notifiedNow()).toEqual([]);
  await alertCall(store, "resume", { plan });
  expect(await notifiedNow()).toEqual(line);

  const other = await shop.aStore({ alerts: { requireApproval: true } });
  await aLine(other, 3);
  await stock(other, 1);
  await shop.begin();
  const paused = await plansOf(other);
  await alertCall(other, "cancel", { plan: paused.plans[0]?.plan ?? "" });
  expect(await notifiedNow()).toEqual([]);
  await alertCall(other, "resume", { plan: paused.plans[0]?.plan ?? "" });
  expect(await notifiedNow()).toEqual([]);
});

test("the merchant starts the alerts of comingsoon with a call; they do not depend on stock", async () => {
  const store = await shop.aStore();
  const line = await aLine(store, 3, { topics: "comingsoon" });
  await stock(store, 5);
  expect(await notifiedNow()).toEqual([]);
  await alertCall(store, "send", { epi: 1, topic: "comingsoon" });
  expect(await notifiedNow()).toEqual(line);
  await expect(alertCall(store, "send", { epi: 1, topic: "comingsoon" })).rejects.toThrow(/nobody-waits/);
});

test("a sign-up does not check stock, and a topic unknown to the store is stored and waits", async () => {
  const store = await shop.aStore();
  const line = await aLine(store, 2, { topics: "full-moon" });
  await stock(store, 5);
  expect(await notifiedNow()).toEqual([]);
  await alertCall(store, "send", { epi: 1, topic: "full-moon" });
  expect(await notifiedNow()).toEqual(line);
});

test("a variant that sells out and is restocked 100 times in a minute causes one alert per waiting person", async () => {
  const store = await shop.aStore();
  const line = await aLine(store, 5);
  for (let time = 0; time < 100; time += 1) await stock(store, time % 2 === 0 ? 3 : 0);
  await stock(store, 3);
  expect(await notifiedNow()).toEqual(line);
});

test("a store with thousands of waiting shoppers does not delay a store with a few", async () => {
  const [large, small] = [await shop.aStore(), await shop.aStore()];
  await aLine(large, 2);
  await shop.ask(
    `insert into contacts (id, store_id, medium, value, address_hash)
     select new_id($1) + n, $1, 1, 'many-' || n || '@example.com', md5(n::text)::uuid from generate_series(1, 3000) as n`,
    [large.id],
  );
  await shop.ask(
    `insert into subscriptions (id, store_id, variant_id, contact_id, state, topic)
     select c.id, c.store_id, (select id from variants where store_id = $1 and platform_id = '1'), c.id, 1, 'backinstock' from contacts c where c.store_id = $1 and c.value like 'many-%'`,
    [large.id],
  );
  const few = await aLine(small, 3);
  await stock(large, 1);
  await shop.begin();
  await stock(small, 1);
  await shop.begin();
  const turns = await shop.ask<{ store: number }>("select store_id as store from chunks order by turn, id");
  expect(turns.findIndex(({ store }) => store === small.id)).toBeLessThan(2);
  expect(new Set(await notifiedNow()).size).toBe(3_003);
  expect(shop.addresses()).toEqual(expect.arrayContaining(few));
});
