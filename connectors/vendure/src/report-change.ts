import { Injectable } from "@nestjs/common";
import {
  type ID,
  ProductVariant,
  type RequestContext,
  RequestContextService,
  TransactionalConnection,
} from "@vendure/core";
import { In, IsNull } from "typeorm";
import type { Change } from "./change";
import { KeepsakeService } from "./keepsake.service";
import { KnownLocations } from "./known-locations";
import { CatalogReader } from "./read-catalog";
import { OrderReader } from "./read-order";
import { StockReader } from "./read-stock";
import { walkVariants } from "./walk-variants";

/** Reads again what a change names, and reports it to Keepsake. */
@Injectable()
export class ChangeReporter {
  constructor(
    private contexts: RequestContextService,
    private connection: TransactionalConnection,
    private knownLocations: KnownLocations,
    private stock: StockReader,
    private catalog: CatalogReader,
    private orders: OrderReader,
    private keepsake: KeepsakeService,
  ) {}

  async report({ kind, ids }: Change): Promise<{ readonly reported: number }> {
    const ctx = await this.contexts.create({ apiType: "admin" });
    switch (kind) {
      case "stock":
        return this.reportStock(ctx, ids);
      case "variants":
        return this.reportVariants(ctx, ids);
      case "products":
        return this.reportVariants(ctx, await this.findVariantsOf(ctx, ids));
      case "order":
        return this.reportOrders(ctx, ids);
      case "location-gone":
        return this.reportGone(ctx, ids);
    }
  }

  private async reportStock(ctx: RequestContext, ids: readonly ID[]) {
    const levels = await this.stock.read(ctx, ids);
    await this.keepsake.calls.setStock(levels);
    return { reported: levels.length };
  }

  /** With the stock, because a variant that was switched off cannot be bought. */
  private async reportVariants(ctx: RequestContext, ids: readonly ID[]) {
    if (ids.length === 0) return { reported: 0 };
    await this.keepsake.calls.upsertVariants(await this.catalog.read(ctx, ids));
    return this.reportStock(ctx, ids);
  }

  private async reportOrders(ctx: RequestContext, ids: readonly ID[]) {
    const orders = await this.orders.read(ctx, ids);
    await this.keepsake.calls.reportOrders(orders);
    return { reported: orders.length };
  }

  private async findVariantsOf(ctx: RequestContext, productIds: readonly ID[]) {
    const variants = await this.connection.getRepository(ctx, ProductVariant).find({
      select: { id: true },
      where: { productId: In([...productIds]), deletedAt: IsNull() },
      loadEagerRelations: false,
    });
    return variants.map(({ id }) => id);
  }

  /** A deleted location has no stock rows any more, so its stock is taken back from all variants. */
  private async reportGone(ctx: RequestContext, locationIds: readonly ID[]) {
    let reported = 0;
    for await (const page of walkVariants(this.connection, ctx)) {
      const levels = await this.stock.read(ctx, page, locationIds);
      await this.keepsake.calls.setStock(levels);
      reported += levels.length;
    }
    await this.knownLocations.forget(ctx, locationIds);
    return { reported };
  }
}
