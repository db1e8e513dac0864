import { type Static, Type } from "typebox";
import { nullable } from "../../../platform/http/wire.ts";
import { formatDecimal, parseDecimal } from "../../../platform/text/decimal.ts";
import { MARKET_NAME_MAX, readVariantName } from "../../catalog/variants/wire.ts";
import { invalidOrder, tooManyLines } from "../errors.ts";
import { platformId } from "../wire.ts";
import { QUANTITY_MAX, TOUCHES } from "./order.ts";
import type { OrderOutcome } from "./report-orders.ts";

const ORDERS_MAX = 100;
const LINES_MAX = 200;
/** Of all orders of a call. */
const LINES_OF_CALL_MAX = 2_000;
const PRICE_MAX = 9_999_999_999;

const OrderIn = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: "The shop's id of the order" }),
  currency: Type.String({ pattern: "^[A-Z]{3}$", examples: ["EUR"], description: "ISO 4217" }),
  email: Type.Optional(Type.String({ maxLength: 254, description: "Of the buyer. Only its hash is stored" })),
  regid: Type.Optional(
    Type.String({ maxLength: 100, description: "Of the buyer. Counts where the email address has no account" }),
  ),
  occurredAt: Type.String({ maxLength: 40, description: "ISO 8601 with a zone, e.g. 2026-11-15T09:30:00Z" }),
  cancelled: Type.Optional(Type.Boolean({ description: "The order was cancelled: it counts no more" })),
  lines: Type.Optional(
    Type.Array(
      Type.Object({
        epi: platformId,
        market: Type.Optional(
          Type.String({
            maxLength: MARKET_NAME_MAX,
            description:
              "The market that it was bought in. Without it, the alerts of the buyer for the variant end in all markets",
          }),
        ),
        quantity: Type.Integer({ minimum: 1, maximum: QUANTITY_MAX }),
        price: Type.Union(
          [
            Type.Number({ minimum: 0, maximum: PRICE_MAX }),
            Type.String({ pattern: "^\\d{1,10}(\\.\\d{1,4})?$", examples: ["19.99"] }),
          ],
          { description: "What one unit cost, with up to four decimals" },
        ),
      }),
      { maxItems: LINES_MAX },
    ),
  ),
});
export const OrdersIn = Type.Object({ orders: Type.Array(OrderIn, { minItems: 1, maxItems: ORDERS_MAX }) });
type SentOrder = Static<typeof OrderIn>;

/** An order whose buyer and variants are not looked up yet. */
export type SentOrderParts = {
  readonly id: string;
  readonly currency: string;
  readonly email: string | undefined;
  readonly regid: string | undefined;
  readonly occurredAt: Date;
  readonly isCancelled: boolean;
  readonly lines: readonly {
    readonly platformId: string;
    readonly market: string | null;
    readonly quantity: number;
    readonly amount: bigint;
  }[];
};

/** The last of several reports of one order counts. */
export function readOrders({ orders }: Static<typeof OrdersIn>): SentOrderParts[] {
  const lines = orders.reduce((sum, order) => sum + (order.lines?.length ?? 0), 0);
  if (lines > LINES_OF_CALL_MAX) throw tooManyLines(lines, LINES_OF_CALL_MAX);
  return [...new Map(orders.map((order) => [order.id, readOrder(order)])).values()];
}

function readOrder({ id, currency, email, regid, occurredAt, cancelled = false, lines = [] }: SentOrder) {
  return {
    id,
    currency,
    email,
    regid,
    occurredAt: toTime(id, occurredAt),
    isCancelled: cancelled,
    lines: lines.map(({ epi, market, quantity, price }) => ({
      ...readVariantName({ epi, market }),
      quantity,
      amount: BigInt(quantity) * toAmount(id, price),
    })),
  };
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;
function toTime(id: string, text: string): Date {
  const time = new Date(text);
  if (!INSTANT.test(text) || Number.isNaN(time.getTime()))
    throw invalidOrder(id, "occurredAt must be a time with a zone, such as 2026-11-15T09:30:00Z");
  return time;
}

/** A number is rounded to four decimals; a text has no more. */
function toAmount(id: string, price: number | string): bigint {
  const amount = parseDecimal(typeof price === "string" ? price : price.toFixed(4));
  if (amount === undefined) throw invalidOrder(id, "price must be an amount such as 19.99, with up to four decimals");
  return amount;
}

export const OrdersOut = Type.Object({
  orders: Type.Array(
    Type.Object({
      id: Type.String(),
      state: Type.String({ description: "stored, replaced, unchanged or cancelled" }),
      currency: Type.String(),
      lines: Type.Array(
        Type.Object({
          epi: Type.String(),
          quantity: Type.Integer(),
          amount: Type.String({ description: "What the units cost together" }),
          because: Type.String({ description: `What led to it: ${Object.keys(TOUCHES).join(", ")}` }),
          topic: nullable(Type.String()),
          plan: nullable(Type.String()),
          at: nullable(Type.String({ format: "date-time" })),
        }),
        { description: "Without variants that the catalogue does not know" },
      ),
    }),
  ),
});

export const orderRecord =
  (platformIds: ReadonlyMap<string, string>) =>
  ({ order, state }: OrderOutcome) => ({
    id: order.id,
    state,
    currency: order.currency,
    lines: order.lines.map(({ variantId, quantity, amount, touch }) => ({
      epi: platformIds.get(variantId) ?? "",
      quantity,
      amount: formatDecimal(amount),
      because: touch.kind,
      topic: "topic" in touch ? touch.topic : null,
      plan: "planId" in touch ? touch.planId : null,
      at: "at" in touch ? touch.at.toISOString() : null,
    })),
  });
