import { type ID, ProductVariant, type RequestContext, type TransactionalConnection } from "@vendure/core";

const PAGE = 500;
const DELETED_DAYS = 30;

/** The ids of all variants, in pages; also of those deleted lately, whose stock is reported as 0. */
export async function* walkVariants(connection: TransactionalConnection, ctx: RequestContext): AsyncGenerator<ID[]> {
  const deletedSince = new Date(Date.now() - DELETED_DAYS * 86_400_000);
  let last: ID | undefined;
  while (true) {
    const query = connection
      .getRepository(ctx, ProductVariant)
      .createQueryBuilder("variant")
      .select("variant.id", "id")
      .where("(variant.deletedAt IS NULL OR variant.deletedAt > :deletedSince)", { deletedSince })
      .orderBy("variant.id")
      .limit(PAGE);
    if (last !== undefined) query.andWhere("variant.id > :last", { last });
    const page = (await query.getRawMany<{ id: ID }>()).map(({ id }) => id);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1);
  }
}
