import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { waitFor } from "../../../../../../../engines/wait-for.ts";
import {
  anEndpoint,
  aPost,
  aReceiver,
  aWebhookShop,
  someEvents,
  type WebhookShop,
} from "../../../../../test/fixtures/webhooks.ts";
import { toEmail } from "../../../../platform/text/email.ts";
import { addFirstMember } from "../../../stores/members/add-first-member.ts";
import { enableEndpoint } from "../endpoints/enable-endpoint.ts";
import { rotateWebhookSecret } from "../endpoints/rotate-webhook-secret.ts";
import { updateEndpoint } from "../endpoints/update-endpoint.ts";
import { sendExample } from "../log/send-example.ts";
import { WAITS_SECONDS } from "./schedule.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** When the next turn of any endpoint is due. */
async function nextDue(shop: WebhookShop) {
  const [row] = await shop.ask<{ at: number | null }>(
    "select (extract(epoch from min(due_at)) * 1000)::float8 as at from webhook_turns where due_at < 'infinity'",
  );
  return row?.at ?? undefined;
}

/** Moves the clock to each moment at which something is due, and sends it, until this time. */
async function runUntil(shop: WebhookShop, end: number) {
  for (let at = await nextDue(shop); at !== undefined && at <= end; at = await nextDue(shop)) {
    shop.forward(Math.max(0, Math.ceil(at) - shop.clock()));
    await shop.send();
  }
  shop.forward(Math.max(0, end - shop.clock()));
}

test("an event reaches the endpoint, signed, and the log says so", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const receiver = await aReceiver();
  const { secret } = await anEndpoint(store, receiver);
  await someEvents(store, 2);
  await shop.queue();
  await shop.send();
  expect(receiver.received).toHaveLength(2);
  for (const { headers, body } of receiver.received) {
    const sent = new Webhook(secret).verify(body, headers) as { number: number };
    expect(sent).toMatchObject({ type: "list.updated", store: store.pid });
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": expect.stringMatching(`^msg_${store.pid}_${sent.number}_\\d{13}$`),
    });
  }
  expect(await shop.ask("select state, tries, status, problem from webhook_deliveries")).toEqual(
    [1, 2].map(() => ({ state: 1, tries: 1, status: 200, problem: null })),
  );
});

test("a receiver that always fails is tried at the published times, and then no more", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const receiver = await aReceiver(() => 500, shop.clock);
  await anEndpoint(store, receiver);
  await someEvents(store, 1);
  await shop.queue();
  const begun = shop.clock();
  await runUntil(shop, begun + 3 * DAY);
  const times = receiver.received.map(({ at }) => (at - begun) / 1_000);
  const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(times[0]).toBe(0);
  expect(waits).toHaveLength(WAITS_SECONDS.length);
  for (const [index, wait] of waits.entries())
    expect(Math.abs(wait / (WAITS_SECONDS[index] ?? 0) - 1), `wait ${index + 1}`).toBeLessThan(0.1);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(await shop.ask("select state, tries, status, problem from webhook_deliveries")).toEqual([
    { state: 2, tries: 8, status: 500, problem: "The receiver answered 500." },
  ]);
});

test("an endpoint is disabled after five days of nothing but failures, and the merchant is told why", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  for (const [email, role] of [
    ["owner@example.com", "owner"],
    ["viewer@example.com", "viewer"],
  ] as const)
    await shop.service.deps.db.asOperator((tx) =>
      addFirstMember(tx, { storeId: store.id, email: toEmail(email), role }),
    );
  const receiver = await aReceiver(() => 503, shop.clock);
  const { id } = await anEndpoint(store, receiver);
  const begun = shop.clock();
  const isDisabled = async () =>
    (await shop.ask("select from webhook_endpoints where disabled_at is not null")).length > 0;
  for (let hours = 0; hours < 118; hours += 6) {
    await someEvents(store, 1);
    await shop.queue();
    await runUntil(shop, begun + hours * HOUR);
    expect(await isDisabled()).toBe(false);
  }
  await runUntil(shop, begun + 6 * DAY);
  expect(await isDisabled()).toBe(true);
  const tried = receiver.received.length;
  const lastTry = (receiver.received.at(-1)?.at ?? 0) - begun;
  expect(lastTry).toBeGreaterThanOrEqual(5 * DAY);
  expect(lastTry).toBeLessThan(5 * DAY + 10 * HOUR);

  await someEvents(store, 1);
  await shop.queue();
  await runUntil(shop, begun + 12 * DAY);
  expect(receiver.received).toHaveLength(tried);
  const audit = await shop.ask("select action, details from audit_log where store_id = $1", [store.id]);
  expect(audit).toEqual([
    {
      action: "webhook.disabled",
      details: expect.objectContaining({ endpoint: id, because: expect.stringContaining("for five days") }),
    },
  ]);
  const mails = await shop.ask<{ to: string; text: string }>('select to_email as "to", text_body as text from mails');
  // One after a day, while everything can still be replayed, and one at the end. A viewer can do nothing about it.
  expect(mails.map(({ to }) => to)).toEqual(["owner@example.com", "owner@example.com"]);
  for (const { text } of mails) expect(text).toContain(receiver.url);
  expect(mails[0]?.text).toContain("has accepted no event for a day. The receiver answered 503.");
  expect(mails[1]?.text).toContain("for five days");
});

test("a first failure after quiet days does not disable an endpoint, whatever became of an example", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  let isUp = false;
  const receiver = await aReceiver(() => (isUp ? 200 : 502), shop.clock);
  const { id } = await anEndpoint(store, receiver);
  const example = () => ({ subject: "list.updated", body: "{}" });
  await store.inStore((tx) => sendExample(tx, id, example, new Date(shop.clock())));
  await shop.send();
  expect(receiver.received).toHaveLength(1);
  const state = () =>
    shop.ask<{ failing: boolean; disabled: boolean }>(
      `select t.failing_since is not null as failing, e.disabled_at is not null as disabled
       from webhook_turns t join webhook_endpoints e on e.id = t.endpoint_id`,
    );
  expect(await state()).toEqual([{ failing: false, disabled: false }]);

  // An event fails on the first day, and nothing happens for a week.
  await someEvents(store, 1);
  await shop.queue();
  await runUntil(shop, shop.clock() + 7 * DAY);
  await someEvents(store, 1);
  await shop.queue();
  await shop.send();
  expect(await state()).toEqual([{ failing: true, disabled: false }]);
  isUp = true;
  await runUntil(shop, shop.clock() + HOUR);
  expect(await state()).toEqual([{ failing: false, disabled: false }]);
});

test("an example does not wait for a backlog, nor for a pause", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const receiver = await aReceiver(() => ({ status: 503, headers: { "retry-after": "1800" } }), shop.clock);
  const { id } = await anEndpoint(store, receiver);
  await someEvents(store, 60);
  await shop.queue();
  await shop.send();
  const before = receiver.received.length;
  const example = () => ({ subject: "list.updated", body: '{"timestamp":"2026-11-18T12:00:00Z","number":0}' });
  await store.inStore((tx) => sendExample(tx, id, example, new Date(shop.clock())));
  await shop.send();
  expect(receiver.numbers().slice(before)).toEqual([0]); // and nothing else, because the receiver asked for a pause
  await someEvents(store, 1);
  await shop.queue();
  shop.forward(60_000);
  await shop.send();
  expect(receiver.received).toHaveLength(before + 1); // the pause goes on
});

test("a delivery that moves to another slot during its turn is sent again, and the queue stays right", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const receiver = await aReceiver(() => 200, shop.clock);
  await anEndpoint(store, receiver);
  await someEvents(store, 1);
  await shop.queue();
  const gate = Promise.withResolvers<void>();
  const { post } = aPost();
  const sending = shop.aSending({
    post: async (posted) => {
      await gate.promise;
      return post(posted);
    },
  });
  await sending.startTurns();
  await shop.ask("update webhook_deliveries set slot = (slot + 1) % 4");
  gate.resolve();
  await sending.settle();
  const queue = () =>
    shop.ask("select (queued - ended)::int as waiting, due_at < 'infinity' as due from webhook_turns");
  expect(await queue()).toEqual([{ waiting: 1, due: true }]);
  await shop.send();
  expect(receiver.received).toHaveLength(2);
  expect(await queue()).toEqual([{ waiting: 0, due: false }]);
});

test("what a worker delivered after its lease had ended is counted", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  let isUp = true;
  const receiver = await aReceiver(() => (isUp ? 200 : 500), shop.clock);
  await anEndpoint(store, receiver);
  await someEvents(store, 1);
  await shop.queue();
  const isOver = Promise.withResolvers<void>();
  const { post } = aPost();
  const slow = shop.aSending({
    post: async (posted) => {
      const answer = await post(posted);
      await isOver.promise;
      return answer;
    },
  });
  await slow.startTurns();
  await waitFor(() => receiver.received.length === 1, 10_000);
  isUp = false;
  shop.forward(31_000);
  await shop.send(); // another worker fails
  isOver.resolve();
  await slow.settle();
  expect(await shop.ask("select state from webhook_deliveries")).toEqual([{ state: 1 }]);
  expect(await shop.ask("select (queued - ended)::int as waiting from webhook_turns")).toEqual([{ waiting: 0 }]);
});

test("one success in five days keeps an endpoint enabled", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  let count = 0;
  const receiver = await aReceiver(() => (++count === 20 ? 200 : 500), shop.clock);
  await anEndpoint(store, receiver);
  const begun = shop.clock();
  for (let hours = 0; hours < 150; hours += 12) {
    await someEvents(store, 1);
    await shop.queue();
    await runUntil(shop, begun + hours * HOUR);
  }
  expect(count).toBeGreaterThan(20);
  expect(await shop.ask("select from webhook_endpoints where disabled_at is null")).toHaveLength(1);
});

test("410 disables an endpoint at once, and enabling it sends what still waits", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  let status = 410;
  const receiver = await aReceiver(() => status, shop.clock);
  const { id } = await anEndpoint(store, receiver);
  await shop.ask("update webhook_turns set at_once = 1");
  await someEvents(store, 5);
  await shop.queue();
  await shop.send();
  expect(receiver.received).toHaveLength(1);
  expect(await shop.ask("select disabled_because as because from webhook_endpoints")).toEqual([
    { because: "The receiver answered 410: it wants no more deliveries." },
  ]);
  shop.forward(DAY);
  await shop.send();
  expect(receiver.received).toHaveLength(1);

  status = 200;
  await store.inStore((tx) => enableEndpoint(tx, id));
  await shop.send();
  expect(new Set(receiver.numbers()).size).toBe(5);
  expect(await shop.ask("select (queued - ended)::int as waiting from webhook_turns")).toEqual([{ waiting: 0 }]);
});

test("Retry-After is kept for the delivery and for the endpoint", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  let isBusy = true;
  const receiver = await aReceiver(
    () => (isBusy ? { status: 429, headers: { "retry-after": "120" } } : 200),
    shop.clock,
  );
  await anEndpoint(store, receiver);
  await someEvents(store, 1);
  await shop.queue();
  await shop.send();
  const begun = shop.clock();
  isBusy = false;
  await someEvents(store, 3);
  await shop.queue();
  shop.forward(119_000);
  await shop.send();
  expect(receiver.received).toHaveLength(1);
  await runUntil(shop, begun + HOUR);
  expect(receiver.received).toHaveLength(5);
  expect(Math.min(...receiver.received.slice(1).map(({ at }) => at - begun))).toBeGreaterThanOrEqual(120_000);
});

test("a redirect is a failure, and its target is not called", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const target = await aReceiver();
  const receiver = await aReceiver(() => ({ status: 301, headers: { location: target.url } }));
  await anEndpoint(store, receiver);
  await someEvents(store, 1);
  await shop.queue();
  await shop.send();
  expect(target.connections()).toBe(0);
  const [{ problem } = { problem: "" }] = await shop.ask<{ problem: string }>("select problem from webhook_deliveries");
  expect(problem).toContain("Redirects are not followed");
});

test("a receiver that was down for a day gets every event, none missing", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  let isUp = false;
  const receiver = await aReceiver(() => (isUp ? 200 : 500), shop.clock);
  await anEndpoint(store, receiver);
  const begun = shop.clock();
  for (let round = 0; round < 24; round += 1) {
    await someEvents(store, 5);
    await shop.queue();
    await runUntil(shop, begun + round * HOUR);
  }
  const failed = receiver.received.length;
  expect(failed).toBeGreaterThan(100); // control: it was tried, and failed
  isUp = true;
  await runUntil(shop, begun + 3 * DAY);
  const accepted = receiver.received.slice(failed);
  const byId = new Map(
    accepted.map(({ headers, body }) => [headers["webhook-id"], JSON.parse(body) as { number: number }]),
  );
  const numbers = [...byId.values()].map(({ number }) => number).toSorted((a, b) => a - b);
  const sent = await shop.ask<{ number: number }>(
    "select number::int as number from webhook_deliveries group by number order by number",
  );
  expect(numbers).toHaveLength(120);
  expect(numbers).toEqual(sent.map(({ number }) => number));
  expect(await shop.ask("select from webhook_deliveries where state <> 1")).toEqual([]);
});

test("a receiver that hangs is disabled after five days, although no event is tried a third time", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const receiver = await aReceiver(() => 504, shop.clock);
  await anEndpoint(store, receiver);
  const becauses = async () =>
    (await shop.ask<{ because: string | null }>("select disabled_because as because from webhook_endpoints"))[0]
      ?.because;
  /** As after 120 failed turns of one new event each, the last of which was a minute ago. */
  const haveFailed = (days: number) =>
    shop.ask(
      "update webhook_turns set failing_since = $1, failed_at = $2, failed_turns = 120, is_troubled = true, paused_until = '-infinity', due_at = $2",
      [new Date(shop.clock() - days * DAY), new Date(shop.clock() - 60_000)],
    );
  await someEvents(store, 1);
  await shop.queue();
  await haveFailed(4.9);
  await shop.send();
  expect(await becauses()).toBeNull();
  await someEvents(store, 1);
  await shop.queue();
  await haveFailed(5.1);
  await shop.send();
  expect(await becauses()).toBe(
    "Every delivery has failed for five days. The last problem: The receiver answered 504.",
  );
});

test("failed turns of long ago do not disable an endpoint that fails again", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const receiver = await aReceiver(() => 500, shop.clock);
  await anEndpoint(store, receiver);
  await shop.ask("update webhook_turns set failing_since = $1, failed_at = $2, failed_turns = 120", [
    new Date(shop.clock() - 8 * DAY),
    new Date(shop.clock() - 7 * DAY),
  ]);
  await someEvents(store, 1);
  await shop.queue();
  await shop.send();
  expect(await shop.ask("select disabled_at from webhook_endpoints")).toEqual([{ disabled_at: null }]);
  expect(await shop.ask("select failed_turns as failed from webhook_turns")).toEqual([{ failed: 1 }]);
});

test("an example that fails changes nothing of the endpoint's health, unless the receiver is gone", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  let status = 500;
  const { id } = await anEndpoint(store, await aReceiver(() => status, shop.clock));
  const health = () =>
    shop.ask(
      "select at_once, is_troubled, failed_turns, failing_since, failed_at, problem, paused_until from webhook_turns",
    );
  const before = await health();
  const send = async () => {
    await store.inStore((tx) =>
      sendExample(tx, id, () => ({ subject: "list.updated", body: "{}" }), new Date(shop.clock())),
    );
    await shop.send();
  };
  await send();
  expect(await shop.ask("select state, status from webhook_deliveries")).toEqual([{ state: 2, status: 500 }]);
  expect(await health()).toEqual(before);
  status = 410;
  await send();
  expect(await shop.ask("select from webhook_endpoints where disabled_at is not null")).toHaveLength(1);
});

test.each([500, 410])("a turn to the old URL that ends with %i says nothing about the new one", async (status) => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const [old, receiver] = [await aReceiver(() => status), await aReceiver()];
  const { id } = await anEndpoint(store, old);
  await someEvents(store, 3);
  await shop.queue();
  const gate = Promise.withResolvers<void>();
  const { post } = aPost();
  const slow = shop.aSending({
    post: async (posted) => {
      const answer = await post(posted);
      await gate.promise;
      return answer;
    },
  });
  await slow.startTurns();
  await waitFor(() => old.received.length > 0, 10_000);
  await store.inStore((tx) => updateEndpoint(tx, (url) => url, id, { url: receiver.url }));
  await shop.send(); // at once, while the lease of the turn to the old URL goes on
  expect(new Set(receiver.numbers()).size).toBe(3);
  const before = await shop.ask("select * from webhook_turns");
  gate.resolve();
  await slow.settle();
  expect(await shop.ask("select * from webhook_turns")).toEqual(before);
  expect(before).toMatchObject([{ is_troubled: false, failed_turns: 0, problem: null }]);
  expect(await shop.ask("select disabled_at from webhook_endpoints")).toEqual([{ disabled_at: null }]);
});

/** A name as long as DNS allows, which leads nowhere. */
const LONG_HOST = `${Array.from({ length: 3 }, () => "a".repeat(63)).join(".")}.${"b".repeat(49)}.example.com`;

test("the problem of a long host is cut, and what ends together with it is recorded", async () => {
  const shop = await aWebhookShop();
  const [store, other] = [await shop.aStore(), await shop.aStore()];
  const receiver = await aReceiver();
  const { id } = await anEndpoint(store, { url: `https://${LONG_HOST}/` });
  await anEndpoint(other, receiver);
  for (const one of [store, other]) await someEvents(one, 2);
  await shop.queue();
  await shop.send();
  expect(receiver.received).toHaveLength(2);
  expect(await shop.ask("select from webhook_deliveries where state = 1")).toHaveLength(2);
  const [{ problem, failed } = { problem: "", failed: 0 }] = await shop.ask<{ problem: string; failed: number }>(
    "select problem, failed_turns as failed from webhook_turns where endpoint_id = $1",
    [id],
  );
  expect(problem).toHaveLength(200);
  expect(problem).toMatch(/^The host is not on the public internet, so it is not called: aaa/);
  expect(failed).toBe(1);
});

test("a turn whose result the database refuses costs no other endpoint its turn", async () => {
  const shop = await aWebhookShop();
  const [store, other] = [await shop.aStore(), await shop.aStore()];
  const receiver = await aReceiver();
  await anEndpoint(store, { url: "https://hooks.example.com/" });
  const { id } = await anEndpoint(other, receiver);
  for (const one of [store, other]) await someEvents(one, 1);
  await shop.queue();
  const { post } = aPost();
  let answered = 0;
  const isOver = Promise.withResolvers<void>();
  const sending = shop.aSending({
    post: async (posted) => {
      const isGood = posted.url === receiver.url;
      const answer = isGood ? await post(posted) : { status: 70_000, retryAfter: null, body: "" }; // no smallint
      answered += 1;
      if (answered === 2) isOver.resolve();
      await isOver.promise; // both turns end in the same moment
      return answer;
    },
  });
  expect(await sending.startTurns()).toBe(2);
  const begun = performance.now();
  await sending.settle();
  expect(performance.now() - begun).toBeLessThan(10_000); // nobody waits until the lease ends
  expect(await shop.ask("select endpoint_id::text as id, state from webhook_deliveries where state = 1")).toEqual([
    { id, state: 1 },
  ]);
  expect(await shop.ask("select endpoint_id::text as id from webhook_turns where state = 0")).toEqual([{ id }]);
});

test("an endpoint that fails is tried one at a time, and recovers to several at once", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  let isUp = false;
  const receiver = await aReceiver(() => (isUp ? 200 : 500), shop.clock);
  await anEndpoint(store, receiver);
  const state = async () =>
    (await shop.ask<{ at_once: number; is_troubled: boolean }>("select at_once, is_troubled from webhook_turns"))[0];
  await someEvents(store, 60);
  await shop.queue();
  await shop.send();
  expect(receiver.received.length).toBeLessThanOrEqual(8); // not all sixty use up a try
  expect(await state()).toEqual({ at_once: 1, is_troubled: true });
  isUp = true;
  await runUntil(shop, shop.clock() + 2 * DAY);
  expect(await state()).toEqual({ at_once: 16, is_troubled: false });
  expect(await shop.ask("select from webhook_deliveries where state <> 1")).toEqual([]);
});

test("a receiver that refuses some messages still gets the others quickly", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const receiver = await aReceiver(({ body }) =>
    (JSON.parse(body) as { number: number }).number % 4 === 0 ? 422 : 200,
  );
  await anEndpoint(store, receiver);
  await someEvents(store, 40);
  await shop.queue();
  await shop.send();
  const states = await shop.ask("select state, count(*)::int as count from webhook_deliveries group by 1 order by 1");
  expect(states).toEqual([
    { state: 0, count: 10 },
    { state: 1, count: 30 },
  ]);
});

test("after a worker dies in the middle, another sends what it had not recorded, and nothing is lost", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const receiver = await aReceiver(() => 200, shop.clock);
  await anEndpoint(store, receiver);
  await someEvents(store, 10);
  await shop.queue();
  // The answers reach this worker only after its lease has ended: as if it had stood still.
  const { post } = aPost();
  const { promise: isOver, resolve: wakeUp } = Promise.withResolvers<void>();
  const dying = shop.aSending({
    post: async (posted) => {
      const answer = await post(posted);
      await isOver;
      return answer;
    },
  });
  expect(await dying.startTurns()).toBe(1);
  await shop.send();
  expect(receiver.received.length).toBeLessThanOrEqual(4); // the lease keeps others away
  shop.forward(31_000);
  await shop.send();
  expect(new Set(receiver.numbers()).size).toBe(10);
  const before = await shop.ask("select state, lease, ended::int from webhook_turns");
  wakeUp();
  await dying.settle();
  expect(await shop.ask("select state, lease, ended::int from webhook_turns")).toEqual(before);
  expect(await shop.ask("select from webhook_deliveries where state <> 1")).toEqual([]);
});

test("deliveries that are queued during a turn get the next one", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const { post } = aPost();
  const gate = Promise.withResolvers<void>();
  const receiver = await aReceiver();
  await anEndpoint(store, receiver);
  await someEvents(store, 1);
  await shop.queue();
  const sending = shop.aSending({
    post: async (posted) => {
      await gate.promise;
      return post(posted);
    },
  });
  await sending.startTurns();
  await someEvents(store, 3);
  await shop.queue();
  expect(await sending.startTurns()).toBe(0);
  gate.resolve();
  await sending.settle();
  await shop.send();
  expect(new Set(receiver.numbers()).size).toBe(4);
});

test("during a rotation deliveries verify with the old and with the new secret, afterwards with the new one", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const receiver = await aReceiver();
  const { id, secret } = await anEndpoint(store, receiver);
  const record = await store.record();
  const next = await store.inStore((tx) => rotateWebhookSecret(tx, record, id, 3_600));
  await someEvents(store, 1);
  await shop.queue();
  await shop.send();
  const [first = { headers: {}, body: "" }] = receiver.received;
  for (const one of [secret, next]) expect(new Webhook(one).verify(first.body, first.headers)).toBeDefined();

  await shop.ask("update webhook_endpoints set old_secret_until = '2020-01-01'");
  await someEvents(store, 1);
  await shop.queue();
  await shop.send();
  const second = receiver.received[1] ?? first;
  expect(new Webhook(next).verify(second.body, second.headers)).toBeDefined();
  expect(() => new Webhook(secret).verify(second.body, second.headers)).toThrow("No matching signature");
});

test("a second rotation does not take away the secret that the receiver still has", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const receiver = await aReceiver();
  const { id, secret } = await anEndpoint(store, receiver);
  const record = await store.record();
  const rotate = (seconds: number) => store.inStore((tx) => rotateWebhookSecret(tx, record, id, seconds));
  await rotate(3_600);
  await expect(rotate(3_600)).rejects.toMatchObject({ type: "secret-rotating" });
  await someEvents(store, 1);
  await shop.queue();
  await shop.send();
  const [first = { headers: {}, body: "" }] = receiver.received;
  expect(new Webhook(secret).verify(first.body, first.headers)).toBeDefined();
  await rotate(0); // a secret that became known ends at once
});

test("secrets are sealed in the database", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const { secret } = await anEndpoint(store, { url: "https://hooks.example.com/" });
  const [row] = await shop.ask<{ sealed: Buffer }>("select sealed_secret as sealed from webhook_endpoints");
  const plain = Buffer.from(secret.slice(6), "base64");
  expect(row?.sealed.includes(plain)).toBe(false);
  expect(row?.sealed.includes(secret)).toBe(false);
});

test("endpoints that hang delay neither the others of their store nor those of other stores", async () => {
  const shop = await aWebhookShop({ post: aPost({ timeoutMs: 15_000 }).post });
  const [store, other] = [await shop.aStore(), await shop.aStore()];
  const hanging = await aReceiver(() => "hang");
  const receiver = await aReceiver(() => 200);
  for (let count = 0; count < 20; count += 1) await anEndpoint(store, hanging);
  for (const one of [store, other]) await anEndpoint(one, receiver);
  await someEvents(store, 5);
  await someEvents(other, 5);
  await shop.queue();
  const sending = shop.aSending();
  const begun = performance.now();
  const looking = setInterval(() => void sending.startTurns(), 50);
  while (receiver.received.length < 10) await new Promise((resolve) => setTimeout(resolve, 20));
  const took = performance.now() - begun;
  clearInterval(looking);
  await sending.stop();
  expect(hanging.received.length).toBeGreaterThan(0); // control: they were called, and hang
  expect(took).toBeLessThan(7_500); // half the time of one call that hangs
});

test("a worker that stops gives back what it has not begun", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const receiver = await aReceiver();
  await anEndpoint(store, receiver);
  await shop.ask("update webhook_turns set at_once = 1");
  await someEvents(store, 20);
  await shop.queue();
  const sending = shop.aSending();
  await sending.startTurns();
  await sending.stop();
  const begun = receiver.received.length;
  expect(begun).toBeLessThan(20);
  expect(await shop.ask("select from webhook_deliveries where state = 1")).toHaveLength(begun);
  await shop.send(); // another worker, at once
  expect(receiver.received).toHaveLength(20);
});

test("an endpoint with too much waiting is disabled before it fills the disk", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const receiver = await aReceiver(() => 500);
  await anEndpoint(store, receiver);
  await someEvents(store, 1);
  await shop.queue();
  await shop.ask("update webhook_turns set queued = 1000001");
  await shop.send();
  expect(await shop.ask("select disabled_because as because from webhook_endpoints")).toEqual([
    { because: "More than 1,000,000 deliveries were waiting." },
  ]);
});
