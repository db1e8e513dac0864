import type { ID, RequestContext } from "@vendure/core";

const orders = new WeakMap<RequestContext, ID>();

/** Says for which order the stock is asked, where the session does not: in a payment's webhook, or when an order is claimed. */
export const setOrderOfContext = (ctx: RequestContext, orderId: ID) => void orders.set(ctx, orderId);

export const orderOfContext = (ctx: RequestContext): ID | undefined => orders.get(ctx) ?? ctx.session?.activeOrderId;
