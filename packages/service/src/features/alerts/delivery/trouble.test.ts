import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { waitFor } from "../../../../../../engines/wait-for.ts";
import { aLine, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { tally } from "../../../../test/fixtures/crowd.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { aProduct, subscribeAs, subscriptionRows } from "../../../../test/fixtures/subscription-calls.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { takeSends } from "../../../platform/messaging/send-counts.ts";
import type { SendOutcome } from "../../../platform/messaging/send-outcome.ts";
import { createSendRate } from "../../../platform/messaging/send-rate.ts";
import { delayPlan } from "../plans/delay-plan.ts";
import { createDelivery } from "./deliver-chunk.ts";

const NOTIFIED = 3;
const once = (line: readonly string[]) => Object.fromEntries(line.map((email) => [email, 1]));

test("a provider that takes one message in ten and refuses the rest for now makes nobody undeliverable", async () => {
  let count = 0;
  const taken: string[] = [];
  const provider = aProvider(({ mail }): SendOutcome => {
    count += 1;
    if (count % 10 > 0) return { state: "deferred", reason: "the provider said 429", isProviderDown: true };
    taken.push(mail.to);
    return { state: "sent" };
  });
  const shop = await anAlertShop(provider);
  const store = await shop.aStore();
  const line = await aLine(store, 200);
  await stock(store, 5);
  for (let rounds = 0; rounds < 100 && taken.length < 200; rounds += 1) {
    await shop.work();
    await shop.release();
  }
  expect(tally(taken)).toEqual(once(line));
  expect(tally((await subscriptionRows(store, shop.ask)).map(({ state }) => state))).toEqual({ [NOTIFIED]: 200 });
});

/** Another worker of the store, which has locked one row and then wants a second. It takes the first one in `begin`, and the
 *  second when somebody waits for it. */
function aRival(shop: Awaited<ReturnType<typeof anAlertShop>>, store: TestStore) {
  const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
  let done = Promise.resolve();
  return {
    async begin(first: (tx: StoreTx) => Promise<unknown>, second: (tx: StoreTx) => Promise<unknown>) {
      done = store.inStore(async (tx) => {
        await first(tx);
        const [own] = await tx<{ pid: number }>`select pg_backend_pid() as pid`;
        begun();
        const isAwaited = async () =>
          (await shop.ask("select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))", [own?.pid])).length > 0;
        if (!(await waitFor(isAwaited, 30_000))) throw new Error("Nobody waits for the first row");
        await second(tx);
      });
      done.catch(begun);
      await hasBegun;
    },
    done: () => done,
  };
}

test("two workers that record mails of one plan, some of which the provider did not take, do not block each other", async () => {
  let isFirst = true;
  const provider = aProvider(async ({ mail: { to } }): Promise<SendOutcome> => {
    if (isFirst && to === "p0001@example.com") {
      isFirst = false;
      const [{ id } = fail()] = await shop.ask<{ id: PlanId }>("select id from plans");
      await rival.begin(
        (tx) => delayPlan(tx, id, "it waits"),
        (tx) => takeSends(tx, "email", 1, {}),
      );
      return { state: "deferred", reason: "no answer", isProviderDown: true };
    }
    return { state: "sent" };
  });
  const shop = await anAlertShop(provider);
  const store = await shop.aStore();
  const rival = aRival(shop, store);
  const line = await aLine(store, 5);
  await stock(store, 5);
  await shop.work();
  await rival.done();
  await shop.release();
  await shop.work();
  expect(tally(provider.addresses())).toEqual({ ...once(line), "p0001@example.com": 2 });
  expect(await shop.ask("select messages from send_counts")).toEqual([{ messages: 6 }]); // with the rival's
});

test("two workers of a line with mails and refused text messages do not block each other", async () => {
  const mails = aProvider(undefined, 1);
  const texts = aProvider(async () => {
    await rival.begin(
      (tx) => takeSends(tx, "email", 1, {}),
      (tx) => takeSends(tx, "sms", 1, {}),
    );
    return { state: "rejected", reason: "not a number" };
  }, 1);
  const shop = await anAlertShop(mails);
  const store = await shop.aStore();
  const rival = aRival(shop, store);
  await subscribeAs(store, "+4915110000000", [aProduct(1)], { medium: "sms", timezone: "Europe/Berlin" });
  const line = await aLine(store, 3);
  await stock(store, 5);
  await shop.begin();
  const senders = { email: mails.sender, sms: { ...texts.sender, mayRepeat: false } };
  const { deliverNextChunk } = createDelivery({ ...shop.deps, senders, clock: () => Date.UTC(2026, 5, 1, 10) });
  while (await deliverNextChunk());
  await rival.done();
  expect(tally([...mails.addresses(), ...texts.addresses()])).toEqual(once(["+4915110000000", ...line]));
  expect(await shop.ask("select medium, messages from send_counts order by medium")).toEqual([
    { medium: 1, messages: 4 },
    { medium: 2, messages: 1 }, // the rival's
  ]);
});

test("one person for whom the template takes too long takes nobody along", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  const source =
    '{% if quantity == 999 %}{% for i in (1..2000) %}{% for j in (1..2000) %}{{ i | times: j }}{% endfor %}{% endfor %}{% endif %}{{ product.title }}<a href="{{ links.unsubscribe }}">x</a>';
  await shop.ask(
    "insert into templates (store_id, topic, subject, source, html) values ($1, 'backinstock', 'x', $2, $2)",
    [store.id, source],
  );
  const line = await aLine(store, 60);
  await shop.ask(
    "update subscriptions set quantity = 999 where id = (select id from subscriptions order by id offset 29 limit 1)",
  );
  await stock(store, 9);
  const deadline = performance.now() + 120_000;
  while ((await shop.ask("select from waiting")).length > 0 && performance.now() < deadline) {
    await shop.work();
    await shop.release();
    await pause(200);
  }
  expect(tally(shop.addresses())).toEqual(once(line.filter((email) => email !== "p0030@example.com")));
});

test("a mail server that takes longer than a lease gets each mail once", async () => {
  const provider = aProvider(async () => {
    await pause(2_500);
    return { state: "sent" };
  });
  const shop = await anAlertShop(provider);
  const store = await shop.aStore();
  const line = await aLine(store, 15);
  await stock(store, 5);
  await shop.begin();
  const work = async () => {
    const { deliverNextChunk } = createDelivery({ ...shop.deps, leaseSeconds: 1 });
    while ((await shop.ask("select from waiting")).length > 0) {
      await deliverNextChunk();
      await pause(100);
    }
  };
  await Promise.all([work(), work()]);
  expect(tally(provider.addresses())).toEqual(once(line));
});

test("control: when a worker loses its lease, another sends its messages again, and both are recorded once", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const slow = aProvider(async () => {
    await answered;
    return { state: "sent" };
  });
  const shop = await anAlertShop(slow);
  const store = await shop.aStore();
  const line = await aLine(store, 15);
  await stock(store, 5);
  await shop.begin();
  const first = shop.deliverNextChunk();
  await expect.poll(() => slow.handed.length).toBe(10);
  await shop.release();
  const quick = aProvider();
  const { deliverNextChunk } = createDelivery({ ...shop.deps, senders: { email: quick.sender } });
  while (await deliverNextChunk());
  answer();
  await first;
  expect(quick.addresses().toSorted()).toEqual(line);
  expect(slow.handed).toHaveLength(10);
  expect(await shop.ask("select count(*)::int as n from deliveries")).toEqual([{ n: 15 }]);
  expect(await shop.ask("select from chunks")).toEqual([]);
});

test("a worker that is stopped gives its chunk back within a second, and waits only for the messages in flight", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const slow = aProvider(async () => {
    await answered;
    return { state: "sent" };
  });
  const shop = await anAlertShop(slow);
  const store = await shop.aStore();
  const line = await aLine(store, 60);
  await stock(store, 5);
  await shop.begin();
  const stopping = new AbortController();
  const stopped = createDelivery({ ...shop.deps, stopping: stopping.signal }).deliverNextChunk();
  await expect.poll(() => slow.handed.length).toBe(10);
  stopping.abort();
  const others = aProvider();
  const { deliverNextChunk } = createDelivery({ ...shop.deps, senders: { email: others.sender } });
  await expect
    .poll(
      async () => {
        while (await deliverNextChunk());
        return others.handed.length;
      },
      { timeout: 1_000 },
    )
    .toBe(50);
  expect(await shop.ask("select from waiting")).toHaveLength(10);
  answer();
  await stopped;
  expect(tally([...slow.addresses(), ...others.addresses()])).toEqual(once(line));
  expect(await shop.ask("select from waiting")).toEqual([]);
  expect(await shop.ask("select from chunks")).toEqual([]);
});

test("a provider that throttles is sent to at the rate that it accepts, and everybody is notified", async () => {
  const [PER_SECOND, PEOPLE] = [40, 600];
  let [allowance, refilledAt] = [PER_SECOND, performance.now()];
  const takenAt: number[] = [];
  const taken: string[] = [];
  let throttledCount = 0;
  // As providers do: so many messages a second, and 429 for the rest.
  const provider = aProvider(({ mail }): SendOutcome => {
    const now = performance.now();
    allowance = Math.min(PER_SECOND, allowance + ((now - refilledAt) / 1_000) * PER_SECOND);
    refilledAt = now;
    if (allowance < 1) {
      throttledCount += 1;
      return { state: "throttled", reason: "the provider said 429" };
    }
    allowance -= 1;
    takenAt.push(now);
    taken.push(mail.to);
    return { state: "sent" };
  });
  const sender = { ...provider.sender, rate: createSendRate() };
  const shop = await anAlertShop({ ...provider, sender });
  const store = await shop.aStore();
  const line = await aLine(store, PEOPLE);
  await stock(store, 5);
  await shop.begin();
  const { deliverNextChunk } = createDelivery(shop.deps);
  while (taken.length < PEOPLE) {
    if (!(await deliverNextChunk())) await pause(50);
  }
  expect(tally(taken)).toEqual(once(line));
  const seconds = ((takenAt.at(-1) ?? 0) - (takenAt[0] ?? 0)) / 1_000;
  expect(PEOPLE / seconds).toBeGreaterThan(0.8 * PER_SECOND);
  expect(throttledCount / (throttledCount + PEOPLE)).toBeLessThan(0.2);
  expect(await shop.ask("select from deliveries where state <> 1")).toEqual([]);
});

const fail = (): never => {
  throw new Error("The value is missing");
};
