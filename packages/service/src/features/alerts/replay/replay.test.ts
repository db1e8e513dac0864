import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { anEmail, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import {
  aProduct,
  confirmationsOf,
  subscribeAs,
  subscriptionsOf,
} from "../../../../test/fixtures/subscription-calls.ts";
import type { ContactId } from "../../../platform/ids.ts";
import { CHANGES_KEPT } from "../../catalog/stock/follow-stock.ts";
import type { StoreSettings } from "../../stores/settings/settings.ts";
import { prunePlans } from "../retention/prune-plans.ts";
import { loadPeople, loadRestock } from "./load-restock.ts";
import type { PastPerson } from "./past-person.ts";
import type { LogEntry, PastRestock } from "./past-restock.ts";
import { replayAsItWas } from "./replay-as-it-was.ts";
import { findRestocks } from "./sql.ts";

const bounces = new Set<string>();
const provider = aProvider(({ mail }) =>
  bounces.has(mail.to) ? { state: "rejected", reason: "no such mailbox" } : { state: "sent" },
);
const shop = await anAlertShop(provider, { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" });
const P = (nth: number) => `p${String(nth).padStart(4, "0")}@example.com`;
const PER_UNIT = { audience: "per-unit", perUnit: 1, waitSeconds: 3_600 } as const;

/** A shop with a line of so many people. */
async function aShopWith(alerts: StoreSettings["alerts"], people: number) {
  const store = await shop.aStore({ alerts: { ...alerts } });
  await aLine(store, people);
  return store;
}
async function leave(store: TestStore, email: string) {
  const [contact] = await shop.ask<{ id: ContactId }>("select id from contacts where store_id = $1 and value = $2", [
    store.id,
    email,
  ]);
  const token = shop.deps.links.tokenFor({ storeId: store.id, contactId: contact?.id ?? ("0" as ContactId) });
  expect((await store.admin("/alerts/unsubscribe", { token }, { key: null })).status).toBe(200);
}
const endWait = ({ id }: TestStore) =>
  shop.ask("update plans set next_at = now() where store_id = $1 and state = 0", [id]);
const endWaitOfWaves = async (store: TestStore) => {
  await shop.ask("update waves set begun_at = begun_at - interval '1 day' where store_id = $1", [store.id]);
  await endWait(store);
  await shop.work();
};

async function loadAll(store: TestStore): Promise<PastRestock[]> {
  const rows = await store.inStore((tx) => findRestocks(tx, "backinstock", 20));
  const restocks: PastRestock[] = [];
  for (const row of rows) {
    const restock = await store.inStore(async (tx) => loadRestock(tx, row, (await loadPeople(tx, row)) ?? []));
    if (typeof restock === "string") throw new Error(restock);
    restocks.push(restock);
  }
  return restocks;
}

type Change = (restock: PastRestock) => PastRestock;
const ofPeople =
  (change: (person: PastPerson) => PastPerson): Change =>
  (restock) => ({ ...restock, people: restock.people.map(change) });
const ofLog =
  (change: (entry: LogEntry, before: readonly LogEntry[]) => Partial<LogEntry>): Change =>
  (restock) => ({
    ...restock,
    log: restock.log.map((entry, index) => ({ ...entry, ...change(entry, restock.log.slice(0, index)) })),
  });
/** Without the events of this kind. */
const without =
  (isLeftOut: (event: PastPerson["events"][number], restock: PastRestock) => boolean): Change =>
  (restock) =>
    ofPeople((person) => ({ ...person, events: person.events.filter((event) => !isLeftOut(event, restock)) }))(restock);

type Fact = { readonly fact: string; readonly story: () => Promise<TestStore>; readonly leaveOut: Change };
/** What a replay has to know, a story in which it matters, and how the replay is told less. */
const FACTS: readonly Fact[] = [
  {
    fact: "the stock at each wave, and whether the wait was over",
    story: async () => {
      const store = await aShopWith(PER_UNIT, 8);
      await stock(store, 4);
      await shop.work();
      await stock(store, 2);
      await endWaitOfWaves(store);
      return store;
    },
    leaveOut: (restock) => ofLog((_, [first]) => (first ? { stock: first.stock } : {}))(restock),
  },
  {
    fact: "the unit that a bounce gave back",
    story: async () => {
      bounces.add(P(2));
      const store = await aShopWith(PER_UNIT, 5);
      await stock(store, 3);
      await shop.work();
      bounces.clear();
      return store;
    },
    leaveOut: ofLog((_, before) => ({ unitsSelected: before.reduce((sum, { units }) => sum + units, 0) })),
  },
  {
    fact: "the order of the draw",
    story: async () => {
      const store = await aShopWith({ ...PER_UNIT, order: "drawn" }, 20);
      await stock(store, 10);
      await shop.work();
      return store;
    },
    // Another draw, in which ranks are as often negative: the same ten of twenty come out once in 184,756 tests.
    leaveOut: ofPeople((person) => ({ ...person, rank: (((person.rank >>> 0) * 48_271) % 2 ** 32) - 2 ** 31 })),
  },
  {
    fact: "the units that offers reserve",
    story: async () => {
      const store = await aShopWith({ offerMinutes: 60 }, 4);
      await stock(store, 1);
      await shop.work();
      await stock(store, 2);
      await shop.work();
      return store;
    },
    leaveOut: ofLog(() => ({ unitsReserved: 0 })),
  },
  {
    fact: "who came back after an offer of the restock before",
    story: async () => {
      const store = await aShopWith({ offerMinutes: 60 }, 2);
      await stock(store, 1);
      await shop.work();
      await stock(store, 0);
      await stock(store, 2);
      await shop.work();
      await shop.ask(
        "update offers set until = now() where store_id = $1 and state = 1 and plan_id = (select min(plan_id) from offers where store_id = $1)",
        [store.id],
      );
      await shop.work();
      return store;
    },
    leaveOut: without(({ kind }) => kind === "returned"),
  },
  {
    fact: "late confirmations",
    story: async () => {
      const store = await aShopWith(PER_UNIT, 1);
      const email = anEmail();
      good(await subscriptionsOf(store, await store.aGuest()).create(email, [aProduct(1)]));
      const { token = "" } = (await confirmationsOf(store, shop.ask)).at(-1) ?? {};
      await stock(store, 2);
      await shop.work();
      expect((await store.admin("/alerts/confirm", { token }, { key: null })).status).toBe(200);
      await shop.work();
      return store;
    },
    leaveOut: (restock) => ({ ...restock, log: restock.log.filter(({ wave }) => wave > 0) }),
  },
  {
    fact: "who left the line, and when",
    story: async () => {
      const store = await aShopWith(PER_UNIT, 4);
      await stock(store, 1);
      await shop.work();
      await leave(store, P(2));
      await stock(store, 2);
      await shop.work();
      return store;
    },
    leaveOut: without(({ kind, planId }) => kind === "left" && !planId),
  },
  {
    fact: "whom the restock before notified",
    story: async () => {
      const store = await aShopWith(PER_UNIT, 3);
      for (const quantity of [1, 0, 1]) {
        await stock(store, quantity);
        await shop.work();
      }
      return store;
    },
    leaveOut: without(({ kind, planId }, { plan }) => kind === "left" && planId !== null && planId !== plan.id),
  },
  {
    fact: "how many units somebody wanted then",
    story: async () => {
      const store = await shop.aStore({ alerts: PER_UNIT });
      await subscribeAs(store, P(1), [aProduct(1, { qty: 1 })]);
      await subscribeAs(store, P(2), [aProduct(1, { qty: 3 })]);
      await stock(store, 2);
      await shop.begin();
      await subscribeAs(store, P(2), [aProduct(1, { qty: 1 })]);
      await shop.deliver();
      return store;
    },
    leaveOut: ofPeople((person) => ({ ...person, wanted: person.wanted.slice(-1) })),
  },
  {
    fact: "that a plan was held while somebody left",
    story: async () => {
      const store = await aShopWith(PER_UNIT, 4);
      await stock(store, 2);
      await shop.begin();
      const [plan] = await shop.ask<{ id: string }>("select id from plans where store_id = $1", [store.id]);
      await alertCall(store, "hold", { plan: plan?.id });
      await leave(store, P(1));
      await alertCall(store, "resume", { plan: plan?.id });
      await shop.work();
      await endWait(store);
      await shop.work();
      return store;
    },
    leaveOut: ofLog((_, before) => ({ unitsSelected: before.reduce((sum, { units }) => sum + units, 0) })),
  },
];

test.each(FACTS)(
  "a replay with the policy that was used needs to know $fact, and is exact",
  async ({ story, leaveOut }) => {
    const store = await story();
    const restocks = await loadAll(store);
    const exact = await Promise.all(restocks.map((restock) => replayAsItWas(restock)));
    expect(exact.map(({ differences }) => differences)).toEqual(restocks.map(() => []));
    const heard = await shop.ask("select from deliveries where store_id = $1 and state in (1, 4)", [store.id]);
    expect(exact.reduce((sum, { recipients }) => sum + recipients.size, 0)).toBe(heard.length);
    const told = await Promise.all(restocks.map((restock) => replayAsItWas(leaveOut(restock))));
    expect(told.flatMap(({ differences }) => differences)).not.toEqual([]);
  },
);

type Answer = {
  because: string;
  restocks: {
    plan: string;
    restock: number;
    epi: string;
    exact: boolean | null;
    note: string | null;
    people: Record<string, number> | null;
    waves: Record<string, number> | null;
    buyers: Record<string, number> | null;
  }[];
  people?: { items: { address: string; really: object | null; replayed: object | null }[]; next: string | null };
  assumptions: string[];
};
const replay = async (store: TestStore, json: object) => (await alertCall(store, "replay", json)) as unknown as Answer;

test("a replay with another policy says whom it would have notified, page by page, with masked addresses", async () => {
  const store = await aShopWith(PER_UNIT, 6);
  await stock(store, 2);
  await shop.work();
  await alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: P(1) });
  const sent = shop.handed.length;
  const { restocks, because, assumptions } = await replay(store, { policy: { audience: "all" } });
  expect(restocks).toMatchObject([
    {
      restock: 1,
      epi: "1",
      exact: true,
      note: null,
      people: { really: 2, replayed: 6, both: 2, onlyReally: 0, onlyReplayed: 4 },
      waves: { really: 1, replayed: 1 },
      buyers: { really: 1, replayed: 1 },
    },
  ]);
  expect(because).toBe(
    "With this policy 6 people would have been notified of this restock. Really it was 2 people, all of whom this policy notifies too.",
  );
  expect(assumptions).toHaveLength(4);

  const seen: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 5; pages += 1) {
    const { people } = await replay(store, { policy: { audience: "all" }, plan: restocks[0]?.plan, limit: 3, cursor });
    expect(people?.items.length).toBeLessThanOrEqual(3);
    expect(people?.items.every(({ really, replayed }) => !really && replayed)).toBe(true);
    seen.push(...(people?.items ?? []).map(({ address }) => address));
    if (!people?.next) break;
    cursor = people.next;
  }
  expect(seen).toEqual(Array.from({ length: 4 }, () => "p…@example.com"));

  const newest = await replay(store, { epi: 1, policy: { order: "newest" } });
  expect(newest.restocks[0]?.people).toEqual({ really: 2, replayed: 2, both: 0, onlyReally: 2, onlyReplayed: 2 });
  const same = await replay(store, { policy: {} });
  expect(same.restocks[0]?.people).toEqual({ really: 2, replayed: 2, both: 2, onlyReally: 0, onlyReplayed: 0 });
  await shop.work();
  expect(shop.handed).toHaveLength(sent);
});

test('the sentence says "at least" when a replay stops before the end of its restock', async () => {
  const store = await aShopWith({ audience: "all" }, 2);
  await stock(store, 1);
  await shop.work();
  await shop.ask(
    `insert into stock_history (store_id, variant_id, number, quantity, arrived, is_in)
    select store_id, variant_id, number, quantity, arrived, is_in from stock_history, generate_series(1, $2) where store_id = $1`,
    [store.id, CHANGES_KEPT],
  );
  const sentences = [];
  for (const policy of [{}, PER_UNIT]) {
    const { because, restocks } = await replay(store, { policy });
    sentences.push(because);
    expect(restocks[0]?.note ?? "").toBe(
      policy === PER_UNIT
        ? "The stock changed so often that not all of it was kept. The replay stops where it is no longer known."
        : "",
    );
  }
  expect(sentences).toEqual([
    "With this policy 2 people would have been notified of this restock. Really it was 2 people, all of whom this policy notifies too.",
    "With this policy at least 1 person would have been notified of this restock. Really it was 2 people, 1 of whom this policy notifies too. This is an estimate: see its note.",
  ]);
});

test("a purchase counts as a buyer only for the restock whose alert came last before it", async () => {
  const store = await aShopWith({ audience: "all" }, 1);
  await stock(store, 1);
  await shop.work();
  await stock(store, 0);
  await subscribeAs(store, P(1));
  await stock(store, 1);
  await shop.work();
  await alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: P(1) });
  const buyers = (await replay(store, {})).restocks.map(({ restock, buyers: of }) => [restock, of?.["really"]]);
  expect(buyers).toEqual([
    [2, 1],
    [1, 0],
  ]);
});

test("the next page of people is found when the last person of the page before was erased", async () => {
  const store = await aShopWith(PER_UNIT, 6);
  await stock(store, 1);
  await shop.work();
  const page = async (plan: string | undefined, cursor?: string) =>
    (await replay(store, { policy: { audience: "all" }, plan, limit: 2, cursor })).people;
  const { restocks } = await replay(store, {});
  const first = await page(restocks[0]?.plan);
  const erased = `(select id from subscriptions where store_id = $1 order by id offset 2 limit 1)`; // the second who is different
  for (const [table, column] of [
    ["waiting", "subscription_id"],
    ["ledger", "subscription_id"],
    ["consents", "subscription_id"],
    ["subscriptions", "id"],
  ])
    await shop.ask(`delete from ${table} where store_id = $1 and ${column} = ${erased}`, [store.id]);
  const second = await page(restocks[0]?.plan, first?.next ?? "");
  expect(second).toMatchObject({ items: [{}, {}], next: expect.any(String) });
  expect(await page(restocks[0]?.plan, second?.next ?? "")).toMatchObject({ items: [{}], next: null });
});

test("a replay knows the stock between the waves that there really were", async () => {
  const store = await aShopWith({ audience: "all" }, 6);
  await stock(store, 3);
  await shop.work();
  await stock(store, 2);
  await stock(store, 0);
  // Spreads the sale over an hour.
  await shop.ask(
    `update stock_history set at = at + (id - (select min(id) from stock_history where store_id = $1)) * interval '20 minutes'
    where store_id = $1`,
    [store.id],
  );
  await shop.ask("update plan_log set at = at - interval '1 hour' where store_id = $1", [store.id]);
  await shop.ask("update stock_history set at = at - interval '1 hour' where store_id = $1", [store.id]);
  await shop.ask("update waiting set place = place - 7200000000 where store_id = $1", [store.id]);
  await shop.ask("update deliveries set place = place - 7200000000 where store_id = $1", [store.id]);
  await shop.ask("update plans set joined_until = joined_until - 3600000000 where store_id = $1", [store.id]);
  const waits = async (waitSeconds: number) =>
    (await replay(store, { policy: { audience: "per-unit", perUnit: 1, waitSeconds } })).restocks[0]?.people?.[
      "replayed"
    ];
  expect(await waits(0)).toBe(3); // one for each unit
  expect(await waits(900)).toBe(6); // after 15 minutes there are still three, after 30 two
  expect(await waits(1_500)).toBe(5); // after 25 minutes there are two
  expect(await waits(3_000)).toBe(3); // after 50 minutes there is none
});

test("an answer says what cannot be replayed: restocks that have not begun, of before, of a history that is not complete", async () => {
  const store = await aShopWith({ audience: "all" }, 3);
  expect(await replay(store, {})).toMatchObject({ because: "There is no restock to replay yet.", restocks: [] });
  await stock(store, 1);
  await shop.work();
  const [first] = (await replay(store, {})).restocks;
  expect(first).toMatchObject({ exact: true, note: null });

  const [lost] = await shop.ask<{ id: string }>(
    "delete from deliveries where store_id = $1 and subscription_id = (select min(subscription_id) from deliveries where store_id = $1) returning subscription_id as id",
    [store.id],
  );
  expect(lost).toBeDefined();
  const [incomplete] = (await replay(store, {})).restocks;
  expect(incomplete).toMatchObject({ exact: false, note: expect.stringContaining("an estimate") });

  // An update in the middle of a restock: a wave 0 is of people who confirmed late, after all that was not kept.
  await shop.ask("update plan_log set wave = 0 where store_id = $1", [store.id]);
  expect((await replay(store, {})).restocks[0]).toMatchObject({
    exact: null,
    note: expect.stringContaining("before the service was updated"),
  });
  await shop.ask("delete from plan_log where store_id = $1", [store.id]);
  expect((await replay(store, {})).restocks[0]).toMatchObject({
    exact: null,
    people: null,
    note: expect.stringContaining("before the service was updated"),
  });
  await shop.ask("update plans set keep_until = now() where store_id = $1", [store.id]);
  await prunePlans(shop.service.deps.db);
  expect((await replay(store, {})).restocks).toEqual([]);
});

test("a restock is found after a sale with thousands of price drops", async () => {
  const store = await aShopWith({ audience: "all" }, 3);
  await stock(store, 1);
  await shop.work();
  await shop.ask(
    `insert into plans (id, store_id, variant_id, topic, number, seed, policy, state)
     select p.id + n, p.store_id, p.variant_id, 'pricedrop', n, '', '{}', 2
     from plans p, generate_series(1, 10100) as n where p.store_id = $1`,
    [store.id],
  );
  expect((await replay(store, {})).restocks).toMatchObject([{ epi: "1", exact: true }]);
});

test("the last restocks of a store are those of all its variants, at most 20, and a plan of another kind is not found", async () => {
  const store = await shop.aStore();
  for (let epi = 1; epi <= 22; epi += 1) {
    await subscribeAs(store, P(epi), [aProduct(epi)]);
    await stock(store, 1, epi);
  }
  await shop.work();
  const { restocks } = await replay(store, {});
  expect(restocks).toHaveLength(20);
  expect(new Set(restocks.map(({ epi }) => epi)).size).toBe(20);
  expect((await replay(store, { restocks: 3 })).restocks).toHaveLength(3);
  expect((await replay(store, { epi: 4 })).restocks.map(({ epi }) => epi)).toEqual(["4"]);
  const unknown = await store.admin("/storeadmin/v3/alerts/replay", undefined, { json: { plan: "1" } });
  expect(unknown.status).toBe(404);
  for (const json of [{ restocks: 21 }, { policy: { perUnit: 0 } }, { policy: { audience: "some" } }, { plan: "x" }])
    expect((await store.admin("/storeadmin/v3/alerts/replay", undefined, { json })).status).toBe(400);
});
