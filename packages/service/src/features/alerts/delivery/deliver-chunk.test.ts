import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { tally } from "../../../../test/fixtures/crowd.ts";
import { subscribeAs, subscriptionRows } from "../../../../test/fixtures/subscription-calls.ts";
import type { SendOutcome } from "../../../platform/messaging/send-outcome.ts";
import { RenderBudgetSpent } from "../messages/render-budget.ts";
import type { TemplateCache } from "../messages/template-cache.ts";
import { createDelivery } from "./deliver-chunk.ts";
import { explainReason } from "./reason.ts";

test("an alert names the product and has both headers for one-click unsubscribe", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  await store.admin("/storeadmin/v3/catalog/upsert", undefined, {
    json: {
      variants: [
        {
          epi: 1,
          empi: 2,
          dt: "Boots <b>&",
          vi: "42",
          du: "https://shop.example/boots",
          iu: "https://shop.example/boots.jpg",
          pr: 89.5,
          currency: "EUR",
        },
      ],
    },
  });
  await aLine(store, 1);
  await stock(store, 1);
  await shop.work();
  const [{ mail } = fail()] = shop.handed;
  expect(mail.subject).toBe("Back in stock: Boots <b>&, 42");
  expect(mail.html).toContain("Back in stock: Boots &lt;b&gt;&amp;, 42");
  expect(mail.html).toMatch(/href="http:[^"]+\/alerts\/go\?token=/); // which leads to the product
  expect(mail.text).toContain("€89.50");
  expect(mail.headers?.["list-unsubscribe"]).toMatch(/^<http:\/\/[^>]+\/alerts\/unsubscribe\?token=[\w.-]+>$/);
  expect(mail.headers?.["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
});

test("with a provider that refuses, defers and fails, no recipient is missed, the totals add up, and refused addresses become undeliverable", async () => {
  const attempts = new Map<string, number>();
  const provider = aProvider(({ mail: { to } }): SendOutcome => {
    const times = (attempts.get(to) ?? 0) + 1;
    attempts.set(to, times);
    const n = Number(to.slice(1, 5));
    if (n % 10 === 0) return { state: "rejected", reason: "the mail server said 550" };
    if (n % 10 < 3 && times === 1) return { state: "deferred", reason: "the mail server said 451" };
    return { state: "sent" };
  });
  const shop = await anAlertShop(provider);
  const store = await shop.aStore();
  await aLine(store, 60);
  await stock(store, 1);
  await shop.work();
  await shop.release();
  await shop.work();
  const states = await shop.ask<{ state: number }>("select state from deliveries");
  expect(tally(states.map(({ state }) => state))).toEqual({ 1: 54, 3: 6 });
  const kept = await subscriptionRows(store, shop.ask);
  expect(tally(kept.map(({ state }) => state))).toEqual({ 3: 54, 7: 6 });
  const reasons = await shop.ask<{ reason: number; detail: string }>("select reason, detail from deliveries");
  const texts = reasons.map(({ reason, detail }) => explainReason(reason, detail)?.text ?? "");
  expect(tally(texts)).toEqual({ sent: 54, "the mail server said 550": 6 });
  expect(await shop.ask("select from chunks")).toEqual([]);
});

test("a message that is always deferred fails after five attempts, and the others are sent", async () => {
  const provider = aProvider(({ mail: { to } }) =>
    to.startsWith("p0003") ? { state: "deferred", reason: "451" } : { state: "sent" },
  );
  const shop = await anAlertShop(provider);
  const store = await shop.aStore();
  await aLine(store, 5);
  await stock(store, 1);
  for (let time = 0; time < 8; time += 1) {
    await shop.work();
    await shop.release();
  }
  expect(tally(provider.addresses())).toMatchObject({ "p0001@example.com": 1, "p0003@example.com": 5 });
  const { because } = await alertCall(store, "explain", { epi: 1, medium: "email", mediumvalue: "p0003@example.com" });
  expect(because).toBe("State: undeliverable. Reason: not sent after 5 attempts.");
});

test("when a worker dies in the middle of a chunk, no recipient is missed, and only the alerts of its last page are sent again, under the same key", async () => {
  let isDead = false;
  const provider = aProvider(async () => {
    if (provider.handed.length === 25) {
      isDead = true;
      await new Promise(() => undefined); // never resolves, like a worker that was killed
    }
    return { state: "sent" };
  });
  const shop = await anAlertShop(provider);
  const store = await shop.aStore();
  const line = await aLine(store, 60);
  await stock(store, 1);
  await shop.begin();
  void shop.deliverNextChunk().catch(() => undefined); // it may notice later that its lease is lost
  await expect.poll(() => isDead, { timeout: 60_000 }).toBe(true);
  await expect.poll(() => provider.handed.length, { timeout: 60_000 }).toBe(30);
  await shop.deliver();
  expect(provider.handed).toHaveLength(30); // the lease has not expired
  await shop.release();
  await shop.deliver();
  const times = tally(provider.addresses());
  expect(Object.keys(times).toSorted()).toEqual(line);
  const repeated = Object.values(times).filter((count) => count > 1).length;
  expect(repeated).toBeLessThanOrEqual(20); // the first page has 10 people, the second 20
  const keys = new Map(provider.handed.map(({ mail, key }) => [mail.to, key]));
  expect(provider.handed.every(({ mail, key }) => keys.get(mail.to) === key)).toBe(true);
});

test("a person who unsubscribes during a fan-out gets no alert two seconds later", async () => {
  const gone = new Map<string, number>();
  const sentAt = new Map<string, number>();
  const provider = aProvider(async ({ mail }) => {
    sentAt.set(mail.to, performance.now());
    const n = provider.handed.length;
    if (n % 10 === 0) {
      const email = `p${String(240 - n / 10).padStart(4, "0")}@example.com`;
      const [row] = await shop.ask<{ id: string }>("select id from contacts where value = $1", [email]);
      const token = shop.deps.links.tokenFor({ storeId: store.id, contactId: (row?.id ?? "0") as never });
      const { status } = await store.browser(
        `/alerts/unsubscribe`,
        { "List-Unsubscribe": "One-Click" },
        { query: { token } },
      );
      if (status === 200) gone.set(email, performance.now());
    }
    await pause(100);
    return { state: "sent" };
  });
  const shop = await anAlertShop(provider);
  const store = await shop.aStore();
  await aLine(store, 240);
  await stock(store, 1);
  await shop.work();
  expect(gone.size).toBeGreaterThan(15);
  const late = [...gone].filter(([email, at]) => (sentAt.get(email) ?? 0) > at + 2_000);
  expect(late).toEqual([]);
  const never = [...gone.keys()].filter((email) => !sentAt.has(email));
  expect(never.length).toBeGreaterThan(5);
});

test("two workers at once never send to the same person", async () => {
  const provider = aProvider(async () => {
    await pause(1);
    return { state: "sent" };
  });
  const shop = await anAlertShop(provider);
  const store = await shop.aStore();
  await aLine(store, 40);
  await stock(store, 1);
  await shop.begin();
  const [twentieth] = await shop.ask<{ place: string; id: string }>(
    "select place, subscription_id as id from waiting order by place offset 19 limit 1",
  );
  await shop.ask(
    `insert into chunks (plan_id, turn, store_id, wave, units, next_position, next_id, last_position, last_id)
     select plan_id, turn + 1, store_id, wave, 20, $1, $2, last_position, last_id from chunks`,
    [twentieth?.place, twentieth?.id],
  );
  await shop.ask("update chunks set last_position = $1, last_id = $2 where turn = (select min(turn) from chunks)", [
    twentieth?.place,
    twentieth?.id,
  ]);
  await Promise.all([shop.deliver(), shop.deliver(), shop.deliver()]);
  expect(new Set(provider.addresses()).size).toBe(40);
  expect(provider.handed).toHaveLength(40);
});

test("all lanes of a worker together have as many messages in flight as the sender is set to, also after failures", async () => {
  const IN_FLIGHT = 7;
  let [open, most, failed] = [0, 0, 0];
  const provider = aProvider(async (): Promise<SendOutcome> => {
    open += 1;
    most = Math.max(most, open);
    await pause(5);
    open -= 1;
    if (failed === IN_FLIGHT) return { state: "sent" };
    failed += 1;
    return { state: "deferred", reason: "the mail server said 451" };
  }, IN_FLIGHT);
  const shop = await anAlertShop(provider);
  for (const store of [await shop.aStore(), await shop.aStore()]) {
    await aLine(store, 30);
    await stock(store, 1);
  }
  await shop.begin();
  const { deliverNextChunk } = createDelivery(shop.deps);
  const lane = async () => {
    while (await deliverNextChunk());
  };
  await Promise.all([lane(), lane()]);
  expect(shop.handed).toHaveLength(60);
  expect(most).toBe(IN_FLIGHT);
});

test("the ledger records why an alert was sent or not sent, and the place in line", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore({ alerts: { audience: "per-unit" } });
  await aLine(store, 4);
  const explain = async (email: string) =>
    (await alertCall(store, "explain", { epi: 1, medium: "email", mediumvalue: email })) as {
      because: string;
      subscription: { state: string; place: number | null; ledger: { reason: string }[] } | null;
    };
  expect((await explain("p0003@example.com")).because).toBe(
    "No alerts have been planned for this variant and topic yet. The shopper is number 3 in line.",
  );
  expect((await explain("nobody@example.com")).because).toBe(
    "This address never signed up for this variant and topic.",
  );
  await stock(store, 2);
  await shop.work();
  const sent = await explain("p0001@example.com");
  expect(sent.because).toBe("State: notified. Reason: sent.");
  expect(sent.subscription?.ledger.map(({ reason }) => reason)).toEqual(["sent", "signed up"]);
  expect(await explain("p0004@example.com")).toMatchObject({
    because:
      "2 people were selected for the alerts for restock 1. Last wave: next in line. The shopper is number 2 in line.",
    subscription: { state: "waiting", place: 2 },
  });
});

test("a rehearsal returns who would be notified, sends nothing and changes nothing", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore({ alerts: { audience: "per-unit", perUnit: 2, waitSeconds: 3_600 } });
  await aLine(store, 10);
  await subscribeAs(store, "+4915112345678", undefined, { medium: "sms" });
  expect(await alertCall(store, "rehearse", { epi: 1, units: 3 })).toEqual({
    policy: { audience: "per-unit", order: "oldest", perUnit: 2, waveSize: 100, waitSeconds: 3_600, unitsMax: 3 },
    waiting: 11,
    told: 6,
    people: Array.from({ length: 6 }, (_, index) => ({
      place: index + 1,
      medium: "email",
      address: "p…@example.com",
      quantity: 1,
    })),
    left: 5,
    next: "After 3600 seconds the stock is counted again, and 2 people are notified for each unit left. When more units come, more people are notified at once.",
  });
  const { people } = await alertCall(store, "rehearse", { epi: 1, units: 6 });
  expect((people as object[]).at(-1)).toEqual({ place: 11, medium: "sms", address: "+…", quantity: 1 });
  await shop.work();
  expect(shop.handed).toEqual([]);
});

const fail = (): never => {
  throw new Error("No message was sent");
};

/** Templates of a store that may render so many messages, then has to wait until its budget is filled again. */
function aSlowTemplate(budget: number, write: () => string = () => "<p>Here it is</p>") {
  let left = budget;
  const templates: TemplateCache = {
    async render() {
      left -= 1;
      if (left < 0) throw new RenderBudgetSpent(5);
      return { subject: "Back", html: write() };
    },
  };
  return {
    templates,
    refill: () => {
      left = budget;
    },
  };
}

test("a store with a slow template gives its worker to other stores, says so, and sends all its messages in the end", async () => {
  const shop = await anAlertShop();
  const { templates, refill } = aSlowTemplate(7);
  const deliverNext = () => createDelivery({ ...shop.deps, templates }).deliverNextChunk();
  const store = await shop.aStore();
  await aLine(store, 40);
  await stock(store, 40);
  await shop.begin();
  expect([await deliverNext(), await deliverNext()]).toEqual([true, false]); // the second look finds nothing to do
  expect(shop.handed.length).toBe(7);
  const [plan] = (await alertCall(store, "plans", { epi: 1 }))["plans"] as { reason: string }[];
  expect(plan?.reason).toContain("template is slow");

  for (let turns = 1; turns < 12; turns += 1) {
    refill();
    await shop.release();
    await deliverNext();
  }
  expect(shop.addresses().toSorted()).toEqual(
    Array.from({ length: 40 }, (_, index) => `p${String(index + 1).padStart(4, "0")}@example.com`),
  );
  const states = await shop.ask<{ state: number }>("select state from deliveries");
  expect(tally(states.map(({ state }) => state))).toEqual({ 1: 40 });
  expect(await shop.ask("select from chunks")).toEqual([]);
});

test("a slow template that fails for everyone is given up in the end", async () => {
  const shop = await anAlertShop();
  const { templates, refill } = aSlowTemplate(7, () => {
    throw new Error("not a link");
  });
  const store = await shop.aStore();
  await aLine(store, 20);
  await stock(store, 20);
  await shop.begin();
  for (let turns = 0; turns < 40; turns += 1) {
    refill();
    await shop.release();
    await createDelivery({ ...shop.deps, templates }).deliverNextChunk();
  }
  const states = await shop.ask<{ state: number }>("select state from deliveries");
  expect(tally(states.map(({ state }) => state))).toEqual({ 3: 20 });
  expect([shop.handed, await shop.ask("select from chunks")]).toEqual([[], []]);
});

test("while the provider is down, a slow template makes nobody lose their alert", async () => {
  const shop = await anAlertShop(
    aProvider(() => ({ state: "deferred", reason: "no connection", isProviderDown: true })),
  );
  const { templates, refill } = aSlowTemplate(7);
  const recovered = aProvider();
  const store = await shop.aStore();
  await aLine(store, 20);
  await stock(store, 20);
  await shop.begin();
  for (let turns = 0; turns < 20; turns += 1) {
    refill();
    await shop.release();
    await createDelivery({ ...shop.deps, templates }).deliverNextChunk();
  }
  expect(shop.handed.length).toBeGreaterThan(20);
  expect(await shop.ask("select from deliveries where state = 3")).toEqual([]);
  await shop.release();
  await createDelivery({ ...shop.deps, senders: { email: recovered.sender } }).deliverNextChunk();
  expect(recovered.addresses()).toHaveLength(20);
});
