import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

const PAGE = 100;

/** The ids of the orders that were placed or changed since, in pages. */
export async function* walkOrders(container: MedusaContainer, since: Date): AsyncGenerator<string[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  let after = "";
  while (true) {
    const { data } = await query.graph({
      entity: "order",
      fields: ["id"],
      filters: {
        updated_at: { $gte: since },
        is_draft_order: false,
        ...(after ? { id: { $gt: after } } : {}),
      },
      pagination: { take: PAGE, order: { id: "ASC" } },
    });
    const page = data as { id: string }[];
    if (page.length > 0) yield page.map(({ id }) => id);
    if (page.length < PAGE) return;
    after = page.at(-1)?.id ?? "";
  }
}
