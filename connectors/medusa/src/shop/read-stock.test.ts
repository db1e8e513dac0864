import type { MedusaContainer } from "@medusajs/framework/types";
import { expect, test, vi } from "vitest";

// Medusa itself is not installed where this test runs.
vi.mock("@medusajs/framework/utils", () => ({ ContainerRegistrationKeys: { QUERY: "query" } }));
vi.mock("keepsake-connector", () => ({ UNTRACKED: 1_000_000 }));
const findHeld = vi.hoisted(() => vi.fn<() => Promise<object[]>>());
vi.mock("../holds/find-held", () => ({ findHeld }));

const berlin = { location_id: "berlin", stocked_quantity: 1, reserved_quantity: 0 };
const aVariant = ({ level = berlin, manage_inventory = true } = {}) => ({
  id: "v",
  manage_inventory,
  product: { status: "published" },
  inventory_items: [{ required_quantity: 1, inventory_item_id: "i", inventory: { id: "i", location_levels: [level] } }],
});
const held = (id: string) => ({
  id,
  inventory_item_id: "i",
  location_id: "berlin",
  quantity: 1,
  metadata: { keepsake_variant: "v" },
});

/** A shop whose variants are read one after the other, as they are listed here. */
function aShop(variants: object[], { deleted = [] as object[] } = {}) {
  let reads = 0;
  const graph = async ({
    entity,
    fields,
    withDeleted,
  }: {
    entity: string;
    fields: string[];
    withDeleted?: boolean;
  }) => {
    if (entity === "stock_location")
      return { data: withDeleted ? deleted : [{ id: "berlin", sales_channels: [{ id: "web" }] }] };
    const isStock = fields.includes("manage_inventory");
    const data = [variants[Math.min(reads, variants.length - 1)]];
    if (isStock) reads += 1;
    return { data };
  };
  const container = { resolve: () => ({ graph }) } as unknown as MedusaContainer;
  return { container, reads: () => reads };
}

async function quantitiesOf(container: MedusaContainer) {
  const { readStock } = await import("./read-stock.ts");
  return (await readStock(container, ["v"])).map(({ location, quantity }) => [location, quantity]);
}

test("a reservation that a claim replaces during the read does not make its unit disappear", async () => {
  const { container, reads } = aShop([aVariant({ level: { ...berlin, reserved_quantity: 1 } })]);
  findHeld.mockResolvedValueOnce([held("old")]).mockResolvedValue([held("new")]);
  expect(await quantitiesOf(container)).toEqual([["berlin", 1]]);
  expect(reads()).toBe(2);
});

test("reservations that never stand still are read three times, and what changed does not count", async () => {
  const { container, reads } = aShop([aVariant({ level: { ...berlin, reserved_quantity: 1 } })]);
  let id = 0;
  findHeld.mockImplementation(async () => [held(`${(id += 1)}`)]);
  expect(await quantitiesOf(container)).toEqual([["berlin", 0]]);
  expect(reads()).toBe(3);
});

test("a location that was deleted lately has nothing, also of a variant that is not tracked", async () => {
  findHeld.mockResolvedValue([]);
  const { container } = aShop([aVariant({ manage_inventory: false })], { deleted: [{ id: "paris" }] });
  expect(await quantitiesOf(container)).toEqual([
    ["berlin", 1_000_000],
    ["paris", 0],
  ]);
});
