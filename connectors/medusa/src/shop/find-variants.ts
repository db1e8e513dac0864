import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

/** The variants of these inventory items. */
export async function findVariantsOfItems(container: MedusaContainer, itemIds: readonly string[]): Promise<string[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "inventory_item",
    fields: ["variants.id"],
    filters: { id: [...itemIds] },
  });
  return idsOf((data as Owner[]).flatMap(({ variants }) => variants ?? []));
}

/** The inventory items of these variants. */
export async function findItemsOfVariants(container: MedusaContainer, variantIds: readonly string[]) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "variant",
    fields: ["inventory_items.inventory_item_id"],
    filters: { id: [...variantIds] },
  });
  const rows = data as { inventory_items?: readonly ({ inventory_item_id: string } | null)[] | null }[];
  const itemIds = rows.flatMap(({ inventory_items }) => inventory_items ?? []);
  return [...new Set(itemIds.flatMap((item) => item?.inventory_item_id ?? []))];
}

/** The variants of these products, also of deleted ones: Medusa deletes a product without an event for its variants. */
export async function findVariantsOfProducts(container: MedusaContainer, productIds: readonly string[]) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "variant",
    fields: ["id"],
    filters: { product_id: [...productIds] },
    withDeleted: true,
  });
  return idsOf(data as Row[]);
}

/** The variants that these prices belong to. */
export async function findVariantsOfPrices(container: MedusaContainer, priceIds: readonly string[]) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "price",
    fields: ["price_set.variant.id"],
    filters: { id: [...priceIds] },
  });
  return idsOf((data as { price_set?: { variant?: Row | null } | null }[]).map(({ price_set }) => price_set?.variant));
}

interface Row {
  readonly id: string;
}
interface Owner {
  readonly variants?: readonly (Row | null)[] | null;
}

const idsOf = (rows: readonly (Row | null | undefined)[]) => [...new Set(rows.flatMap((row) => (row ? [row.id] : [])))];
