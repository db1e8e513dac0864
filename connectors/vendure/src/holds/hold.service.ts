import { Inject, Injectable } from "@nestjs/common";
import {
  EventBus,
  type ID,
  Logger,
  ProductVariant,
  ProductVariantService,
  type RequestContext,
  RequestContextService,
  StockAdjustment,
  StockLevel,
  StockLocation,
  StockMovementEvent,
  TransactionalConnection,
} from "@vendure/core";
import { eachOffer, type Hold, type Reservations } from "keepsake-connector";
import { In, LessThan, MoreThan } from "typeorm";
import { KEEPSAKE_OPTIONS, type KeepsakeOptions, LOGGER_CONTEXT } from "../options";
import { PublicIds } from "../public-ids";
import { KeepsakeHold } from "./hold.entity";

const EXPIRED_AT_ONCE = 100;
const NO_ROW_LOCKS: readonly string[] = ["better-sqlite3", "sqlite", "sqljs"];

/** Units that are allocated for accepted offers. Vendure shows and counts them as allocated. */
@Injectable()
export class HoldService implements Reservations {
  private expiredUpTo: ID | undefined;

  constructor(
    private contexts: RequestContextService,
    private connection: TransactionalConnection,
    private variants: ProductVariantService,
    private events: EventBus,
    private publicIds: PublicIds,
    @Inject(KEEPSAKE_OPTIONS) private options: KeepsakeOptions,
  ) {}

  async reserve({ offer, epi, units, until, locations }: Hold) {
    const variantId = this.publicIds.decode(epi);
    return this.inTransaction(async (ctx) => {
      const variant = await this.connection.getRepository(ctx, ProductVariant).findOne({ where: { id: variantId } });
      if (!variant) return { refused: "Vendure has no such variant" };
      // Locked, so that two workers cannot reserve for one offer twice.
      const levels = (await this.lockLevels(ctx, [variantId])).filter(
        ({ stockLocationId }) => locations?.includes(this.publicIds.encode(stockLocationId)) ?? true,
      );
      const known = await this.find(ctx, offer);
      if (known[0]) return this.answer(known[0]);
      // The second condition matters where backorders are permitted: they sell more than is there.
      const holds = takeUnits(levels, units).map(
        ({ stockLocationId, taken }) =>
          new KeepsakeHold({
            offer,
            productVariantId: variantId,
            stockLocationId,
            units: taken,
            until: new Date(until),
          }),
      );
      const isSoldOut =
        (await this.variants.getSaleableStockLevel(ctx, variant)) < units ||
        holds.reduce((sum, hold) => sum + hold.units, 0) < units;
      if (isSoldOut) return { refused: "Sold out at Vendure" };
      const [first] = await this.connection.getRepository(ctx, KeepsakeHold).save(holds);
      if (!first) throw new Error(`The offer ${offer} is for no unit`);
      for (const hold of holds) await this.allocate(ctx, hold, hold.units);
      await this.publish(ctx, holds);
      return this.answer(first);
    });
  }

  async release(offer: string) {
    await this.inTransaction(async (ctx) => {
      const holds = await this.find(ctx, offer);
      if (holds.length === 0) return;
      await this.lockLevels(ctx, variantsOf(holds));
      await this.end(ctx, holds);
    });
  }

  async findOffers() {
    const ctx = await this.contexts.create({ apiType: "admin" });
    const holds = await this.connection.getRepository(ctx, KeepsakeHold).find({ select: { offer: true } });
    return [...new Set(holds.map(({ offer }) => offer))];
  }

  /** Also without an answer from Keepsake, nothing stays allocated for longer than was promised. Each offer has its own transaction,
   *  so that no order waits for many, and so that one that fails keeps no other back. */
  async releaseExpired() {
    const ctx = await this.contexts.create({ apiType: "admin" });
    const after = this.expiredUpTo === undefined ? {} : { id: MoreThan(this.expiredUpTo) };
    const holds = await this.connection
      .getRepository(ctx, KeepsakeHold)
      .find({ where: { until: LessThan(new Date()), ...after }, order: { id: "ASC" }, take: EXPIRED_AT_ONCE });
    // The next call goes on behind these: those that fail would otherwise stand first every time.
    this.expiredUpTo = holds.length < EXPIRED_AT_ONCE ? undefined : holds.at(-1)?.id;
    const offers = [...new Set(holds.map(({ offer }) => offer))].map((offer) => ({ offer }));
    return eachOffer(offers, ({ offer }) => this.release(offer));
  }

  /** Gives the units of an offer to an order, also if another order of the shopper had them. */
  async claim(ctx: RequestContext, offer: string, orderId: ID) {
    await this.connection.getRepository(ctx, KeepsakeHold).update({ offer }, { orderId });
  }

  /** The order is about to allocate these variants itself: Vendure reads a level and then writes its allocation as a whole, so that
   *  a hold made in between would not be counted. The lock lasts until the order's transaction ends. */
  async releaseForOrder(ctx: RequestContext, orderId: ID, variantIds: readonly ID[]) {
    if (this.canLock(ctx)) await this.lockLevels(ctx, variantIds);
    const holds = this.connection.getRepository(ctx, KeepsakeHold);
    await this.end(ctx, await holds.find({ where: { orderId, productVariantId: In([...variantIds]) } }));
  }

  find(ctx: RequestContext, offer: string) {
    return this.connection.getRepository(ctx, KeepsakeHold).find({ where: { offer } });
  }

  /** Keeps others from claiming or releasing these until the transaction ends. */
  lock(ctx: RequestContext, offer: string) {
    return this.connection
      .getRepository(ctx, KeepsakeHold)
      .find({ where: { offer }, order: { id: "ASC" }, lock: { mode: "pessimistic_write" } });
  }

  findOfOrder(ctx: RequestContext, orderId: ID) {
    return this.connection.getRepository(ctx, KeepsakeHold).find({ where: { orderId } });
  }

  private async end(ctx: RequestContext, holds: readonly KeepsakeHold[]) {
    const ended: KeepsakeHold[] = [];
    for (const hold of holds) {
      // Of two that end a hold at the same time, the one that deletes the row takes the units back.
      const { affected } = await this.connection.getRepository(ctx, KeepsakeHold).delete({ id: hold.id });
      if (affected !== 1) continue;
      if ((await this.allocate(ctx, hold, -hold.units)).affected === 0) this.warnOfLocation(hold);
      ended.push(hold);
    }
    if (ended.length > 0) await this.publish(ctx, ended);
  }

  private allocate(ctx: RequestContext, { productVariantId, stockLocationId }: KeepsakeHold, units: number) {
    const levels = this.connection.getRepository(ctx, StockLevel);
    return levels.increment({ productVariantId, stockLocationId }, "stockAllocated", units);
  }

  /** Vendure moves what is allocated when a location is deleted with a transfer, and does not say where to. */
  private warnOfLocation({ offer, units, productVariantId, stockLocationId }: KeepsakeHold) {
    Logger.warn(
      `The stock location ${stockLocationId} was deleted while the offer ${offer} had reserved ${units} of the variant ${productVariantId} there. If its stock was transferred, they stay allocated at the other location: reduce "stockAllocated" of that stock level by ${units} in Vendure's database.`,
      LOGGER_CONTEXT,
    );
  }

  /** A search index learns that the availability changed, and Keepsake gets the stock again. Vendure has no event for allocations
   *  without an order; an adjustment by nothing is the nearest. A ProductVariantEvent would recompute all collections. */
  private publish(ctx: RequestContext, holds: readonly KeepsakeHold[]) {
    const movements = holds.map(
      ({ productVariantId, stockLocationId }) =>
        new StockAdjustment({
          quantity: 0,
          productVariant: new ProductVariant({ id: productVariantId }),
          stockLocation: new StockLocation({ id: stockLocationId }),
          stockLocationId,
        }),
    );
    return this.events.publish(new StockMovementEvent(ctx, movements));
  }

  /** In the order of their ids, so that two who lock several do not wait for each other. */
  private lockLevels(ctx: RequestContext, variantIds: readonly ID[]) {
    return this.connection
      .getRepository(ctx, StockLevel)
      .createQueryBuilder("level")
      .where("level.productVariantId IN (:...variantIds)", { variantIds })
      .orderBy("level.id")
      .setLock("pessimistic_write")
      .getMany();
  }

  /** A program of the shop may move an order outside of a transaction, and SQLite locks no rows. */
  private canLock(ctx: RequestContext): boolean {
    const { manager } = this.connection.getRepository(ctx, StockLevel);
    return manager.queryRunner?.isTransactionActive === true && !NO_ROW_LOCKS.includes(manager.connection.options.type);
  }

  private answer({ id, offer }: KeepsakeHold) {
    return { reference: `hold ${id}`, url: this.options.claimUrl?.({ offer }) ?? "" };
  }

  private async inTransaction<T>(work: (ctx: RequestContext) => Promise<T>): Promise<T> {
    return this.connection.withTransaction(await this.contexts.create({ apiType: "admin" }), work);
  }
}

const variantsOf = (holds: readonly KeepsakeHold[]) => [
  ...new Set(holds.map(({ productVariantId }) => productVariantId)),
];

/** Takes the units from the locations in their order. */
function takeUnits(levels: readonly StockLevel[], units: number) {
  let missing = units;
  return levels.flatMap(({ stockLocationId, stockOnHand, stockAllocated }) => {
    const taken = Math.min(missing, Math.max(0, stockOnHand - stockAllocated));
    missing -= taken;
    return taken > 0 ? [{ stockLocationId, taken }] : [];
  });
}
