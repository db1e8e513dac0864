import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

interface LocationRow {
  readonly id: string;
  readonly sales_channels?: readonly (object | null)[] | null;
}

/** All stock locations. Medusa sells from one only through a sales channel that it is linked to: without any, such as a returns
 *  warehouse, what is there cannot be bought. */
export async function findLocations(
  container: MedusaContainer,
): Promise<{ readonly id: string; readonly isSelling: boolean }[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "stock_location",
    fields: ["id", "sales_channels.id"],
  });
  return (data as LocationRow[]).map(({ id, sales_channels }) => ({
    id,
    isSelling: (sales_channels ?? []).some((channel) => channel !== null),
  }));
}
