import { UNTRACKED } from "../../client/src/keepsake.ts";
import type { Level, ReadVariant } from "../../hosted/src/platform.ts";
import type { SellingLocations } from "./locations.ts";
import { type InventoryItem, type Product, type StoreInfo, variantIdOf } from "./products.ts";

/** By the number of the variant: how many units the online shop can sell of each location. */
export type Inventory = ReadonlyMap<number, readonly Level[]>;

export const toInventory = (items: readonly InventoryItem[], sellsFrom: SellingLocations): Inventory =>
  new Map(
    items.flatMap(({ identity, locations }) =>
      identity.variant_id === null
        ? []
        : [
            [
              identity.variant_id,
              locations.map((one) => ({
                location: String(one.location_id),
                quantity: isSellingFrom(one, sellsFrom) ? unitsAt(one) : 0,
              })),
            ] as const,
          ],
    ),
  );

type Location = InventoryItem["locations"][number];

const isSellingFrom = ({ location_id, location_enabled }: Location, sellsFrom: SellingLocations) =>
  location_enabled && (sellsFrom === "all" || sellsFrom.includes(String(location_id)));

/** What is there and not kept as safety stock. A unit that could only be backordered is no stock. */
function unitsAt({ available_to_sell, total_inventory_onhand, settings }: Location): number {
  const onHand = (total_inventory_onhand ?? Number.POSITIVE_INFINITY) - (settings?.safety_stock ?? 0);
  return Math.max(0, Math.floor(Math.min(available_to_sell, onHand)));
}

/** A product, and each of its variants if it has options. A pre-order is no stock: the shop has nothing to send yet. */
export function toVariants(product: Product, inventory: Inventory, store: StoreInfo): ReadVariant[] {
  const isSold = product.is_visible && product.availability === "available";
  const levelsOf = (variant: Product["variants"][number]): readonly Level[] => {
    const levels = trackedLevels(product, variant, inventory);
    return isSold && !variant.purchasing_disabled ? levels : levels.map((level) => ({ ...level, quantity: 0 }));
  };

  const [only] = product.variants;
  if (product.base_variant_id !== null || !only)
    return [
      { variant: productRecord(product, store), levels: only ? levelsOf(only) : [{ location: "", quantity: 0 }] },
    ];
  const variants = product.variants.map((variant) => ({
    variant: {
      ...productRecord(product, store),
      epi: variantIdOf(product.id, variant.id),
      vi: variant.option_values.map(({ label }) => label).join(" / "),
      sku: variant.sku,
      ...prices(variant.price ?? product.price, variant.calculated_price),
      ...(variant.image_url ? { iu: variant.image_url } : {}),
    },
    levels: levelsOf(variant),
  }));
  // A heart in a grid of products knows no variant. If variants share their units, one that can be bought has them all.
  const buyable = product.variants.findIndex(({ purchasing_disabled }) => !purchasing_disabled);
  const all =
    product.inventory_tracking === "variant"
      ? variants.flatMap(({ levels }) => levels)
      : (variants[Math.max(0, buyable)]?.levels ?? []);
  return [{ variant: productRecord(product, store), levels: sum(all) }, ...variants];
}

function trackedLevels(product: Product, variant: Product["variants"][number], inventory: Inventory): readonly Level[] {
  const one = (quantity: number) => [{ location: "", quantity: Math.max(0, quantity) }];
  if (product.inventory_tracking === "none") return one(UNTRACKED);
  // All variants of such a product sell the same units.
  if (product.inventory_tracking === "product" && product.base_variant_id === null) return one(product.inventory_level);
  const levels = inventory.get(variant.id);
  if (levels && levels.length > 0) return levels;
  return one(product.inventory_tracking === "variant" ? variant.inventory_level : product.inventory_level);
}

function sum(levels: readonly Level[]): Level[] {
  const sums = new Map<string, number>();
  for (const { location, quantity } of levels)
    sums.set(location, Math.min(UNTRACKED, (sums.get(location) ?? 0) + quantity));
  return [...sums].map(([location, quantity]) => ({ location, quantity }));
}

const productRecord = (product: Product, { currency, secure_url }: StoreInfo) => ({
  epi: String(product.id),
  empi: String(product.id),
  dt: product.name,
  sku: product.sku,
  du: product.custom_url ? new URL(product.custom_url.url, secure_url).href : null,
  iu: product.primary_image?.url_standard ?? null,
  currency,
  ...prices(product.price, product.calculated_price),
});

const prices = (price: number, calculated: number) => ({
  pr: calculated,
  compareAtPrice: price > calculated ? price : null,
});
