import { Injectable } from "@nestjs/common";
import { RequestContextService, ScheduledTask, TransactionalConnection } from "@vendure/core";
import { ordersSince } from "keepsake-connector";
import { HoldPoller } from "./holds/poll-holds";
import { KeepsakeService } from "./keepsake.service";
import { CatalogReader } from "./read-catalog";
import { OrderReader } from "./read-order";
import { StockReader } from "./read-stock";
import { walkOrders } from "./walk-orders";
import { walkVariants } from "./walk-variants";

const EVERY_15_MINUTES = "*/15 * * * *";
const TIMEOUT = "14m";

/** Compares everything with Keepsake, and so finds what no event reported. */
@Injectable()
export class Reconciler {
  /** When the last one that succeeded began. Lost at a restart: then the next one reads the orders of a day. */
  private reconciledFrom: number | undefined;

  constructor(
    private contexts: RequestContextService,
    private connection: TransactionalConnection,
    private stock: StockReader,
    private catalog: CatalogReader,
    private orders: OrderReader,
    private keepsake: KeepsakeService,
    private holds: HoldPoller,
  ) {}

  async run(): Promise<{ readonly checked: number; readonly corrected: number }> {
    const startedAt = Date.now();
    const total = { checked: 0, corrected: 0 };
    try {
      const ctx = await this.contexts.create({ apiType: "admin" });
      for await (const page of walkVariants(this.connection, ctx)) {
        await this.keepsake.calls.upsertVariants(await this.catalog.read(ctx, page));
        const levels = await this.stock.read(ctx, page);
        total.corrected += (await this.keepsake.calls.setStock(levels)).corrected;
        total.checked += levels.length;
      }
      for await (const page of walkOrders(this.connection, ctx, ordersSince(this.reconciledFrom, startedAt)))
        await this.keepsake.calls.reportOrders(await this.orders.read(ctx, page));
      await this.holds.reconcile();
    } catch (error) {
      await this.keepsake.health.failed(error);
      throw error;
    }
    this.reconciledFrom = startedAt;
    await this.keepsake.health.reconciled({ startedAt, ...total });
    return total;
  }
}

/** Vendure's scheduler runs it in one worker at a time, and its administration shows the result. */
export const createReconcileTask = (schedule = EVERY_15_MINUTES) =>
  new ScheduledTask({
    id: "keepsake-reconcile",
    description: "Compares products, prices, stock and new orders with Keepsake",
    schedule,
    timeout: TIMEOUT,
    preventOverlap: true,
    execute: ({ injector }) => injector.get(Reconciler).run(),
  });
