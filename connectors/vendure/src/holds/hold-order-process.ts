import { ConfigService, type Injector, type OrderProcess } from "@vendure/core";
import { HoldService } from "./hold.service";
import { setOrderOfContext } from "./order-of-context";

/** Runs before the shop's own order processes: the stock check of a transition sees what the order claimed, and just before
 *  Vendure allocates for the order, the hold makes room for it, in the same transaction. */
export function createHoldOrderProcess(): OrderProcess<never> {
  let holds: HoldService;
  let config: ConfigService;
  return {
    init(injector: Injector) {
      holds = injector.get(HoldService);
      config = injector.get(ConfigService);
    },
    onTransitionStart(_from, _to, { ctx, order }) {
      setOrderOfContext(ctx, order.id);
    },
    async onTransitionEnd(from, to, { ctx, order }) {
      const { stockAllocationStrategy } = config.orderOptions;
      if (!(await stockAllocationStrategy.shouldAllocateStock(ctx, from, to, order))) return;
      const variantIds = order.lines.map(({ productVariantId }) => productVariantId);
      if (variantIds.length > 0) await holds.releaseForOrder(ctx, order.id, variantIds);
    },
  };
}
