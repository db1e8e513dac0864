import { Injectable } from "@nestjs/common";
import { GlobalFlag } from "@vendure/common/lib/generated-types";
import {
  GlobalSettingsService,
  type ID,
  ProductVariant,
  type RequestContext,
  StockLevel,
  TransactionalConnection,
} from "@vendure/core";
import { type StockLevel as ReportedLevel, UNTRACKED } from "keepsake-connector";
import { In } from "typeorm";
import { KeepsakeHold } from "./holds/hold.entity";
import { KnownLocations } from "./known-locations";
import { PublicIds } from "./public-ids";
import { type LocationStock, toLevels } from "./to-levels";

interface StockRow {
  readonly variant: ID;
  readonly location: ID;
  readonly onHand: number;
  readonly allocated: number;
  readonly held: number | string;
}

/** Reads what can be sold of these variants, and reports it as of the moment before the read. */
@Injectable()
export class StockReader {
  constructor(
    private connection: TransactionalConnection,
    private globalSettings: GlobalSettingsService,
    private publicIds: PublicIds,
    private knownLocations: KnownLocations,
  ) {}

  /** `gone`: locations that were deleted. What was there may be at another location now, so both are reported together. */
  async read(ctx: RequestContext, variantIds: readonly ID[], gone: readonly ID[] = []): Promise<ReportedLevel[]> {
    const occurredAt = new Date().toISOString();
    const { trackInventory, outOfStockThreshold } = await this.globalSettings.getSettings(ctx);
    const variants = await this.connection
      .getRepository(ctx, ProductVariant)
      .find({ where: { id: In([...variantIds]) }, relations: { product: true }, loadEagerRelations: false });
    const stock = await this.readLocations(ctx, variantIds);

    return variants.flatMap((variant) => {
      const epi = this.publicIds.encode(variant.id);
      const levels = toLevels(
        stock.get(String(variant.id)) ?? [],
        variant.useGlobalOutOfStockThreshold ? outOfStockThreshold : variant.outOfStockThreshold,
      );
      const isTracked =
        variant.trackInventory === GlobalFlag.TRUE || (variant.trackInventory === GlobalFlag.INHERIT && trackInventory);
      return [
        ...levels.map(({ location, quantity }) => ({
          epi,
          location,
          quantity: !isForSale(variant) ? 0 : isTracked ? quantity : UNTRACKED,
          occurredAt,
        })),
        ...gone.map((id) => ({ epi, location: this.publicIds.encode(id), quantity: 0, occurredAt })),
      ];
    });
  }

  /** One statement, so that an allocation of ours and its hold are seen together. */
  private async readLocations(ctx: RequestContext, variantIds: readonly ID[]) {
    const rows = await this.connection
      .getRepository(ctx, StockLevel)
      .createQueryBuilder("level")
      .select("level.productVariantId", "variant")
      .addSelect("level.stockLocationId", "location")
      .addSelect("level.stockOnHand", "onHand")
      .addSelect("level.stockAllocated", "allocated")
      .addSelect(
        (query) =>
          query
            .select("COALESCE(SUM(hold.units), 0)")
            .from(KeepsakeHold, "hold")
            .where("hold.productVariantId = level.productVariantId")
            .andWhere("hold.stockLocationId = level.stockLocationId"),
        "held",
      )
      .where("level.productVariantId IN (:...variantIds)", { variantIds })
      .orderBy("level.id")
      .getRawMany<StockRow>();
    await this.knownLocations.add(
      ctx,
      rows.map(({ location }) => location),
    );
    const byVariant = new Map<string, LocationStock[]>();
    for (const { variant, location, onHand, allocated, held } of rows) {
      const locations = byVariant.get(String(variant)) ?? [];
      locations.push({ location: this.publicIds.encode(location), onHand, allocated, held: Number(held) });
      byVariant.set(String(variant), locations);
    }
    return byVariant;
  }
}

const isForSale = ({ deletedAt, enabled, product }: ProductVariant) =>
  deletedAt === null && enabled && product.deletedAt === null && product.enabled;
