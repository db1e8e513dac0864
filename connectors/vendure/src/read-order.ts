import { Injectable } from "@nestjs/common";
import { ConfigService, type ID, Order, type RequestContext, TransactionalConnection } from "@vendure/core";
import type { Order as ReportedOrder } from "keepsake-connector";
import { In } from "typeorm";
import { PublicIds } from "./public-ids";

/** Reads placed orders as Keepsake wants them. */
@Injectable()
export class OrderReader {
  private minorUnits: number;

  constructor(
    private connection: TransactionalConnection,
    private publicIds: PublicIds,
    { entityOptions }: ConfigService,
  ) {
    this.minorUnits = 10 ** (entityOptions.moneyStrategy?.precision ?? 2);
  }

  /** Leaves out orders that are not placed. */
  async read(ctx: RequestContext, orderIds: readonly ID[]): Promise<ReportedOrder[]> {
    const orders = await this.connection
      .getRepository(ctx, Order)
      .find({ where: { id: In([...orderIds]) }, relations: { customer: true, lines: true, surcharges: true } });
    return orders.flatMap((order) =>
      order.orderPlacedAt ? [{ ...this.toReported(order), occurredAt: order.orderPlacedAt.toISOString() }] : [],
    );
  }

  private toReported(order: Order): Omit<ReportedOrder, "occurredAt"> {
    return {
      id: order.code,
      currency: order.currencyCode,
      ...(order.customer ? { email: order.customer.emailAddress } : {}),
      cancelled: order.state === "Cancelled",
      lines: order.lines
        .filter(({ quantity }) => quantity > 0)
        .map((line) => ({
          epi: this.publicIds.encode(line.productVariantId),
          quantity: line.quantity,
          price: line.proratedUnitPriceWithTax / this.minorUnits,
        })),
    };
  }
}
