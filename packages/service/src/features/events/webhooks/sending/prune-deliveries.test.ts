import { expect, test } from "vitest";
import { anEndpoint, aReceiver, aWebhookShop, someEvents } from "../../../../../test/fixtures/webhooks.ts";
import { disableEndpoint } from "../endpoints/disable-endpoint.ts";
import { createPruneDeliveries } from "./prune-deliveries.ts";

const DAY = 86_400_000;

test("deliveries go after five to eight days, except those that an enabled endpoint still waits for", async () => {
  const shop = await aWebhookShop();
  const { db } = shop.service.deps;
  const prune = () => createPruneDeliveries(shop.service.deps)(db);
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
