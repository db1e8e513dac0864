import {
  type ID,
  type Injector,
  type OrderLine,
  type RequestContext,
  RequestContextCacheService,
  type StockLevel,
  type StockLocation,
  type StockLocationStrategy,
} from "@vendure/core";
import { HoldService } from "./hold.service";
import { orderOfContext } from "./order-of-context";

/** The shop's own strategy, except that units which are allocated for an accepted offer are available to the order that
 *  claimed it, and to no other. */
export class HoldStockStrategy implements StockLocationStrategy {
  private holds: HoldService;
  private cache: RequestContextCacheService;

  constructor(private inner: StockLocationStrategy) {}

  async init(injector: Injector) {
    this.holds = injector.get(HoldService);
    this.cache = injector.get(RequestContextCacheService);
    await this.inner.init?.(injector);
  }

  async destroy() {
    await this.inner.destroy?.();
  }

  async getAvailableStock(ctx: RequestContext, productVariantId: ID, stockLevels: StockLevel[]) {
    const stock = await this.inner.getAvailableStock(ctx, productVariantId, stockLevels);
    const own = await this.countOwn(ctx, productVariantId);
    return own === 0 ? stock : { ...stock, stockAllocated: stock.stockAllocated - own };
  }

  forAllocation(ctx: RequestContext, locations: StockLocation[], line: OrderLine, quantity: number) {
    return this.inner.forAllocation(ctx, locations, line, quantity);
  }
  forRelease(ctx: RequestContext, locations: StockLocation[], line: OrderLine, quantity: number) {
    return this.inner.forRelease(ctx, locations, line, quantity);
  }
  forSale(ctx: RequestContext, locations: StockLocation[], line: OrderLine, quantity: number) {
    return this.inner.forSale(ctx, locations, line, quantity);
  }
  forCancellation(ctx: RequestContext, locations: StockLocation[], line: OrderLine, quantity: number) {
    return this.inner.forCancellation(ctx, locations, line, quantity);
  }

  private async countOwn(ctx: RequestContext, variantId: ID): Promise<number> {
    const orderId = orderOfContext(ctx);
    if (orderId === undefined) return 0;
    // A page of products asks once for each variant.
    const holds = await this.cache.get(ctx, `keepsake-holds-${orderId}`, () => this.holds.findOfOrder(ctx, orderId));
    return holds
      .filter(({ productVariantId }) => String(productVariantId) === String(variantId))
      .reduce((sum, { units }) => sum + units, 0);
  }
}
