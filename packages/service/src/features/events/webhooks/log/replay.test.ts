import { expect, test } from "vitest";
import type { TestStore } from "../../../../../test/fixtures/service.ts";
import {
  anEndpoint,
  aReceiver,
  aWebhookShop,
  someEvents,
  type WebhookShop,
} from "../../../../../test/fixtures/webhooks.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import { announce } from "../../../../platform/outbox/announce.ts";
import { disableEndpoint } from "../endpoints/disable-endpoint.ts";
import { replayDelivery } from "./replay-delivery.ts";
import { startReplay, type WantedRange } from "./start-replay.ts";

async function aFilledShop(events: number) {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const receiver = await aReceiver();
  await someEvents(store, events);
  await shop.queue();
  const { id } = await anEndpoint(store, receiver); // it was not there when the events happened
  const numbers = (await eventNumbers(shop, store)).slice(-events);
  return { shop, store, receiver, id, numbers };
}

/** The numbers of the store's events, as a reader of the outbox sees them. */
async function eventNumbers(shop: WebhookShop, store: TestStore): Promise<number[]> {
  const [row] = await shop.ask<{ last: number }>("select outbox_last_number($1)::int as last", [store.id]);
  return Array.from({ length: row?.last ?? 0 }, (_, index) => index + 1);
}

const replay = async (shop: WebhookShop, store: TestStore, id: EndpointId, range: WantedRange) => {
  await store.inStore((tx) => startReplay(tx, id, range, new Date(shop.clock())));
  await shop.replay();
  await shop.send();
};
const inOrder = (numbers: number[]) => [...new Set(numbers)].toSorted((a, b) => a - b);

test("a range of numbers is sent again, both ends included", async () => {
  const { shop, store, receiver, id, numbers } = await aFilledShop(30);
  const [fromNumber, toNumber] = [String(numbers[4]), String(numbers[11])];
  await replay(shop, store, id, { fromNumber, toNumber });
  expect(inOrder(receiver.numbers())).toEqual(numbers.slice(4, 12));
  expect(await shop.ask("select events, finished_at is not null as finished from webhook_replays")).toEqual([
    { events: 8, finished: true },
  ]);
});

test("a replayed event has the id and the body of the first delivery", async () => {
  const { shop, store, receiver, id } = await aFilledShop(0);
  await someEvents(store, 3);
  await shop.queue();
  await shop.send();
  await replay(shop, store, id, { fromTime: new Date(0) });
  const messages = Map.groupBy(receiver.received, ({ headers }) => headers["webhook-id"]);
  expect(messages.size).toBe(3);
  for (const [first, second] of messages.values()) expect(second?.body).toBe(first?.body);
});

test("a range of times is sent again", async () => {
  const { shop, store, receiver, id, numbers } = await aFilledShop(10);
  const times = await shop.ask<{ at: Date }>("select created_at as at from outbox where store_id = $1 order by id", [
    store.id,
  ]);
  const own = times.slice(-10).map(({ at }) => at);
  await replay(shop, store, id, { fromTime: own[3] ?? new Date(), toTime: own[6] ?? new Date() });
  const received = inOrder(receiver.numbers());
  expect(received).toEqual(expect.arrayContaining(numbers.slice(3, 7)));
  expect(received.length).toBeLessThanOrEqual(6); // times in PostgreSQL have more digits than in JavaScript
});

test("a replay of more than a page sends each event once and in order of its pages, with the endpoint's filter", async () => {
  const { shop, store, receiver, id } = await aFilledShop(0);
  await shop.ask("update webhook_endpoints set subjects = '{list.updated}'");
  await shop.ask(
    `insert into outbox (store_id, subject, payload) select $1, case when n % 5 = 0 then 'list.created' else 'list.updated' end,
       '{"listId": "7", "publicListId": "x", "shopperId": "8"}' from generate_series(1, 2500) as n`,
    [store.id],
  );
  await shop.queue();
  await shop.ask("truncate webhook_deliveries");
  await shop.ask("update webhook_turns set queued = 0, due_at = 'infinity'");
  await store.inStore((tx) => startReplay(tx, id, { fromNumber: "1" }, new Date(shop.clock())));
  for (let round = 0; round < 20; round += 1) {
    await shop.replay();
    await shop.send();
    shop.forward(3_000); // it waits while more than a thousand deliveries do
  }
  expect(receiver.received).toHaveLength(2_000);
  expect(new Set(receiver.numbers()).size).toBe(2_000);
});

test("only one replay of an endpoint runs at a time, and none of a disabled one", async () => {
  const { shop, store, id } = await aFilledShop(1);
  const start = () => store.inStore((tx) => startReplay(tx, id, { fromNumber: "1" }, new Date(shop.clock())));
  await start();
  await expect(start()).rejects.toMatchObject({ type: "replay-running" });
  await shop.replay();
  await start();
  await store.inStore((tx) => disableEndpoint(tx, id));
  await shop.replay();
  await expect(start()).rejects.toMatchObject({ type: "endpoint-disabled" });
  expect(await shop.ask("select finished_at is not null as finished, problem from webhook_replays")).toEqual([
    { finished: true, problem: "The endpoint was disabled before the replay had ended." },
  ]);
});

test("a replay that fails lets the others go first, and is given up with a reason", async () => {
  const shop = await aWebhookShop();
  const receiver = await aReceiver();
  const [broken, other] = [await shop.aStore(), await shop.aStore()];
  for (const store of [broken, other]) {
    await someEvents(store, 3);
    await shop.queue();
    const { id } = await anEndpoint(store, receiver);
    await store.inStore((tx) => startReplay(tx, id, { fromNumber: "1" }, new Date(shop.clock())));
  }
  const failing: typeof shop.toDeliveries = async (tx, events, replaying) => {
    if (replaying.storeId === broken.id) throw new Error("canceling statement due to statement timeout");
    return shop.toDeliveries(tx, events, replaying);
  };
  await shop.replay(failing);
  await shop.send();
  expect(new Set(receiver.numbers()).size).toBe(3);
  for (let round = 0; round < 10; round += 1) {
    shop.forward(300_000);
    await shop.replay(failing);
  }
  const given = await shop.ask(
    "select finished_at is not null as finished, problem from webhook_replays where store_id = $1",
    [broken.id],
  );
  expect(given).toEqual([
    { finished: true, problem: "The events could not be read. Start the replay again, with a smaller range." },
  ]);
});

test("a replay of events that are no longer kept says so", async () => {
  const { shop, store, id } = await aFilledShop(0);
  for (let round = 0; round < 3; round += 1) {
    await someEvents(store, 2);
    await shop.queue(); // makes a batch
  }
  await shop.ask(
    "delete from outbox_numbers where store_id = $1 and batch = (select min(batch) from outbox_numbers where store_id = $1)",
    [store.id],
  );
  await replay(shop, store, id, { fromNumber: "1" });
  const [{ problem } = { problem: null }] = await shop.ask<{ problem: string | null }>(
    "select problem from webhook_replays",
  );
  expect(problem).toMatch(/^Events before \d{4}-.+ are no longer kept\.$/);
});

/** Adds deliveries that wait for the endpoint, and are due at this time. */
const addWaiting = async (shop: WebhookShop, id: EndpointId, count: number, dueAt: Date) => {
  await shop.ask(
    `insert into webhook_deliveries (id, store_id, endpoint_id, number, subject, body, due_at)
     select n, store_id, endpoint_id, n, 'list.updated', '{}', $2 from webhook_turns, generate_series(1, $3::int) as n where endpoint_id = $1`,
    [id, dueAt, count],
  );
  await shop.ask("update webhook_turns set queued = queued + $2 where endpoint_id = $1", [id, count]);
};
const found = (shop: WebhookShop) =>
  shop.ask<{ events: number; finished: boolean; problem: string | null }>(
    "select events, finished_at is not null as finished, problem from webhook_replays",
  );
/** As if the outbox had been pruned: these batches of the store, the newest of which is 0, are gone. */
const prune = (shop: WebhookShop, store: TestStore, places: readonly number[]) =>
  shop.ask(
    `with last as (
       insert into outbox_last_numbers (store_id, last_number) select $1::int, outbox_last_number($1::int)
     ), numbered as (
       select batch, row_number() over (order by batch desc) - 1 as place from outbox_numbers where store_id = $1
     ) delete from outbox_numbers n using numbered
       where n.store_id = $1 and n.batch = numbered.batch and numbered.place = any($2::int[])`,
    [store.id, places],
  );
/** Three batches with events of lists, the first of which fills a page. */
async function threeBatches() {
  const filled = await aFilledShop(0);
  const { shop, store } = filled;
  await shop.ask(
    `insert into outbox (store_id, subject, payload)
     select $1, 'list.updated', '{"listId": "7", "publicListId": "x", "shopperId": "8"}' from generate_series(1, 1100)`,
    [store.id],
  );
  await shop.queue();
  for (let round = 0; round < 2; round += 1) {
    await someEvents(store, 2);
    await shop.queue();
  }
  await shop.ask("truncate webhook_deliveries");
  await shop.ask("update webhook_turns set queued = 0, due_at = 'infinity'");
  return filled;
}
const GAP = expect.stringMatching(/^Events before \d{4}-.+ are no longer kept\.$/);

test("a replay waits for deliveries that are due, not for those whose next try is hours away", async () => {
  const { shop, store, id } = await aFilledShop(3);
  const later = new Date(shop.clock() + 10 * 3_600_000);
  await addWaiting(shop, id, 1_500, later);
  await store.inStore((tx) => startReplay(tx, id, { fromNumber: "1" }, new Date(shop.clock())));
  await shop.ask("update webhook_deliveries set due_at = $1", [new Date(shop.clock() - 1_000)]);
  await shop.replay();
  expect(await found(shop)).toMatchObject([{ events: 0, finished: false }]); // control: they are due
  await shop.ask("update webhook_deliveries set due_at = $1", [later]);
  shop.forward(3_000);
  await shop.replay();
  expect(await found(shop)).toMatchObject([{ events: 3, finished: true }]);
});

test("events that are dropped while the first page waits are missed with a reason", async () => {
  const { shop, store, id } = await threeBatches();
  await addWaiting(shop, id, 1_500, new Date(shop.clock() - 1_000));
  await store.inStore((tx) => startReplay(tx, id, { fromNumber: "1" }, new Date(shop.clock())));
  await shop.replay();
  await prune(shop, store, [2, 3]);
  await shop.ask("truncate webhook_deliveries");
  shop.forward(3_000);
  await shop.replay();
  expect(await found(shop)).toEqual([{ events: 4, finished: true, problem: GAP }]);
});

test("events that are dropped between two pages are missed with a reason", async () => {
  const { shop, store, id } = await threeBatches();
  await store.inStore((tx) => startReplay(tx, id, { fromNumber: "1" }, new Date(shop.clock())));
  await shop.replay();
  expect(await found(shop)).toEqual([{ events: 1_100, finished: false, problem: null }]);
  await prune(shop, store, [1]);
  await shop.ask("truncate webhook_deliveries");
  shop.forward(3_000);
  await shop.replay();
  expect(await found(shop)).toEqual([{ events: 1_102, finished: true, problem: GAP }]);
});

test("a range of which no event is left, and nothing newer, is missed with a reason", async () => {
  const { shop, store, id } = await aFilledShop(5);
  const last = await eventNumbers(shop, store);
  await prune(shop, store, [0, ...last]);
  const kept = await shop.ask<{ at: Date }>("select max(created_at) + interval '1 second' as at from outbox_batches");
  for (const [range, problem] of [
    [{ fromNumber: "2" }, GAP],
    [{ fromNumber: "2", toNumber: "3" }, GAP],
    [{ fromTime: new Date(0) }, GAP],
    [{ fromNumber: String(last.length + 1) }, null], // control: these events are still to come
    [{ fromTime: kept[0]?.at ?? new Date() }, null], // control: nothing of that time was dropped
  ] as const) {
    await replay(shop, store, id, range);
    expect(await found(shop), `for ${JSON.stringify(range)}`).toEqual([{ events: 0, finished: true, problem }]);
  }
});

test("a range of the past is found among many batches of other stores", async () => {
  const { shop, store, receiver, id } = await aFilledShop(0);
  const other = await shop.aStore();
  for (let round = 0; round < 25; round += 1) {
    await someEvents(other, 2);
    await store.inStore((tx) =>
      announce(tx, "list.created", { listId: "7" as never, publicListId: "x", shopperId: "8" as never }),
    );
    await shop.queue(); // makes a batch
  }
  await shop.ask("truncate webhook_deliveries");
  await shop.ask("update webhook_turns set queued = 0, due_at = 'infinity'");
  const numbers = (await eventNumbers(shop, store)).slice(-25);
  for (const [from, to] of [
    [0, 24],
    [7, 7],
    [20, 24],
  ] as const) {
    receiver.received.length = 0;
    await replay(shop, store, id, { fromNumber: String(numbers[from]), toNumber: String(numbers[to]) });
    expect(inOrder(receiver.numbers())).toEqual(numbers.slice(from, to + 1));
  }
});

test("one delivery of the log is sent again, and the log gets a new line", async () => {
  const { shop, store, receiver, id } = await aFilledShop(0);
  await someEvents(store, 2);
  await shop.queue();
  await shop.send();
  const [row] = await shop.ask<{ id: string }>("select id::text from webhook_deliveries order by number limit 1");
  const again = await store.inStore((tx) => replayDelivery(tx, id, row?.id ?? "", new Date(shop.clock())));
  expect(again).not.toBe(row?.id);
  await shop.send();
  expect(receiver.received).toHaveLength(3);
  expect(receiver.received[2]?.body).toBe(
    receiver.received.find(({ body }) => body === receiver.received[2]?.body)?.body,
  );
  expect(await shop.ask("select from webhook_deliveries where state = 1")).toHaveLength(3);
  const other = await shop.aStore();
  await expect(
    other.inStore((tx) => replayDelivery(tx, id, row?.id ?? "", new Date(shop.clock()))),
  ).rejects.toMatchObject({ type: "unknown-endpoint" });
});
