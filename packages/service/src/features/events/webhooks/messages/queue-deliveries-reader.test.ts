import { expect, test } from "vitest";
import { anEndpoint, anEvent, aWebhookShop, someEvents } from "../../../../../test/fixtures/webhooks.ts";
import type { OutboxEvent } from "../../../../platform/outbox/events.ts";
import { disableEndpoint } from "../endpoints/disable-endpoint.ts";
import { queueDeliveriesReader } from "./queue-deliveries-reader.ts";

const HOOK = { url: "https://hooks.example.com/" };

test("each event is queued once for every endpoint of its store that wants it", async () => {
  const shop = await aWebhookShop();
  const [store, other, none] = [await shop.aStore(), await shop.aStore(), await shop.aStore()];
  const all = await anEndpoint(store, HOOK);
  const some = await anEndpoint(store, { ...HOOK, subjects: ["list.updated", "item.added"] });
  await anEndpoint(store, { ...HOOK, subjects: ["item.added"] });
  const theirs = await anEndpoint(other, HOOK);
  for (const one of [store, other, none]) await someEvents(one, 2);
  await shop.queue();
  await shop.queue();
  const rows = await shop.ask<{ endpoint: string; subject: string; count: number }>(
    "select endpoint_id::text as endpoint, subject, count(*)::int from webhook_deliveries group by 1, 2 order by 1",
  );
  expect(rows).toEqual([all, some, theirs].map(({ id }) => ({ endpoint: id, subject: "list.updated", count: 2 })));
});

test("internal events never leave", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  await anEndpoint(store, HOOK);
  await store.set({ lists: { itemsMax: 500 } }); // announces store.changed
  await shop.queue();
  expect(await shop.ask("select from outbox where subject = 'store.changed'")).not.toEqual([]);
  expect(await shop.ask("select subject from webhook_deliveries")).toEqual([]);
});

test("a disabled endpoint gets no events", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const { id } = await anEndpoint(store, HOOK);
  await store.inStore((tx) => disableEndpoint(tx, id));
  await someEvents(store, 1);
  await shop.queue();
  expect(await shop.ask("select from webhook_deliveries")).toEqual([]);
});

test("a page of events of stores without endpoints costs one statement and writes nothing", async () => {
  const shop = await aWebhookShop();
  const { stores, variants, db } = shop.service.deps;
  const store = await shop.aStore();
  const events = Array.from({ length: 5_000 }, (_, index) => ({
    id: String(index),
    number: String(index),
    storeId: store.id,
    subject: "list.updated",
    payload: { listId: "7", publicListId: "x", shopperId: "8" },
    createdAt: new Date(),
  })) as unknown as OutboxEvent[];
  let isWoken = false;
  const wake = () => {
    isWoken = true;
  };
  const reader = queueDeliveriesReader({ hot: db.hot, stores, variants, wake });
  let statements = 0;
  await db.asWorker((tx) => {
    const counted = ((...args: Parameters<typeof tx>) => {
      statements += 1;
      return tx(...args);
    }) as typeof tx;
    return reader.handleOnce(Object.assign(counted, tx), events);
  });
  expect(statements).toBe(1);
  expect(isWoken).toBe(false);
});

test("a list, a shopper and a variant that are gone leave their ids empty, and the event is sent all the same", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  await anEndpoint(store, HOOK);
  await store.inStore(anEvent);
  await shop.queue();
  const [row] = await shop.ask<{ body: string }>("select body from webhook_deliveries");
  expect(JSON.parse(row?.body ?? "{}")).toMatchObject({ data: { lid: expect.any(String), regid: null } });
});
