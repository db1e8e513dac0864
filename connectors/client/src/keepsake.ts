import { toBatches } from "./batches.ts";
import { fitOrder } from "./fit-order.ts";
import { fitVariant } from "./fit-variant.ts";
import type { HealthReport, Hold, HoldReport, Order, StockLevel, Variant } from "./records.ts";
import { type Connection, createSend } from "./send.ts";

export { KeepsakeError } from "./errors.ts";
export { createHealth, type Health } from "./health.ts";
export { createHoldKeeper, type Reservations } from "./keep-holds.ts";
export { ordersSince } from "./orders-since.ts";
export type { HealthReport, Hold, HoldReport, MarketOfVariant, Order, StockLevel, Variant } from "./records.ts";
export type { Connection } from "./send.ts";

/** The quantity of a variant whose stock the platform does not track: it can always be bought. */
export const UNTRACKED = 1_000_000;

const VARIANTS_MAX = 500;
const ORDERS_MAX = 100;
const ORDER_LINES_MAX = 2_000;
const HOLDS_MAX = 100;
/** A page has up to 100 holds. More pages than this mean an error, not 10,000 accepted offers. */
const HOLD_PAGES_MAX = 100;

export type Keepsake = ReturnType<typeof createKeepsake>;

/** The calls that a connector makes to one store of Keepsake. All of them may be repeated. */
export function createKeepsake(connection: Connection) {
  const send = createSend(connection);
  const { name, version } = connection;

  return {
    /** Creates variants or updates them. Needs the scope `catalog`. */
    async upsertVariants(variants: readonly Variant[]): Promise<void> {
      for (const batch of toBatches(variants.map(fitVariant), { max: VARIANTS_MAX }))
        await send("POST", "catalog/upsert", { variants: batch });
    },

    /** Reports stock. `changed` counts the reports that were newer than the known ones, `corrected` those of them with another
     *  quantity. Needs the scope `catalog`. */
    async setStock(levels: readonly StockLevel[]): Promise<{ changed: number; corrected: number }> {
      let changed = 0;
      let corrected = 0;
      for (const batch of toBatches(levels, { max: VARIANTS_MAX })) {
        const stored = await send<{ changed: number; corrected?: number }>("POST", "inventory/set", { levels: batch });
        changed += stored.changed;
        corrected += stored.corrected ?? 0;
      }
      return { changed, corrected };
    },

    /** Reports orders, also changed and cancelled ones. Needs the scope `orders`. */
    async reportOrders(orders: readonly Order[]): Promise<void> {
      const weight = ({ lines }: Order) => lines?.length ?? 0;
      for (const batch of toBatches(orders.map(fitOrder), { max: ORDERS_MAX, weightMax: ORDER_LINES_MAX, weight }))
        await send("POST", "orders/report", { orders: batch });
    },

    /** Says how this connector is doing, for the Connections page. Needs the scope `catalog`. */
    async report(health: HealthReport): Promise<void> {
      await send("POST", "connectors/report", { name, version, ...health });
    },

    /** Accepted offers: `open` lists what is to be reserved or released, `held` what is reserved. Needs the scope `alerts`. */
    async findHolds(state: "open" | "held" = "open"): Promise<Hold[]> {
      const found: Hold[] = [];
      let after = "";
      for (let pages = 0; pages < HOLD_PAGES_MAX; pages += 1) {
        const query = new URLSearchParams({ state, limit: String(HOLDS_MAX), ...(after ? { after } : {}) });
        const { holds, next } = await send<{ holds: Hold[]; next: string | null }>(
          "GET",
          `offers/holds?${query.toString()}`,
        );
        found.push(...holds);
        if (!next) return found;
        after = next;
      }
      // A list with an end cut off would make a reconcile release what is reserved.
      throw new Error(`Keepsake lists more than ${HOLD_PAGES_MAX} pages of ${state} holds.`);
    },

    /** Says what became of accepted offers at the platform. Needs the scope `alerts`. */
    async reportHolds(holds: readonly HoldReport[]): Promise<{ changed: number }> {
      let changed = 0;
      for (const batch of toBatches(holds, { max: HOLDS_MAX }))
        changed += (await send<{ changed: number }>("POST", "offers/holds/report", { holds: batch })).changed;
      return { changed };
    },
  };
}
