import { Injectable } from "@nestjs/common";
import { RequestContextService, ScheduledTask, TransactionalConnection } from "@vendure/core";
import { ordersSince } from "keepsake-connector";
import { HoldPoller } from "./holds/poll-holds";
import { KeepsakeService } from "./keepsake.service";
import { KnownLocations } from "./known-locations";
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
  /** When the last one that succeeded began. Lost at a restart: then the next one reads the orders of two weeks. */
  private reconciledFrom: number | undefined;

  constructor(
    private contexts: RequestContextService,
    private connection: TransactionalConnection,
    private stock: StockReader,
    private catalog: CatalogReader,
    private orders: OrderReader,
    private keepsake: KeepsakeService,
    private knownLocations: KnownLocations,
    private holds: HoldPoller,
  ) {}

  async run(): Promise<Compared> {
    try {
      return await this.compare();
    } catch (error) {
      await this.keepsake.health.failed("reconcile", error);
      throw error;
    }
  }

  private async compare(): Promise<Compared> {
    const startedAt = Date.now();
    const total = { checked: 0, corrected: 0 };
    const leftOut: string[] = [];
    const ctx = await this.contexts.create({ apiType: "admin" });
    const { calls, health } = this.keepsake;

    const reportStock = async () => {
      const gone = await this.knownLocations.findGone(ctx);
      for await (const page of walkVariants(this.connection, ctx)) {
        leftOut.push(...(await calls.upsertVariants(await this.catalog.read(ctx, page))).leftOut);
        const levels = await this.stock.read(ctx, page, gone);
        const set = await calls.setStock(levels);
        leftOut.push(...set.leftOut);
        total.corrected += set.corrected;
        total.checked += levels.length;
      }
      await this.knownLocations.forget(ctx, gone);
    };
    const reportOrders = async () => {
      for await (const page of walkOrders(this.connection, ctx, ordersSince(this.reconciledFrom, startedAt)))
        leftOut.push(...(await calls.reportOrders(await this.orders.read(ctx, page))).leftOut);
    };

    // What fails in one part must not keep the others back.
    const errors: unknown[] = [];
    for (const part of [reportStock, reportOrders, () => this.holds.reconcile()])
      await part().catch((error) => errors.push(error));
    if (errors.length > 0) throw errors[0];
    this.reconciledFrom = startedAt;
    await health.reconciled({ startedAt, ...total, leftOut });
    return total;
  }
}

type Compared = { readonly checked: number; readonly corrected: number };

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
