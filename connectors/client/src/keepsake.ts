import { toBatches } from "./batches.ts";
import { fitLevel } from "./fit-level.ts";
import { fitOrder } from "./fit-order.ts";
import { fitVariant } from "./fit-variant.ts";
import type { HealthReport, Hold, HoldReport, Order, StockLevel, Variant } from "./records.ts";
import { type Connection, createSend } from "./send.ts";
import { sendBatch } from "./send-batch.ts";
import { toStockBatches } from "./stock-batches.ts";

export { eachOffer } from "./each-offer.ts";
export { KeepsakeError } from "./errors.ts";
export { createHealth, describeLeftOut, type Health } from "./health.ts";
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

  /** Sends all batches. A record that Keepsake refuses is left out and logged. */
  async function sendAll<One, Answer>(
    batches: readonly One[][],
    how: { call: (some: readonly One[]) => Promise<Answer>; nameOf: (one: One) => string },
  ) {
    const answers: Answer[] = [];
    const leftOut: string[] = [];
    for (const batch of batches) {
      const sent = await sendBatch(batch, how);
      for (const text of sent.leftOut) connection.log?.(`Left out ${text}`);
      answers.push(...sent.answers);
      leftOut.push(...sent.leftOut);
    }
    return { answers, leftOut };
  }

  return {
    /** Creates variants or updates them. Needs the scope `catalog`. */
    async upsertVariants(variants: readonly Variant[]): Promise<{ leftOut: readonly string[] }> {
      const { leftOut } = await sendAll(toBatches(variants.map(fitVariant), { max: VARIANTS_MAX }), {
        call: (some) => send("POST", "catalog/upsert", { variants: some }),
        nameOf: ({ epi }) => `the variant ${epi}`,
      });
      return { leftOut };
    },

    /** Reports stock. `changed` counts the reports that were newer than the known ones, `corrected` those of them with another
     *  quantity. Needs the scope `catalog`. */
    async setStock(
      levels: readonly StockLevel[],
    ): Promise<{ changed: number; corrected: number; leftOut: readonly string[] }> {
      const { answers, leftOut } = await sendAll(toStockBatches(levels.map(fitLevel), VARIANTS_MAX), {
        call: (some) => send<{ changed: number; corrected?: number }>("POST", "inventory/set", { levels: some }),
        nameOf: ({ epi }) => `the stock of ${epi}`,
      });
      const changed = answers.reduce((sum, answer) => sum + answer.changed, 0);
      const corrected = answers.reduce((sum, answer) => sum + (answer.corrected ?? 0), 0);
      return { changed, corrected, leftOut };
    },

    /** Reports orders, also changed and cancelled ones. Needs the scope `orders`. */
    async reportOrders(orders: readonly Order[]): Promise<{ leftOut: readonly string[] }> {
      const weight = ({ lines }: Order) => lines?.length ?? 0;
      const limits = { max: ORDERS_MAX, weightMax: ORDER_LINES_MAX, weight };
      const { leftOut } = await sendAll(toBatches(orders.map(fitOrder), limits), {
        call: (some) => send("POST", "orders/report", { orders: some }),
        nameOf: ({ id }) => `the order ${id}`,
      });
      return { leftOut };
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
