import { Injectable } from "@nestjs/common";
import { type ID, type RequestContext, StockLocation, TransactionalConnection } from "@vendure/core";
import { In } from "typeorm";
import { KeepsakeLocation } from "./known-location.entity";

/** The stock locations that Keepsake was told of, so that the reconcile notices which of them was deleted. */
@Injectable()
export class KnownLocations {
  /** What this process has written, so that most reads of stock write nothing. */
  private written = new Set<string>();

  constructor(private connection: TransactionalConnection) {}

  /** Before their stock is reported. */
  async add(ctx: RequestContext, locationIds: readonly ID[]) {
    const added = [...new Set(locationIds)].filter((id) => !this.written.has(String(id)));
    if (added.length === 0) return;
    await this.connection
      .getRepository(ctx, KeepsakeLocation)
      .createQueryBuilder()
      .insert()
      .values(added.map((stockLocationId) => ({ stockLocationId })))
      .orIgnore()
      .updateEntity(false)
      .execute();
    for (const id of added) this.written.add(String(id));
  }

  /** Those that Vendure does not have any more. */
  async findGone(ctx: RequestContext): Promise<ID[]> {
    const known = await this.connection.getRepository(ctx, KeepsakeLocation).find();
    const locations = await this.connection
      .getRepository(ctx, StockLocation)
      .find({ select: { id: true }, loadEagerRelations: false });
    const existing = new Set(locations.map(({ id }) => String(id)));
    return known.map(({ stockLocationId }) => stockLocationId).filter((id) => !existing.has(String(id)));
  }

  /** After Keepsake was told that nothing is there. */
  async forget(ctx: RequestContext, locationIds: readonly ID[]) {
    if (locationIds.length === 0) return;
    await this.connection.getRepository(ctx, KeepsakeLocation).delete({ stockLocationId: In([...locationIds]) });
  }
}
