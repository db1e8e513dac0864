import {
  type ID,
  OrderPlacedEvent,
  OrderStateTransitionEvent,
  ProductEvent,
  ProductVariantEvent,
  StockLocationEvent,
  StockMovementEvent,
  type Type,
} from "@vendure/core";

/** Something happened at Vendure. A change names what is to be read again, and says nothing of what it is now. */
export type Change = {
  readonly kind: "stock" | "variants" | "products" | "order" | "location-gone";
  readonly ids: ID[];
  readonly at: number;
};

type Watched =
  | StockMovementEvent
  | ProductVariantEvent
  | ProductEvent
  | StockLocationEvent
  | OrderPlacedEvent
  | OrderStateTransitionEvent;

export const WATCHED: Type<Watched>[] = [
  StockMovementEvent,
  ProductVariantEvent,
  ProductEvent,
  StockLocationEvent,
  OrderPlacedEvent,
  OrderStateTransitionEvent,
];

/** What this event changes, if Keepsake needs to know it. */
export function toChange(event: Watched): Change | undefined {
  const at = event.createdAt.getTime();
  if (event instanceof StockMovementEvent)
    return { kind: "stock", ids: unique(event.stockMovements.map(({ productVariant }) => productVariant.id)), at };
  if (event instanceof ProductVariantEvent) return { kind: "variants", ids: event.entity.map(({ id }) => id), at };
  if (event instanceof ProductEvent) return { kind: "products", ids: [event.entity.id], at };
  if (event instanceof StockLocationEvent)
    return event.type === "deleted" ? { kind: "location-gone", ids: [event.entity.id], at } : undefined;
  if (event instanceof OrderStateTransitionEvent && event.toState !== "Cancelled") return undefined;
  return { kind: "order", ids: [event.order.id], at };
}

const unique = (ids: readonly ID[]) => [...new Set(ids)];
