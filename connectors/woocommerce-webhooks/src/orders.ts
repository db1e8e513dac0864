import type { Order } from "../../client/src/keepsake.ts";
import type { Api } from "./api.ts";
import { readPages } from "./read-pages.ts";

type OrderRow = {
  readonly id: number;
  readonly status: string;
  readonly currency: string;
  readonly date_created_gmt: string;
  readonly billing: { readonly email: string };
  readonly line_items: readonly {
    readonly product_id: number;
    readonly variation_id: number;
    readonly quantity: number;
    readonly total: string;
    readonly total_tax: string;
  }[];
};

const PER_PAGE = 100;
const LINES_MAX = 200;
const BOUGHT = ["processing", "completed"];
const UNDONE = ["cancelled", "refunded"];

export async function readOrders(api: Api, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return [];
  return toOrders(await api.get<OrderRow[]>(`orders?include=${ids.join(",")}&per_page=${PER_PAGE}`));
}

export async function* readOrdersSince(api: Api, since: Date): AsyncGenerator<Order[]> {
  const from = encodeURIComponent(since.toISOString());
  for await (const rows of readPages<OrderRow>(api, `orders?modified_after=${from}&dates_are_gmt=true`))
    yield toOrders(rows);
}

const toOrders = (rows: readonly OrderRow[]): Order[] =>
  rows
    .filter(({ status }) => BOUGHT.includes(status) || UNDONE.includes(status))
    .map(({ id, status, currency, date_created_gmt, billing, line_items }) => ({
      id: String(id),
      currency,
      ...(billing.email ? { email: billing.email } : {}),
      occurredAt: `${date_created_gmt}Z`,
      ...(UNDONE.includes(status) ? { cancelled: true } : {}),
      lines: line_items
        .filter(({ product_id, quantity }) => product_id > 0 && quantity > 0)
        .slice(0, LINES_MAX)
        .map(({ product_id, variation_id, quantity, total, total_tax }) => ({
          epi: String(variation_id || product_id),
          quantity,
          price: Math.max(0, Math.round(((Number(total) + Number(total_tax)) / quantity) * 10_000) / 10_000),
        })),
    }));
