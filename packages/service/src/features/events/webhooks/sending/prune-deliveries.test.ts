import { expect, test } from "vitest";
import { anEndpoint, aReceiver, aWebhookShop, someEvents } from "../../../../../test/fixtures/webhooks.ts";
import { disableEndpoint } from "../endpoints/disable-endpoint.ts";
import { createPruneDeliveries } from "./prune-deliveries.ts";

const DAY = 86_400_000;

test("deliveries go after five to eight days, except those that an enabled endpoint still waits for", async () => {
  const shop = await aWebhookShop();
  const { db } = shop.service.deps;
  const prune = () => createPruneDeliveries({ ...shop.service.deps, testClock: shop.clock })(db);
  shop.forward((DAY + DAY / 2 - (shop.clock() % DAY)) % DAY); // noon: nothing is emptied at the end of a day
  const store = await shop.aStore();
  const [working, failing, disabled] = [await aReceiver(), await aReceiver(() => 500), await aReceiver(() => 500)];
  for (const receiver of [working, failing]) await anEndpoint(store, receiver);
  const { id } = await anEndpoint(store, disabled);
  await someEvents(store, 1);
  await shop.queue();
  await shop.send();
  await store.inStore((tx) => disableEndpoint(tx, id));
  const count = async () => (await shop.ask("select from webhook_deliveries")).length;
  for (let day = 0; day < 5; day += 1) {
    await prune();
    expect(await count()).toBe(3);
    shop.forward(DAY);
  }
  for (let day = 5; day < 8; day += 1) {
    await prune();
    shop.forward(DAY);
  }
  const left = await shop.ask<{ state: number; moved: boolean }>(
    "select state, slot <> webhook_slot(created_at) as moved from webhook_deliveries",
  );
  expect(left).toEqual([{ state: 0, moved: true }]);
  failing.received.length = 0;
  await shop.send();
  expect(failing.received).toHaveLength(1);
});

test("a partition is emptied only well inside the days of another one, so that nothing new is lost", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  await anEndpoint(store, await aReceiver());
  await someEvents(store, 1);
  await shop.queue();
  await shop.send();
  const slotOf = async (at: string) =>
    (await shop.ask<{ slot: number }>("select webhook_slot($1::timestamptz) as slot", [at]))[0]?.slot;
  const first = (await slotOf("2026-11-18T12:00:00Z")) === (await slotOf("2026-11-19T12:00:00Z")) ? 18 : 19;
  await shop.ask("update webhook_deliveries set slot = (webhook_slot($1::timestamptz) + 1) % 4", [
    `2026-11-${first}T12:00:00Z`,
  ]);
  const empties = async (at: string) =>
    (await shop.ask<{ done: boolean }>("select empty_old_webhook_deliveries($1::timestamptz) as done", [at]))[0]?.done;
  expect(await empties(`2026-11-${first}T23:59:59Z`)).toBe(false); // the deliveries are not five days old yet
  expect(await empties(`2026-11-${first + 1}T23:00:00Z`)).toBe(false); // the slot is filled in an hour
  expect(await empties(`2026-11-${first + 1}T22:59:59Z`)).toBe(true); // control
});
