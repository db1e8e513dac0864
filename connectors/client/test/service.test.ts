import { expect, test } from "vitest";
import { aService, aStore } from "../../../packages/service/test/fixtures/service.ts";
import { createKeepsake } from "../src/keepsake.ts";

const service = aService();
const listening = service.http.listen({ port: 0, host: "127.0.0.1" });

test("the service stores what the client sends, and refuses a key without the scope", async () => {
  const store = await aStore(service, { scopes: ["catalog", "orders"] });
  const connection = { url: await listening, pid: store.pid, name: "test", version: "0.1.0" };
  const keepsake = createKeepsake({ ...connection, key: store.key });
  const occurredAt = new Date().toISOString();

  await keepsake.upsertVariants([
    { epi: 1, empi: 9, dt: "x".repeat(300), vi: "M", pr: 245, currency: "EUR", du: "https://shop.example/jacket" },
  ]);
  await expect(keepsake.setStock([{ epi: 1, location: "berlin", quantity: 3, occurredAt }])).resolves.toMatchObject({
    changed: 1,
  });
  await expect(keepsake.setStock([{ epi: 1, location: "berlin", quantity: 3, occurredAt }])).resolves.toMatchObject({
    changed: 0,
  });
  const lines = [{ epi: 1, quantity: 1, price: "245.00" }];
  await keepsake.reportOrders([{ id: "o-1", currency: "EUR", email: "ada@shop.example", occurredAt, lines }]);

  // What Keepsake refuses does not keep its neighbours back.
  const { leftOut } = await keepsake.reportOrders([
    { id: "o-2", currency: "EUR", email: "taro..x@docomo.example", occurredAt, lines },
    { id: "o-3", currency: "EUR", email: "ada@shop.example", occurredAt, lines },
  ]);
  expect(leftOut).toEqual([expect.stringMatching(/^the order o-2: .*email/)]);
  await expect(keepsake.upsertVariants([{ epi: "a\uFFFD" }, { epi: 2, dt: "M\uFFFDg \uD83D" }])).resolves.toEqual({
    leftOut: [expect.stringMatching(/characters that cannot be stored/)],
  });
  const set = await keepsake.setStock([
    { epi: "a\uFFFD", quantity: 1, occurredAt },
    { epi: 2, quantity: 5e9, occurredAt },
  ]);
  expect(set).toMatchObject({ changed: 1, leftOut: [expect.stringMatching(/^the stock of a/)] });

  const { key } = await store.aKey(["orders"]);
  await expect(createKeepsake({ ...connection, key }).upsertVariants([{ epi: 1 }])).rejects.toMatchObject({
    status: 403,
    type: "missing-scope",
  });
});
