import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

interface LocationRow {
  readonly id: string;
  readonly sales_channels?: readonly (object | null)[] | null;
}

const DELETED_DAYS = 30;

/** All stock locations, also those deleted lately, so that their stock in Keepsake becomes 0. Medusa sells from one only through a
 *  sales channel that it is linked to: without any, such as a returns warehouse, what is there cannot be bought. */
export async function findLocations(container: MedusaContainer): Promise<Location[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "stock_location",
    fields: ["id", "sales_channels.id"],
  });
  // Asked for separately: together with deleted locations, Medusa returns the channels that were unlinked, too.
  const { data: deleted } = await query.graph({
    entity: "stock_location",
    fields: ["id"],
    filters: { deleted_at: { $gt: new Date(Date.now() - DELETED_DAYS * 86_400_000) } },
    withDeleted: true,
  });
  return [
    ...(data as LocationRow[]).map(({ id, sales_channels }) => ({
      id,
      isSelling: (sales_channels ?? []).some((channel) => channel !== null),
      isDeleted: false,
    })),
    ...(deleted as LocationRow[]).map(({ id }) => ({ id, isSelling: false, isDeleted: true })),
  ];
}

type Location = { readonly id: string; readonly isSelling: boolean; readonly isDeleted: boolean };
