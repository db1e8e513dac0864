import { Args, Mutation, Resolver } from "@nestjs/graphql";
import type { UpdateOrderItemsResult } from "@vendure/common/lib/generated-shop-types";
import { Permission } from "@vendure/common/lib/generated-types";
import {
  ActiveOrderService,
  Allow,
  Ctx,
  type ErrorResultUnion,
  type Order,
  OrderService,
  type RequestContext,
  Transaction,
  UserInputError,
} from "@vendure/core";
import { gql } from "graphql-tag";
import { HoldService } from "./hold.service";
import { setOrderOfContext } from "./order-of-context";

export const claimSchema = gql`
  extend type Mutation {
    "Puts what an accepted offer of Keepsake reserves into the active order. Repeating it changes nothing."
    claimKeepsakeOffer(offer: String!): UpdateOrderItemsResult!
  }
`;

/** The page behind an accepted offer calls it. Who knows the offer, a random id from the mail, may claim it. */
@Resolver()
export class ClaimResolver {
  constructor(
    private holds: HoldService,
    private activeOrders: ActiveOrderService,
    private orders: OrderService,
  ) {}

  @Transaction()
  @Mutation()
  @Allow(Permission.UpdateOrder, Permission.Owner)
  async claimKeepsakeOffer(
    @Ctx() ctx: RequestContext,
    @Args() { offer }: { offer: string },
  ): Promise<ErrorResultUnion<UpdateOrderItemsResult, Order>> {
    // Before the order is read: of two clicks, the second waits here and finds the units in the order.
    const holds = (await this.holds.lock(ctx, offer)).filter(({ until }) => until.getTime() > Date.now());
    const [first] = holds;
    if (!first) throw new UserInputError("This offer is over, or what it reserved was bought already.");
    const { id: orderId } = await this.activeOrders.getActiveOrder(ctx, undefined, true);
    await this.holds.claim(ctx, offer, orderId);
    setOrderOfContext(ctx, orderId);
    // Of an order that exists already, Vendure's active order has no lines.
    const order = await this.orders.findOne(ctx, orderId);
    if (!order) throw new UserInputError("The active order is gone. Open the link again.");

    const reserved = holds.reduce((sum, { units }) => sum + units, 0);
    const inOrder = order.lines
      .filter(({ productVariantId }) => String(productVariantId) === String(first.productVariantId))
      .reduce((sum, { quantity }) => sum + quantity, 0);
    if (inOrder >= reserved) return order;
    return this.orders.addItemToOrder(ctx, orderId, first.productVariantId, reserved - inOrder);
  }
}
