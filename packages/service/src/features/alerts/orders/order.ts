import type { PlanId, ShopperId, SubscriptionId, VariantId } from "../../../platform/ids.ts";

/** What led to a line of an order. The numbers are those of the table: 1 to 3, the strongest
 *  first; 0 is nothing. */
export const TOUCHES = { none: 0, click: 1, delivery: 2, save: 3 } as const;

/** The last click on an alert, delivered alert or saved item before an order. A saved item has no topic. */
export type Touch =
  | { readonly kind: "none" }
  | {
      readonly kind: "click" | "delivery";
      readonly at: Date;
      readonly topic: string;
      readonly planId: PlanId;
      readonly subscriptionId: SubscriptionId;
    }
  | { readonly kind: "save"; readonly at: Date };

/** Units of one variant in an order. */
export const QUANTITY_MAX = 1_000_000;

/** All units of one variant in an order. */
export type OrderLine = {
  readonly variantId: VariantId;
  readonly quantity: number;
  /** What they cost together, in ten-thousandths of the currency. */
  readonly amount: bigint;
};

/** Whose order it is, as far as the shop says so. */
export type Buyer = { readonly addressHash: string | null; readonly shopperId: ShopperId | null };

/** An order as the shop's server reports it. */
export type ReportedOrder = Buyer & {
  readonly id: string;
  readonly currency: string;
  readonly occurredAt: Date;
  readonly isCancelled: boolean;
  /** Each variant once. Variants that the catalogue does not know are left out. */
  readonly lines: readonly ReportedLine[];
};
/** `markets`: in which markets it was bought; absent when the shop does not say. */
export type ReportedLine = OrderLine & { readonly markets?: readonly string[] };

export type StoredLine = OrderLine & { readonly touch: Touch };
export type StoredOrder = Omit<ReportedOrder, "lines"> & { readonly lines: readonly StoredLine[] };
