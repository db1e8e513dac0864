import { type ID, Order, type RequestContext, type TransactionalConnection } from "@vendure/core";

const PAGE = 100;
/** `updatedAt` has no time zone: it may be in that of the database, or of the program that wrote it. No two are further apart
 *  around UTC than this. */
const ZONES_MS = 15 * 60 * 60_000;

/** The ids of the placed orders that changed since, in pages. */
export async function* walkOrders(
  connection: TransactionalConnection,
  ctx: RequestContext,
  since: Date,
): AsyncGenerator<ID[]> {
  const from = new Date(since.getTime() - ZONES_MS);
  let last: ID | undefined;
  while (true) {
    const query = connection
      .getRepository(ctx, Order)
      .createQueryBuilder("order")
      .select("order.id", "id")
      .where("order.updatedAt >= :from", { from })
      .andWhere("order.orderPlacedAt IS NOT NULL")
      .orderBy("order.id")
      .limit(PAGE);
    if (last !== undefined) query.andWhere("order.id > :last", { last });
    const page = (await query.getRawMany<{ id: ID }>()).map(({ id }) => id);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1);
  }
}
