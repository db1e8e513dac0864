import { expect, test } from "vitest";
import { type ItemsRow, toItems } from "./to-items.ts";

const aRow = (id: string): ItemsRow => ({
  id,
  inventory_items: [
    {
      required_quantity: 1,
      inventory: {
        id: "item",
        location_levels: [{ location_id: "berlin", stocked_quantity: "5", reserved_quantity: "3" }],
      },
    },
  ],
});
const aHold = (variant: string, quantity: number) => ({
  inventory_item_id: "item",
  location_id: "berlin",
  quantity,
  metadata: { keepsake_offer: "o", keepsake_until: "", keepsake_variant: variant, keepsake_units: quantity },
});
const heldOf = (id: string) => toItems(aRow(id), [aHold("a", 2), aHold("b", 1)])[0]?.stock[0]?.held;

test("of an item that variants share, each variant gets back only what was offered of itself", () => {
  expect(heldOf("a")).toBe(2);
  expect(heldOf("b")).toBe(1);
  expect(heldOf("c")).toBe(0);
});
