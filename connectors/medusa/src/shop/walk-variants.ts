import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

const PAGE = 500;
const DELETED_DAYS = 30;

/** The ids of all variants, in pages; also of those deleted lately, whose stock is reported as 0. */
export async function* walkVariants(container: MedusaContainer): AsyncGenerator<string[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const deletedSince = new Date(Date.now() - DELETED_DAYS * 86_400_000);
  let after = "";
  while (true) {
    const { data } = await query.graph({
      entity: "variant",
      fields: ["id"],
      filters: {
        $or: [{ deleted_at: null }, { deleted_at: { $gt: deletedSince } }],
        ...(after ? { id: { $gt: after } } : {}),
      },
      withDeleted: true,
      pagination: { take: PAGE, order: { id: "ASC" } },
    });
    const page = data as { id: string }[];
    if (page.length > 0) yield page.map(({ id }) => id);
    if (page.length < PAGE) return;
    after = page.at(-1)?.id ?? "";
  }
}
