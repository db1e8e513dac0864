import type { Order } from "../../client/src/keepsake.ts";
import type { Shop } from "../../hosted/src/installations.ts";
import { type Api, BigCommerceError } from "./api.ts";
import { variantIdOf } from "./products.ts";
import type { Catalogue } from "./read-products.ts";

type OrderRow = {
  readonly id: number;
  readonly status_id: number;
  readonly currency_code: string;
  readonly date_created: string;
  readonly billing_address?: { readonly email?: string };
};
type OrderLine = {
  readonly product_id: number;
  readonly variant_id: number | null;
  readonly quantity: number;
  readonly price_inc_tax: string;
};

const ORDERS_PER_PAGE = 50;
const PAGES_MAX = 2_000;
const LINES_MAX = 200;
/** Shipped, partially shipped, awaiting pickup, awaiting shipment, completed, awaiting fulfilment, partially refunded. */
const BOUGHT: readonly number[] = [2, 3, 8, 9, 10, 11, 14];
/** Refunded, cancelled, declined. */
const UNDONE: readonly number[] = [4, 5, 6];

/** Reads orders that are paid, and those that are not any more. */
export function createOrders({ api, catalogue }: { api: Api; catalogue: Catalogue }) {
  async function toOrder(shop: Shop, row: OrderRow): Promise<Order | undefined> {
    const isUndone = UNDONE.includes(row.status_id);
    if (!isUndone && !BOUGHT.includes(row.status_id)) return undefined;
    const lines = (await api.get<OrderLine[]>(shop, `v2/orders/${row.id}/products?limit=${LINES_MAX}`)) ?? [];
    const sold = lines.filter(({ product_id, quantity }) => product_id > 0 && quantity > 0);
    const simple = await catalogue.findSimple(shop, [...new Set(sold.map(({ product_id }) => product_id))]);
    const email = row.billing_address?.email;
    return {
      id: String(row.id),
      currency: row.currency_code,
      ...(email ? { email } : {}),
      occurredAt: new Date(row.date_created).toISOString(),
      ...(isUndone ? { cancelled: true } : {}),
      lines: sold.map(({ product_id, variant_id, quantity, price_inc_tax }) => ({
        epi: simple.has(product_id) || !variant_id ? String(product_id) : variantIdOf(product_id, variant_id),
        quantity,
        price: Math.max(0, Number(price_inc_tax)),
      })),
    };
  }
  async function toOrders(shop: Shop, rows: readonly OrderRow[]): Promise<Order[]> {
    const orders: Order[] = [];
    for (const row of rows) {
      const order = await toOrder(shop, row);
      if (order) orders.push(order);
    }
    return orders;
  }

  return {
    async read(shop: Shop, ids: readonly string[]): Promise<Order[]> {
      const rows: OrderRow[] = [];
      for (const id of ids) {
        const row = await api.get<OrderRow>(shop, `v2/orders/${id}`).catch(ignoreMissing);
        if (row) rows.push(row);
      }
      return toOrders(shop, rows);
    },

    /** Each page begins at the number that was read last: by positions, an order that changes meanwhile would move others to a
     *  page that was read already. */
    async *readSince(shop: Shop, since: Date): AsyncGenerator<Order[]> {
      const from = encodeURIComponent(since.toISOString());
      let last = 0;
      for (let pages = 0; pages < PAGES_MAX; pages += 1) {
        const rows =
          (await api.get<OrderRow[]>(
            shop,
            `v2/orders?min_date_modified=${from}&min_id=${Math.max(1, last)}&sort=id:asc&limit=${ORDERS_PER_PAGE}`,
          )) ?? [];
        const unread = rows.filter(({ id }) => id > last);
        if (unread.length > 0) yield await toOrders(shop, unread);
        if (rows.length < ORDERS_PER_PAGE) return;
        last = unread.at(-1)?.id ?? last;
      }
      // Without an error, the newest orders would never be read.
      throw new Error(`More than ${PAGES_MAX * ORDERS_PER_PAGE} orders changed since ${since.toISOString()}.`);
    },
  };
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof BigCommerceError && error.status === 404) return undefined;
  throw error;
}
