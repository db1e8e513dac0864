import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { Order } from "keepsake-connector";
import { type OrderItem, toOrderLine } from "./to-order-line";

interface OrderRow {
  readonly id: string;
  readonly email: string | null;
  readonly currency_code: string;
  readonly created_at: string | Date;
  readonly status: string;
  readonly items: readonly OrderItem[];
}

/** Reads orders as Keepsake wants them. */
export async function readOrders(container: MedusaContainer, ids: readonly string[]): Promise<Order[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "order",
    // "total" makes Medusa calculate the totals of the items.
    fields: ["id", "email", "currency_code", "created_at", "status", "items.*", "items.detail.*", "total"],
    filters: { id: [...ids] },
  });
  return (data as OrderRow[]).map(({ id, email, currency_code, created_at, status, items }) => ({
    id,
    currency: currency_code.toUpperCase(),
    ...(email ? { email } : {}),
    occurredAt: new Date(created_at).toISOString(),
    cancelled: status === "canceled",
    lines: items.flatMap((item) => toOrderLine(item) ?? []),
  }));
}
