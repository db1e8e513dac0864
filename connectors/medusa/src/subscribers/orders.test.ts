import { expect, test, vi } from "vitest";

// Medusa itself is not installed where this test runs.
vi.mock("../modules/keepsake", () => ({ KEEPSAKE: "keepsake" }));
vi.mock("../shop/read-order", () => ({ readOrders: async (_: unknown, ids: string[]) => ids.map((id) => ({ id })) }));
vi.mock("../shop/read-catalog", () => ({}));
vi.mock("../shop/read-stock", () => ({}));

test("an order does not wait for a Keepsake that never answers", async () => {
  const { default: ordersChanged } = await import("./orders.ts");
  const asked: unknown[] = [];
  const keepsake = {
    calls: {
      reportOrders: (orders: unknown) => {
        asked.push(orders);
        return new Promise(() => undefined);
      },
    },
  };
  const args = { event: { data: { id: "order_1" } }, container: { resolve: () => keepsake } };
  await ordersChanged(args as unknown as Parameters<typeof ordersChanged>[0]);
  expect(asked).toEqual([]);
  await vi.waitFor(() => expect(asked).toEqual([[{ id: "order_1" }]]));
});
